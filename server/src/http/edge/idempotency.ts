import { createHash } from 'node:crypto';
import type { Context } from '../../platform/context.js';
import type { AccountId } from '../../accounts/account.js';
import {
  claimRequest,
  findAnswer,
  keepAnswer,
  type RequestIdentity,
} from '../../keys/idempotent-request-store.js';
import { HttpError } from './status.js';

/** The Idempotency-Key of a request, if it has one. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) {
    throw new HttpError(400, 'Idempotency-Key must be text of 1 to 255 printable ASCII characters');
  }
  return header;
}

/**
 * Does the work once. The claim, the work and its answer are one transaction: a crash leaves none of them, a refusal
 * undoes the claim, and whoever comes second waits for the first and gets its answer. It is kept in the newest form, so
 * that it can be given again in any revision.
 */
export function answerOnce(
  context: Context,
  account: AccountId,
  identity: RequestIdentity,
  body: unknown,
  work: (context: Context) => Promise<unknown>,
): Promise<{ answer: unknown; replayed: boolean }> {
  const now = context.clock();
  const bodyHash = createHash('sha256').update(JSON.stringify(body, sortedKeys)).digest();
  return context.db.transaction(async (db) => {
    if (await claimRequest(db, account, identity, { bodyHash, now })) {
      const answer = await work({ ...context, db });
      await keepAnswer(db, account, identity, JSON.stringify(answer));
      return { answer, replayed: false };
    }
    const first = await findAnswer(db, account, identity);
    if (!first) throw new Error('An idempotent request vanished while it was looked at');
    if (!first.bodyHash.equals(bodyHash)) {
      throw new HttpError(400, 'Idempotency-Key was used before with another body');
    }
    return { answer: JSON.parse(first.answer) as unknown, replayed: true };
  });
}

// The order of a JSON object's fields does not make it another body.
const sortedKeys = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
