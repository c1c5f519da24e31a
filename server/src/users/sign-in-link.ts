import { record } from '../audit/audit-store.js';
import { factsOf } from '../audit/facts.js';
import type { Content } from '../mail/mail.js';
import { invitationsSince } from '../mail/outbox-store.js';
import { postMails } from '../mail/post-mails.js';
import type { Context } from '../platform/context.js';
import { newId } from '../platform/ids.js';
import { inTransaction } from '../platform/in-transaction.js';
import { accountOfToken, generateToken, hashToken } from '../platform/tenant-token.js';
import { recipientsOf } from './recipient-store.js';
import { insertSignInLink } from './sign-in-link-store.js';
import type { User } from './user-store.js';

/** Other than a key's, so that nobody takes the one for the other. */
const prefix = 'rl_';

const minuteMs = 60_000;
/** How long a link is good for that somebody asked for. */
export const linkMinutes = 15;
/** An invitation comes unasked, and may lie for some days. */
const invitationMinutes = 7 * 24 * 60;

const dayMs = 86_400_000;
/** To one address, whoever invites it: nobody's mailbox is to be filled through us. */
const invitationsADay = 20;

const linkFacts = factsOf('userId', 'expiresAt');

type LinkUser = Pick<User, 'id' | 'accountId'>;

interface NewLink {
  readonly id: string;
  /** Known here only: what is kept is its hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** The account that the token of a link names, or undefined when it is no such token at all. */
export const accountOfLink = (token: string): string | undefined => accountOfToken(prefix, token);

/** A link that signs the user in, once. `isSent`: by mail as well. `browserHash`: asked for by that browser. */
export const createSignInLink = (
  context: Context,
  user: LinkUser,
  { isSent, browserHash = null }: { isSent: boolean; browserHash?: Buffer | null },
): Promise<NewLink> =>
  inTransaction(context, async (tx) => {
    const link = await makeLink(tx, user, linkMinutes, browserHash);
    if (isSent)
      await mailLink(tx, user, link, `sign-in ${link.id}`, {
        kind: 'sign-in',
        facts: { minutes: linkMinutes },
      });
    return link;
  });

/**
 * Mails a new user a link to come in by. Call it in the transaction that creates the user. An address that has been
 * invited often today has links enough, and can ask for one itself.
 */
export async function inviteUser(tx: Context, user: LinkUser & Pick<User, 'email'>): Promise<void> {
  const yesterday = new Date(tx.clock().getTime() - dayMs);
  if ((await invitationsSince(tx.db, user.email, yesterday)) >= invitationsADay) return;
  const link = await makeLink(tx, user, invitationMinutes);
  await mailLink(tx, user, link, `invitation ${user.id}`, { kind: 'invitation', facts: {} });
}

async function makeLink(
  tx: Context,
  { id: userId, accountId }: LinkUser,
  goodForMinutes: number,
  browserHash: Buffer | null = null,
): Promise<NewLink> {
  const token = generateToken(prefix, accountId);
  const createdAt = tx.clock();
  const expiresAt = new Date(createdAt.getTime() + goodForMinutes * minuteMs);
  const link = { id: newId(), userId, hash: hashToken(token), browserHash, createdAt, expiresAt };
  await insertSignInLink(tx.db, accountId, link);
  await record(tx, accountId, { action: 'sign_in_link.create', subjectId: link.id, after: linkFacts(link) });
  return { id: link.id, token, expiresAt };
}

async function mailLink(
  tx: Context,
  { id, accountId }: LinkUser,
  { token, expiresAt }: NewLink,
  event: string,
  content: Content,
): Promise<void> {
  const [to] = await recipientsOf(tx.db, accountId, id);
  if (to) await postMails(tx, accountId, [{ event, to, content, secret: token, usefulUntil: expiresAt }]);
}
