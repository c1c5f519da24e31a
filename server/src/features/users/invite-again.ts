import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { inviteUser } from './sign-in-link.js';
import { findMember, type Member } from './user-store.js';

/** Resends the invitation to a user who has not accepted yet. */
export async function inviteAgain(context: Context, account: AccountId, id: string): Promise<Member> {
  const user = await findMember(context.db, account, id);
  if (!user) throw missing('There is no such user');
  if (user.acceptedAt !== null)
    throw invalid('The user has already accepted the invitation', { code: 'invitation-accepted' });
  await inviteUser(context, user);
  return user;
}
