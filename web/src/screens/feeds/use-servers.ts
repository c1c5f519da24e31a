import type { Server } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { accountKey, accountClient, useScope } from '../../api/scope.js';
import { useAncestors } from '../../api/use-ancestors.js';
import { useSession } from '../../session/use-session.js';

/** `ownerName` is set if the server belongs to an account above. */
export type UsableServer = Server & { readonly ownerName?: string };

/** Per account. */
const atMost = 200;

/** The servers that a feed of this type may use: those of the account, and of accessible accounts above it. */
export function useServers(type: string) {
  const session = useSession();
  const { account } = useScope();
  const above = useAncestors(session, account);
  return useQuery({
    queryKey: accountKey(
      account.id,
      'servers',
      'usable',
      above.map(({ id }) => id),
    ),
    queryFn: async ({ signal }): Promise<UsableServer[]> => {
      const pages = await Promise.all(
        [account, ...above.toReversed()].map(async ({ id, display_name: ownerName }) => {
          const list = accountClient(id).servers.list({ pageSize: atMost, signal });
          const servers = (await list.pages().next()).value ?? [];
          return id === account.id ? servers : servers.map((server) => ({ ...server, ownerName }));
        }),
      );
      return pages.flat();
    },
    select: (servers) => servers.filter((server) => server.type === type),
  });
}
