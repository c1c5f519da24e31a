import { UnauthorizedError } from '@regrove/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { readSession, type Session } from '../session/app-client.js';
import { AppError } from './ask-app.js';

export const sessionKey = ['session'] as const;

/** Set when a session ends while it is in use, so that the sign-in screen can say so. */
export const endedKey = ['session-ended'] as const;

const isRefused = (error: unknown): boolean =>
  error instanceof UnauthorizedError || (error instanceof AppError && error.status === 401);

/** Nothing of an account stays behind for whoever comes next. */
export function forgetAccounts(): void {
  queryClient.removeQueries({ queryKey: ['account'] });
  queryClient.removeQueries({ queryKey: ['operator'] });
}

/** Who is signed in, by the server's word. Whoever was until now and is not any more is told why the screen changes. */
export async function readAndNotice(): Promise<Session | null> {
  const session = await readSession();
  if (session === null && queryClient.getQueryData(sessionKey)) {
    queryClient.setQueryData(endedKey, true);
    forgetAccounts();
  }
  return session;
}

/**
 * What was asked just before one switched accounts, here or in another tab, is refused though one is signed in: whether
 * anybody is, the server says.
 */
async function noticeEnd(error: unknown): Promise<void> {
  if (!isRefused(error) || !queryClient.getQueryData(sessionKey)) return;
  queryClient.setQueryData(sessionKey, await readAndNotice());
}

const onError = (error: unknown): void => {
  // Where the server cannot be asked, the next request notices.
  noticeEnd(error).catch(() => undefined);
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The SDK has its own way of trying again.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
});
