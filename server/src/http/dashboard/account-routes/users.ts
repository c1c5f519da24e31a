import { inviteAgain } from '../../../features/users/invite-again.js';
import { listMembers } from '../../../features/users/user-store.js';
import { ListedUser, presentListedUser } from '../../../wire/dashboard/listed-user.js';
import { list, route } from '../../route.js';

export const listedUsers = list({
  operation: 'listMembers',
  path: '/users',
  summary: 'Users, oldest first, and who of them has accepted the invitation',
  item: ListedUser,
  sortedBy: 'time',
  page: ({ context, account }, page) => listMembers(context.db, account.id, page),
  keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
  present: presentListedUser,
});

export const userRoutes = [
  listedUsers,
  route({
    operation: 'inviteAgain',
    method: 'POST',
    path: '/users/:id/invitation',
    summary: 'Send the invitation again to a user who has not accepted it yet',
    reply: ListedUser,
    // Every request sends another mail.
    acceptsIdempotencyKey: false,
    handle: async ({ context, account, id }) => presentListedUser(await inviteAgain(context, account.id, id)),
  }),
];
