import type { ExpandedAccount } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { accountKey, accountClient } from './scope.js';
import type { Session } from './wire.js';

/** The accounts above an account, the user's own first. Empty until all are known. */
export function useAncestors(session: Session, account: ExpandedAccount | undefined): ExpandedAccount[] {
  const own = session.account;
  const isOwn = account === undefined || account.id === own.id;
  const { data, isError } = useQuery({
    queryKey: accountKey(account?.id ?? '', 'ancestors'),
    enabled: !isOwn,
    // Names may have changed since.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const above: ExpandedAccount[] = [];
      for (let id = account?.parent_id; id && id !== own.id; id = above[0]?.parent_id)
        above.unshift(await accountClient(id).self({ signal }));
      return above;
    },
  });
  // Even then there has to be a way back.
  if (isError) return [own];
  return isOwn || !data ? [] : [own, ...data];
}
