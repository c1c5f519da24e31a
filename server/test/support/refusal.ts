import { expect } from 'vitest';
import type { Answer } from './api-client.js';

/** A refusal in the one shape of errors, to which our own app gets a reason; `words` is what its message must mention. */
export function expectRefusal({ status, body }: Answer, code: number, words = /./): void {
  const reason =
    body?.reason === undefined ? {} : { reason: expect.objectContaining({ code: expect.any(String) }) };
  expect({ status, body }).toEqual({
    status: code,
    body: { code, error: expect.stringMatching(words), ...reason },
  });
}

/** A UUID that names nothing. */
export const nobody = '0190ffff-ffff-7fff-8fff-ffffffffffff';
