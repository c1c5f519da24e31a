import { expect } from 'vitest';
import type { Answer } from './api-client.js';

/** A refusal in the one shape of errors; `words` is what its message must mention. */
export function expectRefusal({ status, body }: Answer, code: number, words = /./): void {
  expect({ status, body }).toEqual({ status: code, body: { code, error: expect.stringMatching(words) } });
}

/** A UUID that names nothing. */
export const nobody = '0190ffff-ffff-7fff-8fff-ffffffffffff';
