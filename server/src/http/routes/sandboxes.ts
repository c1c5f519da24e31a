import type { Account } from '../../features/accounts/account.js';
import { advanceSandbox } from '../../features/sandboxes/advance-sandbox.js';
import { listCaughtMails } from '../../features/sandboxes/caught-mails.js';
import { createSandbox } from '../../features/sandboxes/create-sandbox.js';
import { deleteSandbox, requireSandbox } from '../../features/sandboxes/delete-sandbox.js';
import { readClock } from '../../features/sandboxes/sandbox-clock-store.js';
import { pageOfSandboxes } from '../../features/sandboxes/sandbox-store.js';
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

// oxlint-disable-next-line typescript/require-await -- looked up before the body is read, as other routes look up rows
const requireLive = async ({ sandbox }: Context): Promise<void> => {
  if (sandbox) throw forbidden('A sandbox cannot have sandboxes: use a live key', { code: 'live-only' });
};

// oxlint-disable-next-line typescript/require-await -- as above
async function scopeOf({ sandbox }: Context): Promise<SandboxScope> {
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
    page: async ({ context, account }, page) => {
      requireRoot(account);
      await requireLive(context);
      return pageOfSandboxes(context.db, account.id, page);
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
    // The stored response would contain the key.
    acceptsIdempotencyKey: false,
    find: requireLive,
    handle: async ({ context, account, caller, body }) => {
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
    find: async (context, account, id) => {
      await requireLive(context);
      return requireSandbox(context.db, id, account.id);
    },
    handle: async ({ context, account, id }) => {
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
    find: scopeOf,
    handle: async ({ context, found }) => presentSandboxState(found, await readClock(context.db)),
  }),
  route({
    operation: 'advanceSandbox',
    movesClock: true,
    method: 'POST',
    path: '/sandbox/advance',
    summary: 'Move the clock of the sandbox forward, and do what is due on the way',
    body: SandboxAdvance,
    reply: SandboxState,
    find: scopeOf,
    handle: async ({ context, account, caller, body, found }) => {
      // It moves for all accounts of the sandbox.
      if (caller.parentId !== null)
        throw forbidden('Only the root account of a sandbox can move its clock', { code: 'root-only' });
      const to = toDate(body.to) ?? context.clock();
      return presentSandboxState(found, await advanceSandbox(context, account.id, to));
    },
  }),
  list({
    operation: 'listSandboxMails',
    path: '/sandbox/mails',
    summary: 'Mails of the sandbox, newest first. They are not sent.',
    item: CaughtMail,
    sortedBy: 'time',
    page: async ({ context, account }, page) => {
      await scopeOf(context);
      if (account.parentId !== null)
        throw forbidden('Only the root account of a sandbox sees its mails', { code: 'root-only' });
      return listCaughtMails(context, page);
    },
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: presentCaughtMail,
  }),
];
