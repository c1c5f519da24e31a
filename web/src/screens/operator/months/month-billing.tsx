import { Loader } from '@mantine/core';
import type { MonthEnd } from '../../../api/wire.js';
import { Figure, FigureList } from '../../../components/figure-list.js';
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
      {month.bills.map(({ currency, invoices, net, tax, gross, credited }) => (
        <div key={currency}>
          <p className={classes['quiet']}>
            {t('app.operator.months.invoices', { invoices, total: money(gross, currency) })}
          </p>
          {(tax !== null || credited > 0) && (
            <FigureList>
              <Figure name={t('app.invoices.net')}>{money(net, currency)}</Figure>
              {tax !== null && <Figure name={t('app.invoices.taxWord')}>{money(tax, currency)}</Figure>}
              {credited > 0 && (
                <Figure name={t('app.invoices.creditNotes')}>{money(-credited, currency)}</Figure>
              )}
            </FigureList>
          )}
        </div>
      ))}
    </section>
  );
}
