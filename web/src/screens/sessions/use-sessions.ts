import { useQuery } from '@tanstack/react-query';
import { askApp } from '../../api/ask-app.js';
import { accountKey } from '../../api/scope.js';
import { useSession } from '../../session/use-session.js';

/** Somewhere that one is signed in. */
export interface ListedSession {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly user_agent: string | null;
  readonly is_current: boolean;
}

export function useSessionsKey(): readonly unknown[] {
  return accountKey(useSession().account.id, 'sessions');
}

export const useSessions = () =>
  useQuery({
    queryKey: useSessionsKey(),
    queryFn: ({ signal }) => askApp<ListedSession[]>('GET', 'sessions', { signal }),
  });
