import { record } from '../audit/audit-store.js';
import { cleanText } from '../../platform/text/clean-text.js';
import type { Reached } from '../../database/across-nodes.js';
import type { Context, TransactionContext } from '../../database/context.js';
import type { Database, Transaction } from '../../database/database.js';
import { nodeAway } from '../../database/failures.js';
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
  type StoredLink,
} from '../users/sign-in-link-store.js';
import { lockUser, reachAcceptedUsers, type UserOfAccount } from '../users/user-store.js';
import { expiryOf } from './session-lifetime.js';
import { insertSession, sessionFacts, type Session } from './session-store.js';
import { generateSessionToken } from './session-token.js';

/** After this many wrong addresses in another browser, the link is invalid. */
const wrongAddressesTaken = 5;
const longestUserAgent = 255;

/** The token given to the browser when it requested a link. */
type BrowserToken = string | undefined;

/**
 * - `unknown`: there is no such link
 * - `expired`: used, expired, or tried with too many wrong addresses
 * - `otherBrowser`: requested in another browser; the address it was sent to must be entered
 * - `ready`: can be used to sign in, and to accept the invitation if it is one
 * - `choice`: the same, for one of several accounts
 */
export type LinkState =
  | { readonly is: 'unknown' }
  | { readonly is: 'expired' | 'otherBrowser' | 'ready'; readonly link: StoredLink }
  | { readonly is: 'choice'; readonly link: StoredLink; readonly users: readonly UserOfAccount[] };

/** Does not use up the link: mail programs open links before people do. */
export async function inspectLink(
  { db, clock }: Context,
  token: string,
  browser: BrowserToken,
): Promise<LinkState> {
  const accountId = accountOfLink(token);
  const link = accountId === undefined ? undefined : await findSignInLink(db, accountId, hashToken(token));
  const state = stateOf(link, browser, clock());
  if (state.is !== 'ready') return state;
  const { rows: users } = await choicesOf(db, state.link);
  return users.length > 1 ? { is: 'choice', link: state.link, users } : state;
}

/**
 * The accounts to choose from, oldest first. A requested link is valid for all accounts of the address. Other links,
 * and those of users who have not accepted yet, are only valid for the account they were created for.
 */
async function choicesOf(
  db: Database,
  { browserHash, email, acceptedAt }: StoredLink,
): Promise<Reached<UserOfAccount>> {
  return browserHash === null || acceptedAt === null
    ? { rows: [], isComplete: true }
    : reachAcceptedUsers(db, email);
}

function stateOf(link: StoredLink | undefined, browser: BrowserToken, now: Date): LinkState {
  if (!link) return { is: 'unknown' };
  const isExpired =
    link.usedAt !== null || link.expiresAt <= now || link.wrongAddresses >= wrongAddressesTaken;
  if (isExpired) return { is: 'expired', link };
  const { browserHash } = link;
  const isHere = browserHash === null || (browser !== undefined && hashToken(browser).equals(browserHash));
  return { is: isHere ? 'ready' : 'otherBrowser', link };
}

export interface SignInAttempt {
  readonly browser: BrowserToken;
  /** Entered by the visitor if the link was requested in another browser. */
  readonly email: string | undefined;
  /** The account chosen, if there are several. */
  readonly accountId: string | undefined;
  readonly userAgent: string | undefined;
}

export interface SignedIn {
  readonly is: 'signedIn';
  /** Only its hash is stored. */
  readonly token: string;
  readonly session: Session;
}

/** Uses up the link and signs its user in; of several concurrent attempts, only one succeeds. */
export const signIn = (
  context: Context,
  token: string,
  visit: SignInAttempt,
): Promise<SignedIn | LinkState> =>
  inTransaction(context, async (tx) => {
    const accountId = accountOfLink(token);
    const link =
      accountId === undefined ? undefined : await lockSignInLink(tx.db, accountId, hashToken(token));
    const state = stateOf(link, visit.browser, tx.clock());
    if (state.is === 'unknown' || state.is === 'expired') return state;
    if (state.is === 'otherBrowser' && visit.email?.toLowerCase() !== state.link.email.toLowerCase()) {
      if (visit.email === undefined) return state;
      await countWrongAddress(tx.db, state.link);
      const link = { ...state.link, wrongAddresses: state.link.wrongAddresses + 1 };
      return stateOf(link, visit.browser, tx.clock());
    }
    const user = await chosenUser(tx.db, state.link, visit);
    return 'is' in user ? user : open(tx, state.link, user, visit);
  });

type LinkUser = Pick<StoredLink, 'accountId' | 'userId'>;

/** The user to sign in as, or the choice if there is one to make. */
async function chosenUser(
  db: Transaction,
  link: StoredLink,
  { accountId }: SignInAttempt,
): Promise<LinkUser | LinkState> {
  const { rows: users, isComplete } = await choicesOf(db, link);
  const chosen = users.find((user) => user.accountId === accountId);
  // The chosen account may be on a node that is away. Nobody is signed in to another one instead.
  if (!isComplete && !chosen && accountId !== undefined && accountId !== link.accountId) throw nodeAway();
  if (users.length < 2) return link;
  // Locked, so that the user cannot be deleted at the same time.
  const user = chosen && (await lockUser(db, chosen.accountId, chosen.id));
  return user ? { accountId: user.accountId, userId: user.id } : { is: 'choice', link, users };
}

async function open(
  tx: TransactionContext,
  link: StoredLink,
  { accountId, userId }: LinkUser,
  { userAgent }: SignInAttempt,
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
