import type { Context } from '../../database/context.js';
import { enqueueAlone } from '../../database/job-store.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { createSignInLink, inviteUser, linkMinutes } from '../users/sign-in-link.js';
import { findUsersByEmail } from '../users/user-store.js';

/** What sends links that were asked for, as the queue knows it. */
export const sendLinkJob = { name: 'send-sign-in-link', attempts: 3 };

/** Travels as JSON. */
interface Asked {
  readonly email: string;
  readonly browser_hash: string;
  readonly asked_at: string;
  readonly next?: string;
}

/**
 * Has a link sent to the address, if it is anybody's. Whether it is, a job finds out: what is done here, and how long it
 * takes, is the same for all addresses, so that nobody learns from it who is a user.
 */
export const requestSignInLink = (
  { db, clock }: Context,
  { email, browserToken, next }: { email: string; browserToken: string; next?: string | undefined },
): Promise<void> => {
  const asked: Asked = {
    email,
    browser_hash: hashToken(browserToken).toString('hex'),
    asked_at: clock().toISOString(),
    ...(next !== undefined && { next }),
  };
  return enqueueAlone(db, { task: sendLinkJob, payload: asked });
};

/** So many invitations are sent again at once; who has more of them has been written to often enough. */
const maxInvitations = 5;

/**
 * One link, whatever the number of accounts: its page lets the person choose. Only accounts count that the person has
 * agreed to be a user of; who has none yet is sent the invitations again.
 */
export async function sendRequestedLink(context: Context, payload: unknown): Promise<void> {
  const { email, browser_hash: browserHash, asked_at: askedAt, next } = payload as Asked;
  // Nobody waits for it any more.
  if (context.clock().getTime() - Date.parse(askedAt) > linkMinutes * 60_000) return;
  const users = await findUsersByEmail(context.db, email);
  const oldest = users.find(({ acceptedAt }) => acceptedAt !== null);
  if (oldest)
    await createSignInLink(context, oldest, {
      isSent: true,
      browserHash: Buffer.from(browserHash, 'hex'),
      next,
    });
  else for (const user of users.slice(0, maxInvitations)) await inviteUser(context, user);
}
