import { Link } from '@tanstack/react-router';
import { screenPath } from '../../api/scope.js';
import type { Sale, SalesSum } from '../../api/wire.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';

interface SalesTableProps {
  readonly sales: readonly Sale[];
  /** Of all invoices of the month, also those not shown yet. */
  readonly sums: readonly SalesSum[];
  readonly isInReach: boolean;
}

export function SalesTable({ sales, sums, isInReach }: SalesTableProps) {
  const { t, day } = useI18n();
  return (
    <table className={classes['table']}>
      <TableHead
        columns={[
          ['app.overview.account'],
          ['app.invoices.number', 'wide'],
          ['app.invoices.issued', 'wide'],
          ['app.invoices.net', 'count', 'wide'],
          ['app.invoices.taxWord', 'count', 'wide'],
          ['app.invoices.total', 'count'],
          ['app.invoices.creditNotes', 'count', 'wide'],
        ]}
      />
      <tbody>
        {sales.map((sale) => (
          <tr key={sale.id}>
            <th scope="row" className={classes['long']}>
              {isInReach ? (
                <Link to={screenPath(sale.account_id, `invoices/${sale.id}`)} className={classes['link']}>
                  <bdi>{sale.account_name}</bdi>
                </Link>
              ) : (
                <bdi>{sale.account_name}</bdi>
              )}
              {sale.external_id && <span className={classes['detail']}>{sale.external_id}</span>}
              <span className={`${classes['detail']} ${classes['narrow']}`}>{sale.number}</span>
            </th>
            <td className={`${classes['wide']} ${classes['whole']}`}>{sale.number}</td>
            <td className={`${classes['wide']} ${classes['soft']}`}>
              <time dateTime={sale.created_at}>{day(sale.created_at)}</time>
            </td>
            <Amounts of={sale} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map((sum) => (
          <tr key={sum.currency}>
            <th scope="row">{t('app.sales.sum')}</th>
            <td className={classes['wide']} />
            <td className={classes['wide']} />
            <Amounts of={sum} />
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

/** Narrow screens have one column for all of them. */
function Amounts({ of }: { readonly of: Sale | SalesSum }) {
  const { t, money } = useI18n();
  const { currency, net, tax, gross, credited } = of;
  const taxText = tax === null ? '–' : money(tax, currency);
  const wide = `${classes['count']} ${classes['wide']}`;
  const narrow = `${classes['detail']} ${classes['narrow']}`;
  return (
    <>
      <td className={wide}>{money(net, currency)}</td>
      <td className={wide}>{taxText}</td>
      <td className={classes['count']}>
        {money(gross, currency)}
        {tax !== null && (
          <>
            <span className={narrow}>
              {t('app.invoices.net')} {money(net, currency)}
            </span>
            <span className={narrow}>
              {t('app.invoices.taxWord')} {taxText}
            </span>
          </>
        )}
        {credited > 0 && (
          <span className={narrow}>
            {t('app.invoices.creditNotes')} {money(-credited, currency)}
          </span>
        )}
      </td>
      <td className={wide}>{credited > 0 ? money(-credited, currency) : '–'}</td>
    </>
  );
}
