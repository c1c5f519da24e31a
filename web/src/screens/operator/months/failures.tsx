import type { MonthEnd } from '../../../api/wire.js';
import { useWords } from '../../../words/words.js';
import classes from './months.module.css';

/** Accounts that the month was closed without, and why. */
export function Failures({ month }: { readonly month: MonthEnd }) {
  const { say } = useWords();
  const { failures, accounts_set_aside: accounts } = month;
  if (failures.length === 0) return null;
  return (
    <section className={classes['failures']}>
      <h3>{say('app.operator.months.failures', { accounts })}</h3>
      <p>{say('app.operator.months.setAside')}</p>
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
