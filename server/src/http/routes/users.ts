import { missing } from '../../platform/errors.js';
import { createUser } from '../../users/create-user.js';
import { deleteUser, findUser, listUsers } from '../../users/user-store.js';
import { list, route } from '../route.js';
import { Deleted, deleted } from '../../wire/fields.js';
import { NewUser, presentUser, User } from '../../wire/user.js';

export const userRoutes = [
  list({
    path: '/users',
    summary: 'Users, oldest first',
    item: User,
    sortedBy: 'time',
    page: ({ context, account }, page) => listUsers(context.db, account.id, page),
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: presentUser,
  }),
  route({
    method: 'GET',
    path: '/users/:id',
    summary: 'A user',
    reply: User,
    handle: async ({ context, account, id }) => {
      const user = await findUser(context.db, account.id, id);
      if (!user) throw missing('There is no such user');
      return presentUser(user);
    },
  }),
  route({
    method: 'POST',
    path: '/users',
    summary: 'Create a user',
    body: NewUser,
    reply: User,
    handle: async ({ context, account, body }) => {
      const { email, full_name: fullName, locale } = body;
      return presentUser(await createUser(context, account.id, { email, fullName, locale }));
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Delete a user',
    reply: Deleted,
    handle: async ({ context, account, id }) => {
      if (!(await deleteUser(context.db, account.id, id))) throw missing('There is no such user');
      return deleted(id);
    },
  }),
];
