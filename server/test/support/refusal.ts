import { expect } from 'vitest';
import type { Answer } from './api-client.js';

/** Checks a refusal: it has the common shape of errors, plus a reason for our own app; `words` must match the message. */
export function expectRefusal({ status, body }: Answer, code: number, words = /./): void {
  const reason =
    body?.reason === undefined ? {} : { reason: expect.objectContaining({ code: expect.any(String) }) };
  expect({ status, body }).toEqual({
    status: code,
    body: { code, error: expect.stringMatching(words), ...reason },
  });
}

/** A UUID that nothing has. */
export const unknownId = '0190ffff-ffff-7fff-8fff-ffffffffffff';

/** How the dashboard's requests are refused for a reason that has words. */
export const refusedFor = (code: string) => ({ status: 403, body: { reason: { code } } });
