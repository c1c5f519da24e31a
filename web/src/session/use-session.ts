import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { endedKey, sessionKey } from '../api/query-client.js';
import { changeSession, endSession, readSession, type Session } from './app-client.js';

export const useSessionQuery = () =>
  useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: 300_000, retry: 1 });

export const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in; for what is shown only then. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('Nobody is signed in');
  return session;
}

/** Moves to another account of the same address, or to another language. */
export function useChangeSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: changeSession,
    onSuccess: (session) => queries.setQueryData(sessionKey, session),
  });
}

/** Nobody is signed in any more, and whoever was knows it. */
export function useForgetSession(): () => void {
  const queries = useQueryClient();
  return () => {
    queries.setQueryData(sessionKey, null);
    queries.removeQueries({ queryKey: endedKey });
    // Nothing of the account stays behind for whoever comes next.
    queries.removeQueries({ queryKey: ['account'] });
    queries.removeQueries({ queryKey: ['operator'] });
  };
}

export function useSignOut() {
  const forget = useForgetSession();
  return useMutation({ mutationFn: endSession, onSuccess: forget });
}
