import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { IconCoin, IconHistory } from '../../../icons/icons.js';
import type { OperatorAccount } from '../../../api/wire.js';
import { StatusBadge } from '../../../components/status-badge.js';
import { RowMenu } from '../../../components/row-menu.js';
import { roleLabels } from '../../../shell/role-labels.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorPath } from '../operator-path.js';
import rows from '../rows.module.css';
import { useFormatRate } from '../use-format-rate.js';
import { EditRate } from './edit-rate.js';

export function AccountRow({ account }: { readonly account: OperatorAccount }) {
  const { t, day } = useI18n();
  const rate = useFormatRate();
  const [isOpen, change] = useDisclosure(false);
  return (
    <li className={rows['row']}>
      <div className={rows['text']}>
        <div className={rows['name']}>
          <span>{account.display_name}</span>
          {account.status === 'inactive' && (
            <StatusBadge tone="quiet">{t('app.accounts.inactive')}</StatusBadge>
          )}
        </div>
        <p className={rows['detail']}>
          <span>{t(roleLabels[account.role])}</span>
          {account.name !== account.display_name && <span>{account.name}</span>}
          {account.external_id && <span>{account.external_id}</span>}
          <span>{t('app.operator.accounts.since', { date: day(account.created_at) })}</span>
        </p>
      </div>
      <div className={rows['figures']}>
        <div className={rows['figure']}>
          {account.rate === null ? t('app.operator.accounts.byMethodology') : rate(account.rate)}
          <small>{t('app.operator.pricePerPage')}</small>
        </div>
      </div>
      <RowMenu label={t('app.accounts.actions', { account: account.display_name })}>
        <Menu.Item leftSection={<IconCoin size={16} aria-hidden="true" />} onClick={change.open}>
          {t('app.operator.accounts.changeRate')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={`${operatorPath('audit')}?account=${account.id}`}
          leftSection={<IconHistory size={16} aria-hidden="true" />}
        >
          {t('app.operator.audit.title')}
        </Menu.Item>
      </RowMenu>
      {isOpen && <EditRate account={account} onClose={change.close} />}
    </li>
  );
}
