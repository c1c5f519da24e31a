import type { ExpandedAccount, Regrove } from '@regrove/sdk';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { createContext, use, useMemo } from 'react';
import { client } from './client.js';
import type { Session } from './wire.js';

/** The account that a screen shows: the user's own, or one below it. */
export interface Scope {
  readonly account: ExpandedAccount;
  readonly client: Regrove;
  readonly isOwn: boolean;
}

export const ScopeContext = createContext<Scope | undefined>(undefined);

export function useScope(): Scope {
  const scope = use(ScopeContext);
  if (!scope) throw new Error('useScope is used outside of ScopeContext');
  return scope;
}

/** Query keys contain the account's id, so that no account shows another's data. */
export const accountKey = (id: string, ...more: readonly unknown[]): readonly unknown[] => [
  'account',
  id,
  ...more,
];

export function usePathParams(): Readonly<Partial<Record<string, string>>> {
  const parts: unknown = useParams({ strict: false });
  return parts as Partial<Record<string, string>>;
}

export const screenPath = (accountId: string, screen = ''): string =>
  `/accounts/${accountId}${screen && `/${screen}`}`;

/** Every request names its account, even the user's own: the session may have switched accounts in another tab. */
export const accountClient = (accountId: string): Regrove => client.account(accountId);

export function useAccount(session: Session, accountId: string): UseQueryResult<ExpandedAccount> {
  const isOwn = accountId === session.account.id;
  return useQuery({
    queryKey: accountKey(accountId, 'self'),
    queryFn: ({ signal }) => accountClient(accountId).self({ signal }),
    // The session's reply contains the user's own account.
    ...(isOwn && { initialData: session.account }),
  });
}

export function useScopeFor(session: Session, account: ExpandedAccount | undefined): Scope | undefined {
  return useMemo(
    () =>
      account && {
        account,
        client: accountClient(account.id),
        isOwn: account.id === session.account.id,
      },
    [session, account],
  );
}
