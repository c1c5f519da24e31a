import { UnauthorizedError } from '@regrove/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { fetchSession } from '../session/session-api.js';
import { AppError } from './app-request.js';
import type { Session } from './wire.js';

export const sessionKey = ['session'] as const;

/** Set when a session ends while it is in use, so that the sign-in screen can say so. */
export const sessionEndedKey = ['session-ended'] as const;

const isUnauthorized = (error: unknown): boolean =>
  error instanceof UnauthorizedError || (error instanceof AppError && error.status === 401);

/** Nothing of an account stays behind for whoever comes next. */
export function clearAccountData(): void {
  queryClient.removeQueries({ queryKey: ['account'] });
  queryClient.removeQueries({ queryKey: ['operator'] });
}

/** Who is signed in, by the server's word. Whoever was until now and is not any more is told why the screen changes. */
export async function refreshSession(): Promise<Session | null> {
  const session = await fetchSession();
  if (session === null && queryClient.getQueryData(sessionKey)) {
    queryClient.setQueryData(sessionEndedKey, true);
    clearAccountData();
  }
  return session;
}

/**
 * What was asked just before one switched accounts, here or in another tab, is refused though one is signed in: whether
 * anybody is, the server says.
 */
async function checkSession(error: unknown): Promise<void> {
  if (!isUnauthorized(error) || !queryClient.getQueryData(sessionKey)) return;
  queryClient.setQueryData(sessionKey, await refreshSession());
}

const onError = (error: unknown): void => {
  // Where the server cannot be asked, the next request notices.
  checkSession(error).catch(() => undefined);
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The SDK has its own way of trying again.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
});
