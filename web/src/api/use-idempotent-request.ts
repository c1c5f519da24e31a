import type { WriteOptions } from '@regrove/sdk';
import { useRef } from 'react';
import { mayHaveSucceeded } from './error-message.js';

/**
 * Asks for something that is to be done once. Whoever asks for the same again because no answer came gets the answer to
 * the first try, if that one arrived: nothing is done twice.
 */
export function useIdempotentRequest<Input, Output>(
  ask: (input: Input, once: WriteOptions) => Promise<Output>,
): (input: Input) => Promise<Output> {
  const open = useRef<{ readonly asked: string | undefined; readonly once: WriteOptions } | null>(null);
  return async (input) => {
    const asked = JSON.stringify(input);
    if (open.current?.asked !== asked) open.current = null;
    const { once } = (open.current ??= { asked, once: { idempotencyKey: crypto.randomUUID() } });
    try {
      const output = await ask(input, once);
      open.current = null;
      return output;
    } catch (error) {
      if (!mayHaveSucceeded(error)) open.current = null;
      throw error;
    }
  };
}
