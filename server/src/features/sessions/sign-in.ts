import { record } from '../audit/audit-store.js';
import { cleanText } from '../../platform/text/clean-text.js';
import type { Context, TransactionContext } from '../../database/context.js';
import type { Database, Transaction } from '../../database/database.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { acceptInvitation } from '../users/accept-invitation.js';
import { accountOfLink } from '../users/sign-in-link.js';
import {
  countWrongAddress,
  findSignInLink,
  lockSignInLink,
  setLinkUsed,
  type KeptLink,
} from '../users/sign-in-link-store.js';
import { findAcceptedUsers, lockUser, type UserOfAccount } from '../users/user-store.js';
import { expiryOf } from './session-life.js';
import { insertSession, sessionFacts, type Session } from './session-store.js';
import { generateSessionToken } from './session-token.js';

/** So many wrong addresses in another browser, and the link is good for nothing. */
const wrongAddressesTaken = 5;
const longestUserAgent = 255;

/** The browser that the link is opened in: what it was given when it asked for one. */
type BrowserToken = string | undefined;

/**
 * - `unknown`: there is no such link
 * - `spent`: used, expired, or tried with too many wrong addresses
 * - `elsewhere`: asked for in another browser; the address that it was sent to has to be given
 * - `ready`: good to sign in, and to accept an invitation if it is one
 * - `choice`: the same, to one of several accounts
 */
export type LinkState =
  | { readonly is: 'unknown' }
  | { readonly is: 'spent' | 'elsewhere' | 'ready'; readonly link: KeptLink }
  | { readonly is: 'choice'; readonly link: KeptLink; readonly users: readonly UserOfAccount[] };

/** Looks at a link, and leaves it as it is: programs open the links of mails before people do. */
export async function inspectLink(
  { db, clock }: Context,
  token: string,
  browser: BrowserToken,
): Promise<LinkState> {
  const accountId = accountOfLink(token);
  const link = accountId === undefined ? undefined : await findSignInLink(db, accountId, hashToken(token));
  const state = stateOf(link, browser, clock());
  if (state.is !== 'ready') return state;
  const users = await choicesOf(db, state.link);
  return users.length > 1 ? { is: 'choice', link: state.link, users } : state;
}

/**
 * To which accounts the link leads; oldest first. One that somebody asked for, to all of the address; others to the account
 * that they were made for, be it that nobody has accepted yet.
 */
async function choicesOf(
  db: Database,
  { browserHash, email, acceptedAt }: KeptLink,
): Promise<readonly UserOfAccount[]> {
  return browserHash === null || acceptedAt === null ? [] : findAcceptedUsers(db, email);
}

function stateOf(link: KeptLink | undefined, browser: BrowserToken, now: Date): LinkState {
  if (!link) return { is: 'unknown' };
  const isSpent = link.usedAt !== null || link.expiresAt <= now || link.wrongAddresses >= wrongAddressesTaken;
  if (isSpent) return { is: 'spent', link };
  const { browserHash } = link;
  const isHere = browserHash === null || (browser !== undefined && hashToken(browser).equals(browserHash));
  return { is: isHere ? 'ready' : 'elsewhere', link };
}

export interface Visit {
  readonly browser: BrowserToken;
  /** Given by the visitor, where the link was asked for in another browser. */
  readonly email: string | undefined;
  /** Which of several accounts to sign in to. */
  readonly accountId: string | undefined;
  readonly userAgent: string | undefined;
}

export interface SignedIn {
  readonly is: 'signedIn';
  /** Known here only: what is kept is its hash. */
  readonly token: string;
  readonly session: Session;
}

/** Uses the link up, and signs its user in; of several who try at once one succeeds. */
export const signIn = (context: Context, token: string, visit: Visit): Promise<SignedIn | LinkState> =>
  inTransaction(context, async (tx) => {
    const accountId = accountOfLink(token);
    const link =
      accountId === undefined ? undefined : await lockSignInLink(tx.db, accountId, hashToken(token));
    const state = stateOf(link, visit.browser, tx.clock());
    if (state.is === 'unknown' || state.is === 'spent') return state;
    if (state.is === 'elsewhere' && visit.email?.toLowerCase() !== state.link.email.toLowerCase()) {
      if (visit.email === undefined) return state;
      await countWrongAddress(tx.db, state.link);
      const link = { ...state.link, wrongAddresses: state.link.wrongAddresses + 1 };
      return stateOf(link, visit.browser, tx.clock());
    }
    const user = await chosenUser(tx.db, state.link, visit);
    return 'is' in user ? user : open(tx, state.link, user, visit);
  });

type LinkUser = Pick<KeptLink, 'accountId' | 'userId'>;

/** Whom the visitor signs in as; what there is to choose from while that is open. */
async function chosenUser(
  db: Transaction,
  link: KeptLink,
  { accountId }: Visit,
): Promise<LinkUser | LinkState> {
  const users = await choicesOf(db, link);
  if (users.length < 2) return link;
  const chosen = users.find((user) => user.accountId === accountId);
  // Held, so that nobody signs in to an account that removes them at this moment.
  const user = chosen && (await lockUser(db, chosen.accountId, chosen.id));
  return user ? { accountId: user.accountId, userId: user.id } : { is: 'choice', link, users };
}

async function open(
  tx: TransactionContext,
  link: KeptLink,
  { accountId, userId }: LinkUser,
  { userAgent }: Visit,
): Promise<SignedIn> {
  const now = tx.clock();
  await acceptInvitation(tx, { accountId, id: userId });
  await setLinkUsed(tx.db, link, now);
  const token = generateSessionToken(accountId);
  const session = await insertSession(tx.db, {
    accountId,
    id: newId(),
    userId,
    hash: hashToken(token),
    userAgent: cleanText(userAgent ?? '').slice(0, longestUserAgent) || null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expiryOf(now, now),
  });
  await record({ ...tx, actor: { kind: 'user', id: userId } }, accountId, {
    action: 'session.create',
    subjectId: session.id,
    after: { ...sessionFacts(session), sign_in_link_id: link.id },
  });
  return { is: 'signedIn', token, session };
}
