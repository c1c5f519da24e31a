import type { Account } from '../../features/accounts/account.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { changeUser } from '../../features/users/change-user.js';
import { createUser } from '../../features/users/create-user.js';
import { deleteUser } from '../../features/users/delete-user.js';
import { findUser, listUsers, type User as UserRow } from '../../features/users/user-store.js';
import { list, route } from '../route.js';
import { Deleted, deleted } from '../../wire/fields.js';
import {
  ExpandedUser,
  ExpandUserQuery,
  NewUser,
  presentExpandedUser,
  presentUser,
  User,
  UserChanges,
} from '../../wire/user.js';

export const userRoutes = [
  list({
    operation: 'listUsers',
    path: '/users',
    summary: 'Users, oldest first',
    item: User,
    sortedBy: 'time',
    page: ({ context, account }, page) => listUsers(context.db, account.id, page),
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: presentUser,
  }),
  route({
    operation: 'getUser',
    method: 'GET',
    path: '/users/:id',
    summary: 'A user',
    query: ExpandUserQuery,
    reply: ExpandedUser,
    find,
    handle: ({ found, query }) => Promise.resolve(presentExpandedUser(found, query)),
  }),
  route({
    operation: 'createUser',
    method: 'POST',
    path: '/users',
    effects: ['contacts-others', 'grants-access'],
    summary: 'Create a user',
    body: NewUser,
    reply: User,
    handle: async ({ context, account, body }) => {
      const { email, full_name: fullName, locale, permission } = body;
      return presentUser(await createUser(context, account.id, { email, fullName, locale, permission }));
    },
  }),
  route({
    operation: 'updateUser',
    method: 'PATCH',
    path: '/users/:id',
    effects: ['grants-access'],
    summary: 'Change the name, language or permission of a user',
    body: UserChanges,
    reply: User,
    find,
    handle: async ({ context, account, id, body }) => {
      const { full_name: fullName, locale, permission } = body;
      return presentUser(await changeUser(context, account.id, id, { fullName, locale, permission }));
    },
  }),
  route({
    operation: 'deleteUser',
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Delete a user',
    reply: Deleted,
    find,
    handle: async ({ context, account, id }) => {
      await deleteUser(context, account.id, id);
      return deleted(id);
    },
  }),
];

async function find({ db }: Context, account: Account, id: string): Promise<UserRow> {
  const user = await findUser(db, account.id, id);
  if (!user) throw missing('There is no such user');
  return user;
}
