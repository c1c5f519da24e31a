import type { ExpandedAccount } from '@regrove/sdk';
import { Badge, Button } from '@mantine/core';
import { IconArrowBackUp, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { pathTo } from '../api/scope.js';
import { useI18n } from '../i18n/use-i18n.js';
import { roleKeys } from './roles.js';
import classes from './stepped-into.module.css';

interface SteppedIntoProps {
  readonly account: ExpandedAccount;
  /** Those above it, one's own first. */
  readonly trail: readonly ExpandedAccount[];
}

/** One is in the account of somebody else: whose, and the way back. */
export function SteppedInto({ account, trail }: SteppedIntoProps) {
  const { t } = useI18n();
  const above = trail.at(-1);
  return (
    <aside className={classes['band']} aria-label={t('app.account.steppedInto')}>
      <div className={classes['where']}>
        <span className={classes['hint']}>{t('app.account.steppedInto')}</span>
        <ol className={classes['trail']}>
          {trail.map(({ id, display_name: name }) => (
            <li key={id}>
              <Link to={pathTo(id)}>{name}</Link>
              <IconChevronRight size={14} aria-hidden="true" />
            </li>
          ))}
          <li aria-current="true">
            <strong>{account.display_name}</strong>
            <span className={classes['role']}>{t(roleKeys[account.role])}</span>
            {account.status === 'inactive' && (
              <Badge variant="light" color="gray">
                {t('app.accounts.inactive')}
              </Badge>
            )}
          </li>
        </ol>
      </div>
      {above && (
        <Button
          component={Link}
          to={pathTo(above.id, 'accounts')}
          variant="default"
          size="sm"
          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
        >
          {t('app.account.stepOut')}
        </Button>
      )}
    </aside>
  );
}
