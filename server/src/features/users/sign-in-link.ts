import { recordChange } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Content } from '../mail/mail.js';
import { enqueueMails } from '../mail/enqueue-mails.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { accountOfToken, generateToken, hashToken } from '../../platform/secrets/tenant-token.js';
import { recipientOf } from './recipient-store.js';
import { insertSignInLink } from './sign-in-link-store.js';
import { updateInvitedAt, type User } from './user-store.js';

/** Differs from the prefix of keys, so that they cannot be confused. */
const prefix = 'rl_';

const minuteMs = 60_000;
/** Lifetime of a requested link. */
export const linkMinutes = 15;
/** Longer, because an invitation is not requested and may not be read for days. */
const invitationMinutes = 7 * 24 * 60;

/** Until when the link of an invitation works. */
export const invitationExpiry = (invitedAt: Date): Date =>
  new Date(invitedAt.getTime() + invitationMinutes * minuteMs);

const linkFacts = auditedFields('userId', 'expiresAt');

type LinkUser = Pick<User, 'id' | 'accountId'>;

interface NewLink {
  readonly id: string;
  /** Only its hash is stored. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** The account that the token claims to belong to (not verified yet), or undefined if it is not the token of a link. */
export const accountOfLink = (token: string): string | undefined => accountOfToken(prefix, token);

interface LinkOptions {
  /** Whether the link is also sent by mail. */
  readonly isSent: boolean;
  /** Of the browser that requested the link. */
  readonly browserHash?: Buffer | null;
  /** The screen that the mailed link opens. */
  readonly next?: string | undefined;
}

/** The link signs the user in once. */
export const createSignInLink = (
  context: Context,
  user: LinkUser,
  { isSent, browserHash = null, next }: LinkOptions,
): Promise<NewLink> =>
  inTransaction(context, async (tx) => {
    const link = await makeLink(tx, user, linkMinutes, browserHash);
    if (isSent)
      await mailLink(tx, user, link, `sign-in ${link.id}`, {
        kind: 'sign-in',
        facts: { minutes: linkMinutes, ...(next !== undefined && { next }) },
      });
    return link;
  });

/** Mails the user a link to accept the invitation, and then to open the screen that they wanted to see. */
export const inviteUser = (
  context: Context,
  user: LinkUser,
  { next }: Pick<LinkOptions, 'next'> = {},
): Promise<void> =>
  inTransaction(context, async (tx) => {
    const link = await makeLink(tx, user, invitationMinutes);
    await updateInvitedAt(tx.db, user, tx.clock());
    await mailLink(tx, user, link, `invitation ${link.id}`, {
      kind: 'invitation',
      facts: next === undefined ? {} : { next },
    });
  });

async function makeLink(
  tx: TransactionContext,
  { id: userId, accountId }: LinkUser,
  goodForMinutes: number,
  browserHash: Buffer | null = null,
): Promise<NewLink> {
  const token = generateToken(prefix, accountId);
  const createdAt = tx.clock();
  const expiresAt = new Date(createdAt.getTime() + goodForMinutes * minuteMs);
  const link = { id: newId(), userId, hash: hashToken(token), browserHash, createdAt, expiresAt };
  await insertSignInLink(tx.db, accountId, link);
  await recordChange(tx, accountId, {
    action: 'sign_in_link.create',
    subjectId: link.id,
    after: linkFacts(link),
  });
  return { id: link.id, token, expiresAt };
}

async function mailLink(
  tx: TransactionContext,
  { id, accountId }: LinkUser,
  { token, expiresAt }: NewLink,
  event: string,
  content: Content,
): Promise<void> {
  const to = await recipientOf(tx.db, accountId, id);
  if (to) await enqueueMails(tx, accountId, [{ event, to, content, secret: token, usefulUntil: expiresAt }]);
}
