import { useQuery } from '@tanstack/react-query';
import { accountKey, useScope } from './scope.js';

/** In the order in which they were added. */
export function useFavorites() {
  const { account, client } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'favorites'),
    queryFn: ({ signal }) => client.favorites.list({ signal }).then(),
  });
}
