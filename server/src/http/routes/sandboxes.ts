import type { Account } from '../../features/accounts/account.js';
import { advanceSandbox } from '../../features/sandboxes/advance-sandbox.js';
import { listCaughtMails } from '../../features/sandboxes/caught-mails.js';
import { createSandbox } from '../../features/sandboxes/create-sandbox.js';
import { deleteSandbox } from '../../features/sandboxes/delete-sandbox.js';
import { readClock } from '../../features/sandboxes/sandbox-clock-store.js';
import { listSandboxes } from '../../features/sandboxes/sandbox-store.js';
import type { Context, SandboxScope } from '../../database/context.js';
import { forbidden, invalid } from '../../platform/errors.js';
import { Deleted, deleted } from '../../wire/fields.js';
import {
  CaughtMail,
  CreatedSandbox,
  NewSandbox,
  presentCaughtMail,
  presentCreatedSandbox,
  presentSandbox,
  presentSandboxState,
  Sandbox,
  SandboxAdvance,
  SandboxState,
} from '../../wire/sandbox.js';
import { toDate } from '../../wire/times.js';
import { list, route } from '../route.js';

const requireRoot = (account: Account): void => {
  if (account.parentId !== null) throw forbidden('Only a root account has sandboxes', { code: 'root-only' });
};

const requireLive = ({ sandbox }: Context): void => {
  if (sandbox) throw forbidden('A sandbox cannot have sandboxes: use a live key', { code: 'live-only' });
};

function scopeOf({ sandbox }: Context): SandboxScope {
  if (!sandbox)
    throw invalid('This is not a sandbox: use the key of one, which begins with rg_test_', {
      code: 'sandbox-only',
    });
  return sandbox;
}

export const sandboxRoutes = [
  list({
    operation: 'listSandboxes',
    path: '/sandboxes',
    summary: 'Your sandboxes, newest first',
    item: Sandbox,
    sortedBy: 'time',
    page: async ({ context, account }, { after, limit }) => {
      requireRoot(account);
      requireLive(context);
      const all = await listSandboxes(context.db, account.id);
      const start = after ? all.findIndex(({ id }) => id === after.id) + 1 : 0;
      return all.slice(start, start + limit);
    },
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: presentSandbox,
  }),
  route({
    operation: 'createSandbox',
    method: 'POST',
    path: '/sandboxes',
    summary: 'Create a sandbox, with a key of its own',
    body: NewSandbox,
    reply: CreatedSandbox,
    permit: requireRoot,
    handle: async ({ context, account, caller, body }) => {
      requireLive(context);
      const { revision } = caller;
      return presentCreatedSandbox(
        await createSandbox(context, { owner: account, name: body.name, revision }),
      );
    },
  }),
  route({
    operation: 'deleteSandbox',
    method: 'DELETE',
    path: '/sandboxes/:id',
    summary: 'Delete a sandbox with everything in it',
    reply: Deleted,
    permit: requireRoot,
    handle: async ({ context, account, id }) => {
      requireLive(context);
      await deleteSandbox(context, id, account.id);
      return deleted(id);
    },
  }),
  route({
    operation: 'getSandbox',
    method: 'GET',
    path: '/sandbox',
    summary: 'The clock of the sandbox that the key belongs to',
    reply: SandboxState,
    handle: async ({ context }) => presentSandboxState(scopeOf(context), await readClock(context.db)),
  }),
  route({
    operation: 'advanceSandbox',
    method: 'POST',
    path: '/sandbox/advance',
    summary: 'Move the clock of the sandbox forward, and do what is due on the way',
    body: SandboxAdvance,
    reply: SandboxState,
    handle: async ({ context, body }) => {
      const scope = scopeOf(context);
      return presentSandboxState(scope, await advanceSandbox(context, toDate(body.to) ?? context.clock()));
    },
  }),
  list({
    operation: 'listSandboxMails',
    path: '/sandbox/mails',
    summary: 'Mails of the sandbox, newest first. They are not sent.',
    item: CaughtMail,
    sortedBy: 'time',
    page: ({ context, account }, page) => {
      scopeOf(context);
      if (account.parentId !== null)
        throw forbidden('Only the root account of a sandbox sees its mails', { code: 'root-only' });
      return listCaughtMails(context, page);
    },
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: presentCaughtMail,
  }),
];
