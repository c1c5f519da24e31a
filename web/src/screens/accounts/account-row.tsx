import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  IconBinaryTree2,
  IconLogin2,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '../../icons/icons.js';
import { screenPath, useScope } from '../../api/scope.js';
import { RowMenu } from '../../components/row-menu.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { AccountForm } from './account-form.js';
import { AccountFigures, type Figures } from './account-figures.js';
import classes from './accounts.module.css';
import type { AccountSummary } from './account-summary.js';
import { ToggleAccount } from './toggle-account.js';

const icon = { size: 16, 'aria-hidden': true } as const;

interface AccountRowProps {
  readonly child: AccountSummary & Partial<Figures>;
  /** The name of its parent, if that is not the account in scope. */
  readonly parent?: string | undefined;
}

/** Search results have none. */
const hasFigures = (child: Partial<Figures>): child is Figures => child.trees !== undefined;

export function AccountRow({ child, parent }: AccountRowProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const [open, setOpen] = useState<'rename' | 'switch'>();
  const close = (): void => setOpen(undefined);
  const isActive = child.status === 'active';
  return (
    <li className={classes['row']}>
      <Link to={screenPath(child.id)} className={classes['name']}>
        <span>{child.display_name}</span>
        {(parent !== undefined || child.external_id) && (
          <span className={classes['detail']}>
            {parent !== undefined && (
              <span className={classes['parent']}>
                <IconBinaryTree2 {...icon} size={14} />
                {t('app.accounts.below', { account: parent })}
              </span>
            )}
            {child.external_id}
          </span>
        )}
        {hasFigures(child) && <AccountFigures figures={child} />}
      </Link>
      {!isActive && <StatusBadge tone="quiet">{t('app.accounts.inactive')}</StatusBadge>}
      <RowMenu label={t('app.accounts.actions', { account: child.display_name })}>
        <Menu.Item component={Link} to={screenPath(child.id)} leftSection={<IconLogin2 {...icon} />}>
          {t('app.accounts.open')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('rename')}>
          {t('app.accounts.rename')}
        </Menu.Item>
        <Menu.Item
          leftSection={isActive ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
          onClick={() => setOpen('switch')}
        >
          {t(isActive ? 'app.accounts.deactivate' : 'app.accounts.activate')}
        </Menu.Item>
      </RowMenu>
      {open === 'switch' && <ToggleAccount child={child} onClose={close} />}
      {open === 'rename' && (
        <AccountForm
          title={t('app.accounts.rename')}
          action={t('app.save')}
          successMessage={t('app.accounts.renamed')}
          account={child}
          save={(fields) => client.accounts.update(child.id, fields)}
          onClose={close}
        />
      )}
    </li>
  );
}
