import type { Account } from '../../features/accounts/account.js';
import { deleteServer } from '../../features/feeds/delete-server.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { createServer, updateServer } from '../../features/servers/change-server.js';
import { findServer, listServers, type Server as ServerRow } from '../../features/servers/server-store.js';
import { list, route } from '../route.js';
import { Deleted, deleted } from '../../wire/fields.js';
import { contactIn, NewServer, presentServer, Server, ServerChanges } from '../../wire/server.js';

export const listedServers = list({
  operation: 'listServers',
  path: '/servers',
  summary: 'Servers, newest first',
  item: Server,
  sortedBy: 'time',
  page: ({ context, account }, page) => listServers(context.db, account.id, page),
  keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
  present: presentServer,
});

export const serverRoutes = [
  listedServers,
  route({
    operation: 'getServer',
    method: 'GET',
    path: '/servers/:id',
    summary: 'A server, without its password',
    reply: Server,
    find,
    handle: ({ found }) => Promise.resolve(presentServer(found)),
  }),
  route({
    operation: 'createServer',
    method: 'POST',
    path: '/servers',
    effects: ['contacts-others'],
    summary: 'Store the credentials of an integration',
    body: NewServer,
    reply: Server,
    handle: async ({ context, account, body }) => {
      const { type, url, username, password } = body;
      const input = { type, url, username, password, contact: contactIn(body) };
      return presentServer(await createServer(context, account.id, input));
    },
  }),
  route({
    operation: 'updateServer',
    method: 'PATCH',
    path: '/servers/:id',
    effects: ['contacts-others'],
    summary: 'Change the address or credentials',
    body: ServerChanges,
    reply: Server,
    find,
    handle: async ({ context, account, id, body }) =>
      presentServer(await updateServer(context, account.id, id, { ...body, contact: contactIn(body) })),
  }),
  route({
    operation: 'deleteServer',
    method: 'DELETE',
    path: '/servers/:id',
    summary: 'Delete a server that no feed uses',
    reply: Deleted,
    find,
    handle: async ({ context, account, id }) => {
      await deleteServer(context, account.id, id);
      return deleted(id);
    },
  }),
];

async function find({ db }: Context, account: Account, id: string): Promise<ServerRow> {
  const server = await findServer(db, account.id, id);
  if (!server) throw missing('There is no such server');
  return server;
}
