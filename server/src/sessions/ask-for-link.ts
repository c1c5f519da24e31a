import type { Context } from '../platform/context.js';
import { enqueue } from '../platform/db/job-store.js';
import { hashToken } from '../platform/tenant-token.js';
import { createSignInLink, linkMinutes } from '../users/sign-in-link.js';
import { findUsersByEmail } from '../users/user-store.js';
import { listSessions } from './session-store.js';

/** What sends links that were asked for, as the queue knows it. */
export const sendLinkJob = { name: 'send-sign-in-link', attempts: 3 };

/** Travels as JSON. */
interface Asked {
  readonly email: string;
  readonly browser_hash: string;
  readonly asked_at: string;
}

/**
 * Has a link sent to the address, if it is anybody's. Whether it is, a job finds out: what is done here, and how long it
 * takes, is the same for all addresses, so that nobody learns from it who is a user.
 */
export const askForLink = (
  { db, clock }: Context,
  { email, browserToken }: { email: string; browserToken: string },
): Promise<void> => {
  const asked: Asked = {
    email,
    browser_hash: hashToken(browserToken).toString('hex'),
    asked_at: clock().toISOString(),
  };
  return enqueue(db, { task: sendLinkJob, payload: asked });
};

/** One link, whatever the number of accounts: to the one that was used last. From there it is a step to the others. */
export async function sendAskedLink(context: Context, payload: unknown): Promise<void> {
  const { email, browser_hash: browserHash, asked_at: askedAt } = payload as Asked;
  const now = context.clock();
  // Nobody waits for it any more.
  if (now.getTime() - Date.parse(askedAt) > linkMinutes * 60_000) return;
  const users = await findUsersByEmail(context.db, email);
  const [latest] = await listSessions(context.db, email, now);
  const user = users.find(({ id }) => id === latest?.userId) ?? users[0];
  if (user)
    await createSignInLink(context, user, { isSent: true, browserHash: Buffer.from(browserHash, 'hex') });
}
