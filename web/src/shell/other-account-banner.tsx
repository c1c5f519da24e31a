import type { ExpandedAccount } from '@regrove/sdk';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconArrowBackUp, IconChevronRight } from '../icons/icons.js';
import { screenPath } from '../api/scope.js';
import { StatusBadge } from '../components/status-badge.js';
import { useI18n } from '../i18n/use-i18n.js';
import { roleLabels } from './role-labels.js';
import classes from './banner.module.css';

interface OtherAccountBannerProps {
  readonly account: ExpandedAccount;
  /** The accounts above it, the user's own first. */
  readonly ancestors: readonly ExpandedAccount[];
}

/** Shown while one works in an account below one's own. */
export function OtherAccountBanner({ account, ancestors }: OtherAccountBannerProps) {
  const { t } = useI18n();
  const above = ancestors.at(-1);
  return (
    <aside className={classes['band']} aria-label={t('app.account.otherBanner')}>
      <div className={classes['where']}>
        <span className={classes['hint']}>{t('app.account.otherBanner')}</span>
        <ol className={classes['ancestors']}>
          {ancestors.map(({ id, display_name: name }) => (
            <li key={id}>
              <Link to={screenPath(id)} title={name} className={classes['name']}>
                {name}
              </Link>
              <IconChevronRight size={14} aria-hidden="true" />
            </li>
          ))}
          <li aria-current="true">
            <strong title={account.display_name} className={classes['name']}>
              {account.display_name}
            </strong>
            <span className={classes['role']}>{t(roleLabels[account.role])}</span>
            {account.status === 'inactive' && (
              <StatusBadge tone="quiet">{t('app.accounts.inactive')}</StatusBadge>
            )}
          </li>
        </ol>
      </div>
      {above && (
        <Button
          component={Link}
          to={screenPath(above.id, 'accounts')}
          variant="default"
          size="sm"
          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
        >
          {t('app.account.back')}
        </Button>
      )}
    </aside>
  );
}
