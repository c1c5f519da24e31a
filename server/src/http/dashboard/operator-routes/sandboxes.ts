import { namesOfAccounts } from '../../../features/accounts/account-names-store.js';
import { deleteSandbox } from '../../../features/sandboxes/delete-sandbox.js';
import { listAllSandboxes } from '../../../features/sandboxes/sandbox-store.js';
import { OperatorSandboxes, presentOperatorSandbox } from '../../../wire/dashboard/sandbox.js';
import { Deleted, deleted } from '../../../wire/fields.js';
import { route } from '../../route.js';

export const sandboxRoutes = [
  route({
    operation: 'listAllSandboxes',
    method: 'GET',
    path: '/sandboxes',
    summary: 'The sandboxes of all accounts and of operators, newest first',
    reply: OperatorSandboxes,
    handle: async ({ context: { db, clock } }) => {
      // An installation has a few hundred at most.
      const all = await listAllSandboxes(db);
      const owners = new Set(all.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId])));
      const names = await namesOfAccounts(db, [...owners]);
      const today = clock();
      return { sandboxes: all.map((sandbox) => presentOperatorSandbox(sandbox, names, today)) };
    },
  }),
  route({
    operation: 'deleteAnySandbox',
    method: 'DELETE',
    path: '/sandboxes/:id',
    summary: 'Delete a sandbox with everything in it',
    reply: Deleted,
    handle: async ({ context, id }) => {
      await deleteSandbox(context, id);
      return deleted(id);
    },
  }),
];
