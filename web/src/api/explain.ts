import { ApiError, ConnectionError, RateLimitError, ServerError } from '@regrove/sdk';
import { AppError } from './ask-app.js';
import { useWords } from '../words/words.js';

const statusOf = (error: unknown): number =>
  error instanceof ApiError || error instanceof AppError ? error.status : 0;

const isServerFault = (error: unknown): boolean => error instanceof ServerError || statusOf(error) >= 500;

const isNoAnswer = (error: unknown): boolean =>
  error instanceof ConnectionError || error instanceof TypeError;

/** Whether what was asked for may have been done all the same. */
export const isUnanswered = (error: unknown): boolean => isNoAnswer(error) || isServerFault(error);

/** The language of the explanation, where it is not the reader's: what the server refuses, it refuses in English. */
export const languageOf = (error: unknown): string | undefined =>
  statusOf(error) > 0 && statusOf(error) !== 429 && !isServerFault(error) ? 'en' : undefined;

/** Says in the reader's language what went wrong; what the server refused, it says best itself. */
export function useExplain(): (error: unknown) => string {
  const { say } = useWords();
  return (error) => {
    const status = statusOf(error);
    if (isNoAnswer(error)) return say('app.failure.noAnswer');
    if (error instanceof RateLimitError || status === 429) return say('app.failure.tooMany');
    if (isServerFault(error)) return say('app.failure.server');
    return error instanceof Error && status > 0 ? error.message : say('app.failure.unknown');
  };
}
