import type { Context } from '../../database/context.js';
import { nodeUnavailable } from '../../database/failures.js';
import { enqueueInOwnTransaction } from '../../database/job-store.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { resendInvitations } from '../users/invite-again.js';
import { createSignInLink, linkMinutes } from '../users/sign-in-link.js';
import { findUsersByEmailOnNodes } from '../users/user-store.js';

export const sendLinkJob = { name: 'send-sign-in-link', attempts: 3 };
/** A node that does not respond may have the user. These attempts take longer than a link is valid. */
const sendLinkJobDistributed = { ...sendLinkJob, attempts: 8 };

/** Stored as JSON. */
interface LinkRequest {
  readonly email: string;
  readonly browser_hash: string;
  readonly asked_at: string;
  readonly next?: string;
}

/**
 * Sends a link to the address if it belongs to a user. A job checks this: the work and time spent here are the same for
 * every address, so that the response does not reveal who is a user.
 */
export const requestSignInLink = (
  { db, clock }: Context,
  { email, browserToken, next }: { email: string; browserToken: string; next?: string | undefined },
): Promise<void> => {
  const payload: LinkRequest = {
    email,
    browser_hash: hashToken(browserToken).toString('hex'),
    asked_at: clock().toISOString(),
    ...(next !== undefined && { next }),
  };
  return enqueueInOwnTransaction(db, {
    task: db.layout === 'distributed' ? sendLinkJobDistributed : sendLinkJob,
    payload,
  });
};

/**
 * Sends one link for all accounts of the person; its page offers the choice. Only accounts whose invitation the person
 * has accepted count. Without any, the invitations are sent again.
 */
export async function sendRequestedLink(context: Context, payload: unknown): Promise<void> {
  const { email, browser_hash: browserHash, asked_at: askedAt, next } = payload as LinkRequest;
  // The link would have expired by now.
  if (context.clock().getTime() - Date.parse(askedAt) > linkMinutes * 60_000) return;
  const { rows: users, isComplete } = await findUsersByEmailOnNodes(context.db, email);
  const oldest = users.find(({ acceptedAt }) => acceptedAt !== null);
  if (oldest)
    await createSignInLink(context, oldest, {
      isSent: true,
      browserHash: Buffer.from(browserHash, 'hex'),
      next,
    });
  else if (!isComplete) throw nodeUnavailable();
  else await resendInvitations(context, users, { next });
}
