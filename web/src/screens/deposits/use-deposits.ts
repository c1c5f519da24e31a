import { useQuery } from '@tanstack/react-query';
import { appList, appRequest, accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { DepositMonths, DepositTotal, ListedDeposit } from '../../api/wire.js';

const pageSize = 50;

export function useDeposits(address: string) {
  const { account } = useScope();
  return usePagedList(
    accountKey(account.id, 'deposits', address),
    appList<ListedDeposit>(accountEndpoint(account, address)),
    pageSize,
    true,
  );
}

/** What the deposits of a list add up to; null if there are too many. */
export function useDepositTotal(address: string) {
  const { account } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'deposits', 'total', address),
    queryFn: ({ signal }) =>
      appRequest<DepositTotal | null>('GET', accountEndpoint(account, address), { signal }),
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
