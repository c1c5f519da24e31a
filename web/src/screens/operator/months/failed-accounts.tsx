import type { MonthEnd } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import classes from './months.module.css';

/** Accounts that were skipped when the month was closed. */
export function FailedAccounts({ month }: { readonly month: MonthEnd }) {
  const { t } = useI18n();
  const { failures, accounts_set_aside: accounts } = month;
  if (failures.length === 0) return null;
  return (
    <section className={classes['failures']}>
      <h3>{t('app.operator.months.failures', { accounts })}</h3>
      <p>{t('app.operator.months.skipped')}</p>
      <ul>
        {failures.map(({ account_id: id, account_name: name, failure }) => (
          <li key={id}>
            {name}
            <small>{failure}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
