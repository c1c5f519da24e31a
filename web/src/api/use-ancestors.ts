import type { ExpandedAccount } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { accountKey, accountClient } from './scope.js';
import type { Session } from './wire.js';

/** The accounts above the one that was stepped into, one's own first; none until all of them are known. */
export function useAncestors(session: Session, account: ExpandedAccount | undefined): ExpandedAccount[] {
  const own = session.account;
  const isOwn = account === undefined || account.id === own.id;
  const { data, isError } = useQuery({
    queryKey: accountKey(account?.id ?? '', 'ancestors'),
    enabled: !isOwn,
    // Whoever steps into an account sees what those above it are called now.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const above: ExpandedAccount[] = [];
      for (let id = account?.parent_id; id && id !== own.id; id = above[0]?.parent_id)
        above.unshift(await accountClient(id).self({ signal }));
      return above;
    },
  });
  // Whatever fails, there is a way back.
  if (isError) return [own];
  return isOwn || !data ? [] : [own, ...data];
}
