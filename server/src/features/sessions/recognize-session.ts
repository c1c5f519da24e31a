import type { Context } from '../../database/context.js';
import { Refusal } from '../../platform/errors.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { expiryOf } from './session-life.js';
import { findSessionHolder, noteSeen, type SessionHolder } from './session-store.js';
import { accountOfSession } from './session-token.js';

/** Small beside the days after which a session ends, and far more than there are between two requests of a page. */
const notedEveryMs = 5 * 60_000;

/** Who is signed in with this token; undefined when it is none, unknown, expired or revoked. Using it prolongs it. */
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
    await noteSeen(db, holder, { seenAt: now, expiresAt });
  } catch (error) {
    // A database that can be read and not written still shows people what there is; the next request notes it.
    if (error instanceof Refusal && error.kind === 'unavailable') return holder;
    throw error;
  }
  return { ...holder, lastSeenAt: now, expiresAt };
}
