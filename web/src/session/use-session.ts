import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { sessionEndedKey, clearAccountData, refreshSession, sessionKey } from '../api/query-client.js';
import type { Session } from '../api/wire.js';
import { signOut, updateSession } from './session-api.js';

export const useSessionQuery = () =>
  useQuery({ queryKey: sessionKey, queryFn: refreshSession, staleTime: 300_000, retry: 1 });

export const SessionContext = createContext<Session | undefined>(undefined);

/** For components that are only shown to signed-in users. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession is used outside of SessionContext');
  return session;
}

/** Switches to another account of the user, or to another language. */
export function useUpdateSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: updateSession,
    // The answer is about the live account, whose user is the same person.
    onSuccess: (live) =>
      queries.setQueryData<Session>(sessionKey, (shown) =>
        shown?.sandbox ? { ...shown, user: { ...live.user, is_operator: false } } : live,
      ),
  });
}

/** Removes an invitation from the cached session. */
export function useRemoveInvitation(): (id: string) => void {
  const queries = useQueryClient();
  return (id) =>
    queries.setQueryData<Session>(
      sessionKey,
      (session) => session && { ...session, invitations: session.invitations.filter((one) => one.id !== id) },
    );
}

/** For a sign-out by the user: the sign-in screen does not tell that a session has ended. */
export function useClearSession(): () => void {
  const queries = useQueryClient();
  return () => {
    queries.setQueryData(sessionKey, null);
    queries.removeQueries({ queryKey: sessionEndedKey });
    clearAccountData();
  };
}

export function useSignOut() {
  const clear = useClearSession();
  return useMutation({ mutationFn: signOut, onSuccess: clear });
}
