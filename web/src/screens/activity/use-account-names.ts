import { useQueries } from '@tanstack/react-query';
import { accountClient, accountKey } from '../../api/scope.js';

/** The names of accounts below, as soon as they are known. Events contain only their ids. */
export function useAccountNames(ids: readonly string[]): (id: string) => string | undefined {
  const unique = [...new Set(ids)];
  const accounts = useQueries({
    queries: unique.map((id) => ({
      queryKey: accountKey(id, 'self'),
      queryFn: ({ signal }: { signal: AbortSignal }) => accountClient(id).self({ signal }),
    })),
  });
  const names = new Map(unique.map((id, index) => [id, accounts[index]?.data?.name]));
  return (id) => names.get(id);
}
