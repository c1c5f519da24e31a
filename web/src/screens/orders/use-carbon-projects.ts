import { useQuery } from '@tanstack/react-query';
import { askApp, ofAccount } from '../../api/ask-app.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { CarbonProject } from '../../api/wire.js';

export function useCarbonProjects() {
  const { account } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'carbon-projects'),
    staleTime: 600_000,
    queryFn: ({ signal }) =>
      askApp<readonly CarbonProject[]>('GET', ofAccount(account, 'carbon-projects'), { signal }),
  });
}
