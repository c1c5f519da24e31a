import { Menu } from '@mantine/core';
import { useState } from 'react';
import { IconCheck, IconPencil, IconPlayerPlay } from '../../../icons/icons.js';
import type { CarbonProject } from '../../../api/wire.js';
import { StatusBadge } from '../../../components/status-badge.js';
import { RowMenu } from '../../../components/row-menu.js';
import { useFormatMoney } from '../../../components/use-format-money.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import rows from '../rows.module.css';
import { ToggleProject } from '../toggle-project.js';
import { CarbonForm } from './carbon-form.js';

const icon = { size: 16, 'aria-hidden': true } as const;

export function CarbonRow({ project }: { readonly project: CarbonProject }) {
  const { t } = useI18n();
  const money = useFormatMoney();
  const [open, setOpen] = useState<'edit' | 'switch'>();
  const close = (): void => setOpen(undefined);
  const isActive = project.status === 'active';
  return (
    <li className={rows['row']}>
      <div className={rows['text']}>
        <div className={rows['name']}>
          <span>{project.name}</span>
          {!isActive && <StatusBadge tone="quiet">{t('app.projects.complete')}</StatusBadge>}
        </div>
        <p className={rows['detail']}>
          <span>{project.type}</span>
          <span>{project.registry_name}</span>
        </p>
      </div>
      <div className={rows['figures']}>
        <div className={rows['figure']}>
          {money(project.price_per_tonne)}
          <small>{t('app.operator.carbon.perTonne')}</small>
        </div>
      </div>
      <RowMenu label={t('app.accounts.actions', { account: project.name })}>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('edit')}>
          {t('app.operator.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={isActive ? <IconCheck {...icon} /> : <IconPlayerPlay {...icon} />}
          onClick={() => setOpen('switch')}
        >
          {t(isActive ? 'app.operator.complete' : 'app.operator.reactivate')}
        </Menu.Item>
      </RowMenu>
      {open === 'edit' && <CarbonForm project={project} onClose={close} />}
      {open === 'switch' && (
        <ToggleProject path={`carbon-projects/${project.id}`} project={project} onClose={close} />
      )}
    </li>
  );
}
