import { Loader } from '@mantine/core';
import type { MonthEnd } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import classes from './months.module.css';

export function MonthBilling({ month }: { readonly month: MonthEnd }) {
  const { t, moment, money } = useI18n();
  return (
    <section className={classes['part']}>
      <h3>{t('app.operator.months.billing')}</h3>
      {month.is_billing ? (
        <p>
          <Loader size="xs" type="dots" aria-hidden="true" /> {t('app.operator.months.isBilling')}
        </p>
      ) : month.billed_at ? (
        <p>{t('app.operator.months.billedAt', { date: moment(month.billed_at) })}</p>
      ) : (
        <p>{t('app.operator.months.notBilled')}</p>
      )}
      {month.bills.map(({ currency, invoices, total }) => (
        <p key={currency} className={classes['quiet']}>
          {t('app.operator.months.invoices', { invoices, total: money(total, currency) })}
        </p>
      ))}
    </section>
  );
}
