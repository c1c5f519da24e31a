import { Link } from '@tanstack/react-router';
import { screenPath } from '../../api/scope.js';
import type { Sale, SalesSum } from '../../api/wire.js';
import { AccountName } from '../../components/account-name.js';
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
          ['app.invoices.net', 'count', 'wider'],
          ['app.invoices.taxWord', 'count', 'wider'],
          ['app.invoices.total', 'count'],
          ['app.invoices.creditNotes', 'count', 'wider'],
        ]}
      />
      <tbody>
        {sales.map((sale) => (
          <tr key={sale.id}>
            <th scope="row" className={classes['long']}>
              {isInReach ? (
                <Link to={screenPath(sale.account_id, `invoices/${sale.id}`)} className={classes['link']}>
                  <AccountName>{sale.account_name}</AccountName>
                </Link>
              ) : (
                <AccountName>{sale.account_name}</AccountName>
              )}
              {sale.external_id && <span className={classes['detail']}>{sale.external_id}</span>}
              <span className={classes['detail']}>
                <span className={classes['whole']}>{sale.number}</span>
                {'\u00a0· '}
                <time dateTime={sale.created_at}>{day(sale.created_at)}</time>
              </span>
            </th>
            <Amounts of={sale} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map((sum) => (
          <tr key={sum.currency}>
            <th scope="row">{t('app.sales.sum')}</th>
            <Amounts of={sum} />
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

/** Narrow screens have one column for all of them. Number and day are below the name: sums of millions need the room. */
function Amounts({ of }: { readonly of: Sale | SalesSum }) {
  const { t, money } = useI18n();
  const { currency, net, tax, gross, credited } = of;
  const taxText = tax === null ? '–' : money(tax, currency);
  const wide = `${classes['count']} ${classes['wider']}`;
  const narrow = `${classes['detail']} ${classes['narrower']}`;
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
