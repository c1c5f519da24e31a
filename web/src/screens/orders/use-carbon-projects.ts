import { useQuery } from '@tanstack/react-query';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { CarbonProject } from '../../api/wire.js';

export function useCarbonProjects() {
  const { account } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'carbon-projects'),
    staleTime: 600_000,
    queryFn: ({ signal }) =>
      appRequest<readonly CarbonProject[]>('GET', accountEndpoint(account, 'carbon-projects'), { signal }),
  });
}
