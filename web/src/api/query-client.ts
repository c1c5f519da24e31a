import { UnauthorizedError } from '@regrove/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { fetchSession } from '../session/session-api.js';
import { AppError } from './app-request.js';
import { reasonOf } from './reason.js';
import type { Session } from './wire.js';

export const sessionKey = ['session'] as const;

/** Set when a session ends while it is in use, so that the sign-in screen can tell. */
export const sessionEndedKey = ['session-ended'] as const;

const isUnauthorized = (error: unknown): boolean =>
  error instanceof UnauthorizedError || (error instanceof AppError && error.status === 401);

/** The next user of this browser must not see anything of the last one. */
export function clearAccountData(): void {
  queryClient.removeQueries({ queryKey: ['account'] });
  queryClient.removeQueries({ queryKey: ['operator'] });
}

/** Asks the server who is signed in, and notes if a session has ended. */
export async function refreshSession(): Promise<Session | null> {
  const session = await fetchSession();
  if (session === null && queryClient.getQueryData(sessionKey)) {
    queryClient.setQueryData(sessionEndedKey, true);
    clearAccountData();
  }
  return session;
}

/**
 * A 401 does not always mean that the session has ended: a request may have been sent just before the user switched
 * accounts, here or in another tab. So the server is asked; also when it refuses a change because the user has been
 * restricted in the meantime.
 */
async function checkSession(error: unknown): Promise<void> {
  const isOutdated = isUnauthorized(error) || reasonOf(error)?.code === 'restricted';
  if (!isOutdated || !queryClient.getQueryData(sessionKey)) return;
  queryClient.setQueryData(sessionKey, await refreshSession());
}

const onError = (error: unknown): void => {
  // If the server is unreachable, the next request will notice.
  checkSession(error).catch(() => undefined);
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The SDK retries by itself.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
});
