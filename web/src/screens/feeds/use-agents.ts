import type { Agent } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { accountKey, useScope } from '../../api/scope.js';

/** Per feed: all fit on one page. */
const atMost = 100;

const whilePendingMs = 4_000;

/** The agents of a feed, newest first. While one has not enrolled yet, asks again. */
export function useAgents(feedId: string) {
  const { account, client } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'feeds', feedId, 'agents'),
    queryFn: async ({ signal }): Promise<readonly Agent[]> =>
      (await client.feeds.agents(feedId, { pageSize: atMost, signal }).pages().next()).value ?? [],
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'pending') ? whilePendingMs : false,
  });
}
