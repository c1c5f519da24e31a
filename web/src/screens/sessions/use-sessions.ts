import { useQuery } from '@tanstack/react-query';
import { appRequest } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';

/** Somewhere that one is signed in. */
export interface ListedSession {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly user_agent: string | null;
  readonly is_current: boolean;
}

export const useSessions = () =>
  useQuery({
    queryKey: accountKey(useScope().account.id, 'sessions'),
    queryFn: ({ signal }) => appRequest<ListedSession[]>('GET', 'sessions', { signal }),
  });
