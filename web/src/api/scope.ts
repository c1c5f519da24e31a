import type { ExpandedAccount, Regrove } from '@regrove/sdk';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { createContext, use, useMemo } from 'react';
import { client } from './client.js';
import type { Session } from './wire.js';

/** The account that a screen is about: one's own, or one below it that one has stepped into. */
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

/** What is known of an account is kept under its id, so that one is never shown the figures of another. */
export const accountKey = (id: string, ...more: readonly unknown[]): readonly unknown[] => [
  'account',
  id,
  ...more,
];

/** What differs in the address of a screen. */
export function usePathParams(): Readonly<Partial<Record<string, string>>> {
  const parts: unknown = useParams({ strict: false });
  return parts as Partial<Record<string, string>>;
}

export const screenPath = (accountId: string, screen = ''): string =>
  `/accounts/${accountId}${screen && `/${screen}`}`;

/** Names the account in every request, one's own as well: in another tab the session may have moved to another one. */
export const accountClient = (accountId: string): Regrove => client.account(accountId);

export function useAccount(session: Session, accountId: string): UseQueryResult<ExpandedAccount> {
  const isOwn = accountId === session.account.id;
  return useQuery({
    queryKey: accountKey(accountId, 'self'),
    queryFn: ({ signal }) => accountClient(accountId).self({ signal }),
    // The session has just brought one's own along.
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
