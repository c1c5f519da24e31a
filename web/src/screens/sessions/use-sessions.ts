import { useQuery } from '@tanstack/react-query';
import { appRequest } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { ListedSession } from '../../api/wire.js';

export const useSessions = () =>
  useQuery({
    queryKey: accountKey(useScope().account.id, 'sessions'),
    queryFn: ({ signal }) => appRequest<ListedSession[]>('GET', 'sessions', { signal }),
  });
