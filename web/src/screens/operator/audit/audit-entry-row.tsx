import { Anchor } from '@mantine/core';
import type { AuditEntry } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import rows from '../rows.module.css';
import classes from './audit.module.css';
import { Changes } from './changes.js';
import { useActionText } from './use-action-text.js';

interface AuditEntryRowProps {
  readonly entry: AuditEntry;
  /** Filters by the account. */
  readonly onAccount: (account: string) => void;
}

export function AuditEntryRow({ entry, onAccount }: AuditEntryRowProps) {
  const { t, moment } = useI18n();
  const actionText = useActionText();
  const { actor, account_id: accountId, account_name: accountName } = entry;
  const who = t(`app.operator.audit.by.${actor.kind}`, { name: actor.name ?? actor.id ?? '' });
  return (
    <li className={classes['entry']}>
      <time dateTime={entry.at} className={classes['at']}>
        {moment(entry.at)}
      </time>
      <div className={rows['text']}>
        <div className={rows['name']}>
          <span>{actionText(entry.action)}</span>
          <code className={classes['code']}>{entry.action}</code>
        </div>
        <p className={rows['detail']}>
          <span>{who}</span>
          {accountId ? (
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="start"
              onClick={() => onAccount(accountId)}
            >
              {accountName ?? accountId}
            </Anchor>
          ) : (
            <span>{t('app.operator.audit.installation')}</span>
          )}
        </p>
        <Changes before={entry.before} after={entry.after} />
      </div>
    </li>
  );
}
