import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { endedKey, forgetAccounts, readAndNotice, sessionKey } from '../api/query-client.js';
import { changeSession, endSession, type Session } from './app-client.js';

export const useSessionQuery = () =>
  useQuery({ queryKey: sessionKey, queryFn: readAndNotice, staleTime: 300_000, retry: 1 });

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

/** The invitation is not there any more. */
export function useForgetInvitation(): (id: string) => void {
  const queries = useQueryClient();
  return (id) =>
    queries.setQueryData<Session>(
      sessionKey,
      (session) => session && { ...session, invitations: session.invitations.filter((one) => one.id !== id) },
    );
}

/** Nobody is signed in any more, and whoever was knows it. */
export function useForgetSession(): () => void {
  const queries = useQueryClient();
  return () => {
    queries.setQueryData(sessionKey, null);
    queries.removeQueries({ queryKey: endedKey });
    forgetAccounts();
  };
}

export function useSignOut() {
  const forget = useForgetSession();
  return useMutation({ mutationFn: endSession, onSuccess: forget });
}
