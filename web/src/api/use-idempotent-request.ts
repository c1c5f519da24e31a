import type { WriteOptions } from '@regrove/sdk';
import { useRef } from 'react';
import { mayHaveSucceeded } from './error-message.js';

/**
 * Sends a request with an Idempotency-Key. If no response arrives and the user tries again with the same input, the same key
 * is sent, so that nothing is done twice.
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
