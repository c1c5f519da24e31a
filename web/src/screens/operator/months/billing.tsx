import { Loader } from '@mantine/core';
import type { MonthEnd } from '../../../api/wire.js';
import { useWords } from '../../../words/words.js';
import classes from './months.module.css';

export function Billing({ month }: { readonly month: MonthEnd }) {
  const { say, moment, money } = useWords();
  return (
    <section className={classes['part']}>
      <h3>{say('app.operator.months.billing')}</h3>
      {month.is_billing ? (
        <p>
          <Loader size="xs" type="dots" aria-hidden="true" /> {say('app.operator.months.isBilling')}
        </p>
      ) : month.billed_at ? (
        <p>{say('app.operator.months.billedAt', { date: moment(month.billed_at) })}</p>
      ) : (
        <p>{say('app.operator.months.notBilled')}</p>
      )}
      {month.bills.map(({ currency, invoices, total }) => (
        <p key={currency} className={classes['quiet']}>
          {say('app.operator.months.invoices', { invoices, total: money(total, currency) })}
        </p>
      ))}
    </section>
  );
}
