import type { Context } from '../../database/context.js';
import { Refusal } from '../../platform/errors.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { expiryOf } from './session-lifetime.js';
import { findSessionHolder, updateLastSeen, type SessionHolder } from './session-store.js';
import { accountOfSession } from './session-token.js';

/** Short compared to the lifetime of a session, and much longer than the time between two requests of a page. */
const notedEveryMs = 5 * 60_000;

/** The holder of this token; undefined if it is invalid, unknown, expired or revoked. Use extends the session. */
export async function recognizeSession(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<SessionHolder | undefined> {
  const accountId = accountOfSession(token);
  if (accountId === undefined) return undefined;
  const now = clock();
  const holder = await findSessionHolder(db, accountId, hashToken(token), now);
  if (!holder || now.getTime() - holder.lastSeenAt.getTime() < notedEveryMs) return holder;
  const expiresAt = expiryOf(holder.signedInAt, now);
  try {
    await updateLastSeen(db, holder, { seenAt: now, expiresAt });
  } catch (error) {
    // A read-only database must not sign people out; a later request records the use.
    if (error instanceof Refusal && error.kind === 'unavailable') return holder;
    throw error;
  }
  return { ...holder, lastSeenAt: now, expiresAt };
}
