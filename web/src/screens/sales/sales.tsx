import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { appList, appRequest } from '../../api/app-request.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { Sale, SalesSums } from '../../api/wire.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { addMonths, thisMonth } from '../deposits/use-month.js';
import { SalesTable } from './sales-table.js';

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

interface SalesProps {
  readonly intro: string;
  readonly emptyText: string;
  /** Below /app. */
  readonly endpoint: (path: string) => string;
  readonly queryKey: (...more: readonly unknown[]) => readonly unknown[];
  /** Whether the user can open the accounts. An operator sees those of others, too. */
  readonly isInReach?: boolean;
}

/** Invoices of several accounts, month by month, and what they come to. */
export function Sales({ intro, emptyText, endpoint, queryKey, isInReach = false }: SalesProps) {
  const { t, month: monthName } = useI18n();
  const [month, setMonth] = useSalesMonth();
  const pages = usePagedList(queryKey({ month }), appList<Sale>(endpoint(`sales?month=${month}`)));
  const { data } = useQuery({
    queryKey: queryKey('sum', { month }),
    queryFn: ({ signal }) => appRequest<SalesSums>('GET', endpoint(`sales/sum?month=${month}`), { signal }),
  });
  const months = Array.from({ length: monthsOffered }, (_, index) => addMonths(thisMonth(), -index));
  return (
    <>
      <ScreenHeader
        title={t('app.sales.title')}
        intro={intro}
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
            <ExportMenu address={endpoint(`exports/sales?month=${month}`)} />
          </>
        }
      />
      <PagedList pages={pages} empty={<EmptyState title={t('app.sales.emptyTitle')} text={emptyText} />}>
        {(items) => <SalesTable sales={items} sums={data?.sums ?? []} isInReach={isInReach} />}
      </PagedList>
    </>
  );
}
