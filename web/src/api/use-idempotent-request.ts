import type { WriteOptions } from '@regrove/sdk';
import { useRef } from 'react';
import { mayHaveSucceeded } from './error-message.js';

/**
 * Asks for something that is to be done once. Whoever asks for the same again because no answer came gets the answer to
 * the first try, if that one arrived: nothing is done twice.
 */
export function useIdempotentRequest<Input, Output>(
  send: (input: Input, once: WriteOptions) => Promise<Output>,
): (input: Input) => Promise<Output> {
  const pending = useRef<{ readonly body: string | undefined; readonly once: WriteOptions } | null>(null);
  return async (input) => {
    const body = JSON.stringify(input);
    if (pending.current?.body !== body) pending.current = null;
    const { once } = (pending.current ??= { body, once: { idempotencyKey: crypto.randomUUID() } });
    try {
      const output = await send(input, once);
      pending.current = null;
      return output;
    } catch (error) {
      if (!mayHaveSucceeded(error)) pending.current = null;
      throw error;
    }
  };
}
