import { UnauthorizedError } from '@regrove/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { AppError } from './ask-app.js';

export const sessionKey = ['session'] as const;

/** Set when a session ends while it is in use, so that the sign-in screen can say so. */
export const endedKey = ['session-ended'] as const;

const hasEnded = (error: unknown): boolean =>
  error instanceof UnauthorizedError || (error instanceof AppError && error.status === 401);

function noticeEnd(error: unknown): void {
  if (!hasEnded(error) || !queryClient.getQueryData(sessionKey)) return;
  queryClient.setQueryData(endedKey, true);
  queryClient.setQueryData(sessionKey, null);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  // The SDK has its own way of trying again.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
});
