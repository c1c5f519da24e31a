import type { Account } from '../../features/accounts/account.js';
import { catchMails } from '../../features/mail/catch-mails.js';
import { acceptInvitation } from '../../features/users/accept-invitation.js';
import { changeUser } from '../../features/users/change-user.js';
import { createUser } from '../../features/users/create-user.js';
import { demoAccounts, demoUserEmail, type DemoUser } from './demo-accounts.js';
import type { DemoState } from './demo-state.js';
import type { Context } from '../../database/context.js';
import type { Calendar, TimelineStep } from './timeline.js';

/**
 * To be relived after everything else: nobody gets mails about what happened before. Invitations count as sent, as in a sandbox.
 */
export const users = (world: DemoState, calendar: Calendar): TimelineStep[] =>
  demoAccounts.flatMap(({ name, joined, users: people }) =>
    people.map((user, index) => ({
      at: user.isInvited ? calendar.daysAgo(3) : calendar.inMonth(joined, 4 + index),
      run: (context) => join(context, world.account(name), user),
    })),
  );

async function join(
  context: Context,
  { id }: Account,
  { email, locale, permission, isInvited }: DemoUser,
): Promise<void> {
  const user = await createUser(context, id, { email, locale, permission });
  await catchMails(context, id);
  if (isInvited) return;
  await acceptInvitation(context, user);
  // So that the demo also shows what operators see.
  if (email === demoUserEmail) await changeUser(context, id, user.id, { isOperator: true });
}
