import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import type { Actor } from '../../platform/actor.js';
import { invalid, missing } from '../../platform/errors.js';
import { inviteUser } from './sign-in-link.js';
import { findMember, type Member, type User } from './user-store.js';

/** Resends the invitation to a user who has not accepted yet. */
export async function inviteAgain(context: Context, account: AccountId, id: string): Promise<Member> {
  const user = await findMember(context.db, account, id);
  if (!user) throw missing('There is no such user');
  if (user.acceptedAt !== null)
    throw invalid('The user has already accepted the invitation', { code: 'invitation-accepted' });
  await inviteUser(context, user);
  return user;
}

/** Resent by one request; people with more of them have been mailed often enough. */
const maxResent = 5;

interface ResendOptions {
  /** The screen that the person wanted to see. */
  readonly next?: string | undefined;
  /** Who has caused it, if not the actor of the context. */
  readonly actorOf?: (user: User) => Actor;
}

/** For an address whose users have all not accepted yet. */
export async function resendInvitations(
  context: Context,
  users: readonly User[],
  { next, actorOf = () => context.actor }: ResendOptions,
): Promise<void> {
  for (const user of users.slice(0, maxResent))
    await inviteUser({ ...context, actor: actorOf(user) }, user, { next });
}
