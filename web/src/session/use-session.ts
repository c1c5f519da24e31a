import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { sessionEndedKey, clearAccountData, refreshSession, sessionKey } from '../api/query-client.js';
import type { Session } from '../api/wire.js';
import { signOut, updateSession } from './session-api.js';

export const useSessionQuery = () =>
  useQuery({ queryKey: sessionKey, queryFn: refreshSession, staleTime: 300_000, retry: 1 });

export const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in; for what is shown only then. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession is used outside of SessionContext');
  return session;
}

/** Moves to another account of the same address, or to another language. */
export function useUpdateSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: updateSession,
    onSuccess: (session) => queries.setQueryData(sessionKey, session),
  });
}

/** The invitation is not there any more. */
export function useRemoveInvitation(): (id: string) => void {
  const queries = useQueryClient();
  return (id) =>
    queries.setQueryData<Session>(
      sessionKey,
      (session) => session && { ...session, invitations: session.invitations.filter((one) => one.id !== id) },
    );
}

/** Nobody is signed in any more, and whoever was knows it. */
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
