import { useQuery } from '@tanstack/react-query';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { FeedDetails } from '../../api/wire.js';

export function useFeed(id: string) {
  const { account } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'feeds', id),
    queryFn: ({ signal }) =>
      appRequest<FeedDetails>('GET', accountEndpoint(account, `feeds/${encodeURIComponent(id)}`), { signal }),
  });
}
