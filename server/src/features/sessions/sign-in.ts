import type { NodeRows } from '../../database/across-nodes.js';
import type { Context, TransactionContext } from '../../database/context.js';
import type { Database, Transaction } from '../../database/database.js';
import { nodeUnavailable } from '../../database/failures.js';
import { inTransaction } from '../../database/in-transaction.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { acceptInvitation } from '../users/accept-invitation.js';
import { relyingParty } from '../users/passkeys/relying-party.js';
import { accountOfLink } from '../users/sign-in-link.js';
import {
  countWrongAddress,
  findSignInLink,
  lockSignInLink,
  setLinkUsed,
  type StoredLink,
} from '../users/sign-in-link-store.js';
import { lockUser, findAcceptedUsersOnNodes, type UserOfAccount } from '../users/user-store.js';
import { openSession, type OpenedSession } from './open-session.js';

/** After this many wrong addresses in another browser, the link is invalid. */
const maxWrongAddresses = 5;

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
  context: Context,
  token: string,
  browser: BrowserToken,
): Promise<LinkState> {
  const accountId = accountOfLink(token);
  const link =
    accountId === undefined ? undefined : await findSignInLink(context.db, accountId, hashToken(token));
  const state = stateOf(context, link, browser);
  if (state.is !== 'ready') return state;
  const { rows: users } = await choicesOf(context.db, state.link);
  return users.length > 1 ? { is: 'choice', link: state.link, users } : state;
}

/**
 * The accounts to choose from, oldest first. A requested link is valid for all accounts of the address. Other links,
 * and those of users who have not accepted yet, are only valid for the account they were created for.
 */
async function choicesOf(
  db: Database,
  { browserHash, email, acceptedAt }: StoredLink,
): Promise<NodeRows<UserOfAccount>> {
  return browserHash === null || acceptedAt === null
    ? { rows: [], isComplete: true }
    : findAcceptedUsersOnNodes(db, email);
}

function stateOf(
  { clock, signIn: { methods } }: Pick<Context, 'clock' | 'signIn'>,
  link: StoredLink | undefined,
  browser: BrowserToken,
): LinkState {
  if (!link) return { is: 'unknown' };
  const { browserHash } = link;
  const isExpired =
    link.usedAt !== null || link.expiresAt <= clock() || link.wrongAddresses >= maxWrongAddresses;
  // Requested before links were no longer allowed. Invitations, and links of the operator, still work.
  const isNotAllowed = browserHash !== null && !methods.includes('link');
  if (isExpired || isNotAllowed) return { is: 'expired', link };
  const isHere = browserHash === null || (browser !== undefined && hashToken(browser).equals(browserHash));
  return { is: isHere ? 'ready' : 'otherBrowser', link };
}

/** Whether a link signs in by itself. Otherwise its user must sign in at the provider. */
export const canSignInByLink = (context: Pick<Context, 'baseUrl' | 'signIn'>): boolean =>
  context.signIn.methods.includes('link') || relyingParty(context) !== undefined;

export interface SignInAttempt {
  readonly browser: BrowserToken;
  /** Entered by the visitor if the link was requested in another browser. */
  readonly email: string | undefined;
  /** The account chosen, if there are several. */
  readonly accountId: string | undefined;
  readonly userAgent: string | undefined;
}

/** Uses up the link and signs its user in; of several concurrent attempts, only one succeeds. */
export const signIn = (
  context: Context,
  token: string,
  visit: SignInAttempt,
): Promise<OpenedSession | LinkState> =>
  inTransaction(context, async (tx) => {
    const accountId = accountOfLink(token);
    const link =
      accountId === undefined ? undefined : await lockSignInLink(tx.db, accountId, hashToken(token));
    const state = stateOf(tx, link, visit.browser);
    if (state.is === 'unknown' || state.is === 'expired' || !canSignInByLink(tx)) return state;
    if (state.is === 'otherBrowser' && visit.email?.toLowerCase() !== state.link.email.toLowerCase()) {
      if (visit.email === undefined) return state;
      await countWrongAddress(tx.db, state.link);
      const link = { ...state.link, wrongAddresses: state.link.wrongAddresses + 1 };
      return stateOf(tx, link, visit.browser);
    }
    const user = await chosenUser(tx.db, state.link, visit);
    return 'is' in user ? user : open(tx, state.link, user, visit);
  });

/** The same for a person who came by a link and has proved the address at the provider of single sign-on. */
export const signInByProvedAddress = (
  context: Context,
  token: string,
  { email, userAgent }: { readonly email: string; readonly userAgent: string | undefined },
): Promise<OpenedSession | LinkState | { readonly is: 'otherAddress' }> =>
  inTransaction(context, async (tx) => {
    const accountId = accountOfLink(token);
    const link =
      accountId === undefined ? undefined : await lockSignInLink(tx.db, accountId, hashToken(token));
    const state = stateOf(tx, link, undefined);
    if (state.is !== 'ready') return state;
    if (email.toLowerCase() !== state.link.email.toLowerCase()) return { is: 'otherAddress' };
    return open(tx, state.link, state.link, { userAgent, isProved: true });
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
  // The chosen account may be on a node that does not respond. Nobody is signed in to another one instead.
  if (!isComplete && !chosen && accountId !== undefined && accountId !== link.accountId)
    throw nodeUnavailable();
  if (users.length < 2) return link;
  // Locked, so that the user cannot be deleted at the same time.
  const user = chosen && (await lockUser(db, chosen.accountId, chosen.id));
  return user ? { accountId: user.accountId, userId: user.id } : { is: 'choice', link, users };
}

/**
 * Where people must sign in in another way, a link lets them only add their first passkey, or another after they have lost
 * theirs.
 */
async function open(
  tx: TransactionContext,
  link: StoredLink,
  user: LinkUser,
  { userAgent, isProved = false }: { readonly userAgent: string | undefined; readonly isProved?: boolean },
): Promise<OpenedSession> {
  await acceptInvitation(tx, { accountId: user.accountId, id: user.userId });
  await setLinkUsed(tx.db, link, tx.clock());
  return openSession(tx, user, {
    userAgent,
    awaitsPasskey: !isProved && !tx.signIn.methods.includes('link'),
    facts: { sign_in_link_id: link.id },
  });
}
