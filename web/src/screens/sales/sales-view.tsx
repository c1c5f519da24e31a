import { Button, NativeSelect } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { accountEndpoint, appList } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { Sale } from '../../api/wire.js';
import { EmptyState } from '../../components/empty-state.js';
import { PagedList } from '../../components/paged-list.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { IconDownload } from '../../icons/icons.js';
import { addMonths, thisMonth } from '../deposits/use-month.js';

/** Ten years: older invoices are in the account they belong to. */
const monthsOffered = 120;

/** Invoices are for months that are over. */
function useSalesMonth(): [month: string, setMonth: (month: string) => void] {
  const search: unknown = useSearch({ strict: false });
  const { month } = search as { month?: unknown };
  const navigate = useNavigate();
  const isMonth = typeof month === 'string' && /^20\d{2}-(0[1-9]|1[0-2])$/.test(month);
  return [
    isMonth ? month : addMonths(thisMonth(), -1),
    (chosen) => void navigate({ to: '.', search: { month: chosen }, replace: true }),
  ];
}

/** The invoices of all accounts below, month by month. */
export function View() {
  const { t, month: monthName } = useI18n();
  const { account } = useScope();
  const [month, setMonth] = useSalesMonth();
  const pages = usePagedList(
    accountKey(account.id, 'sales', { month }),
    appList<Sale>(accountEndpoint(account, `sales?month=${month}`)),
  );
  const months = Array.from({ length: monthsOffered }, (_, index) => addMonths(thisMonth(), -index));
  return (
    <>
      <ScreenHeader
        title={t('app.sales.title')}
        intro={t('app.sales.intro')}
        actions={
          <>
            <NativeSelect
              aria-label={t('app.month')}
              value={month}
              data={[...new Set([...months, month])].map((value) => ({
                value,
                label: monthName(`${value}-01`),
              }))}
              onChange={({ currentTarget: { value } }) => setMonth(value)}
            />
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden="true" />}
              component="a"
              href={`/app/${accountEndpoint(account, 'sales/export')}?month=${month}`}
              download
            >
              {t('app.deposits.csv')}
            </Button>
          </>
        }
      />
      <PagedList
        pages={pages}
        empty={<EmptyState title={t('app.sales.emptyTitle')} text={t('app.sales.emptyText')} />}
      >
        {(items) => <SalesTable sales={items} />}
      </PagedList>
    </>
  );
}

function SalesTable({ sales }: { readonly sales: readonly Sale[] }) {
  const { day, money } = useI18n();
  return (
    <table className={classes['table']}>
      <TableHead
        columns={[
          ['app.overview.account'],
          ['app.invoices.number', 'wide'],
          ['app.invoices.issued', 'wide'],
          ['app.invoices.total', 'count'],
        ]}
      />
      <tbody>
        {sales.map((sale) => (
          <tr key={sale.id}>
            <th scope="row" className={classes['long']}>
              <Link to={screenPath(sale.account_id, `invoices/${sale.id}`)} className={classes['link']}>
                <bdi>{sale.account_name}</bdi>
              </Link>
              {sale.external_id && <span className={classes['detail']}>{sale.external_id}</span>}
              <span className={`${classes['detail']} ${classes['narrow']}`}>{sale.number}</span>
            </th>
            <td className={classes['wide']}>{sale.number}</td>
            <td className={`${classes['wide']} ${classes['soft']}`}>{day(sale.created_at)}</td>
            <td className={classes['count']}>{money(sale.total, sale.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
