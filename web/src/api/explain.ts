import { ApiError, ConnectionError, RateLimitError, ServerError } from '@regrove/sdk';
import { AppError } from './ask-app.js';
import { useWords } from '../words/words.js';

/** Says in the reader's language what went wrong; what the server refused, it says best itself. */
export function useExplain(): (error: unknown) => string {
  const { say } = useWords();
  return (error) => {
    const status = error instanceof ApiError || error instanceof AppError ? error.status : 0;
    if (error instanceof ConnectionError || error instanceof TypeError) return say('app.failure.noAnswer');
    if (error instanceof RateLimitError || status === 429) return say('app.failure.tooMany');
    if (error instanceof ServerError || status >= 500) return say('app.failure.server');
    return error instanceof Error && status > 0 ? error.message : say('app.failure.unknown');
  };
}
