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

/** For an address whose users have all not accepted yet. `actorOf`: who has caused it, if not the actor of the context. */
export async function resendInvitations(
  context: Context,
  users: readonly User[],
  actorOf: (user: User) => Actor = () => context.actor,
): Promise<void> {
  for (const user of users.slice(0, maxResent)) await inviteUser({ ...context, actor: actorOf(user) }, user);
}
