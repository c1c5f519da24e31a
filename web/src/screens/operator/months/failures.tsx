import type { MonthEnd } from '../../../api/wire.js';
import { useWords } from '../../../words/words.js';
import classes from './months.module.css';

/** Accounts that the close could not settle, and why. */
export function Failures({ failures }: Pick<MonthEnd, 'failures'>) {
  const { say } = useWords();
  if (failures.length === 0) return null;
  return (
    <section className={classes['failures']}>
      <h3>{say('app.operator.months.failures', { accounts: failures.length })}</h3>
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
