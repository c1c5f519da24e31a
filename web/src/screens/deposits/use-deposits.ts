import { useQuery } from '@tanstack/react-query';
import { appList, appRequest, accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { DepositMonths, DepositTotal, ListedDeposit } from '../../api/wire.js';
import { dateRangeOf } from './use-month.js';

const pageSize = 50;

const within = (path: string, month: string): string =>
  `${path}?${new URLSearchParams({ ...dateRangeOf(month) }).toString()}`;

export function useDeposits(address: string) {
  const { account } = useScope();
  return usePagedList(
    accountKey(account.id, 'deposits', address),
    appList<ListedDeposit>(accountEndpoint(account, address)),
    pageSize,
    true,
  );
}

export function useDepositTotal(month: string) {
  const { account } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'deposits', month, 'total'),
    queryFn: ({ signal }) =>
      appRequest<DepositTotal>('GET', accountEndpoint(account, within('deposit-totals', month)), { signal }),
  });
}

export function useMonths() {
  const { account } = useScope();
  const { data } = useQuery({
    queryKey: accountKey(account.id, 'deposits', 'months'),
    queryFn: ({ signal }) => appRequest<DepositMonths>('GET', accountEndpoint(account, 'months'), { signal }),
  });
  return {
    months: data?.months ?? [],
    isClosed: (month: string): boolean => month <= (data?.closed_through ?? ''),
  };
}
