import type { Account } from '../../../features/accounts/account.js';
import { advanceSandbox } from '../../../features/sandboxes/advance-sandbox.js';
import { findCaughtMail, listCaughtMails } from '../../../features/sandboxes/caught-mails.js';
import { createSandbox } from '../../../features/sandboxes/create-sandbox.js';
import { deleteSandbox } from '../../../features/sandboxes/delete-sandbox.js';
import { maxOfOwner } from '../../../features/sandboxes/limits.js';
import { listSandboxesWithClocks } from '../../../features/sandboxes/list-sandboxes.js';
import { readClock } from '../../../features/sandboxes/sandbox-clock-store.js';
import type { Context, SandboxScope } from '../../../database/context.js';
import { missing } from '../../../platform/errors.js';
import { Deleted, deleted } from '../../../wire/fields.js';
import { defaultRevision } from '../../../wire/revisions/index.js';
import {
  ListedMail,
  ListedSandboxes,
  MailWithBody,
  presentListedMail,
  presentListedSandbox,
  presentMailWithBody,
} from '../../../wire/dashboard/sandbox.js';
import {
  CreatedSandbox,
  NewSandbox,
  presentCreatedSandbox,
  presentSandboxState,
  SandboxAdvance,
  SandboxState,
} from '../../../wire/sandbox.js';
import { toDate } from '../../../wire/times.js';
import { list, route } from '../../route.js';

/** The dashboard offers neither, so whoever asks has typed the address. */
function requireLive({ sandbox }: Context): void {
  if (sandbox) throw missing('A sandbox has no sandboxes');
}

function scopeOf({ sandbox }: Context): SandboxScope {
  if (!sandbox) throw missing('This is not a sandbox');
  return sandbox;
}

/** Its root account sees all mails of a sandbox. */
function requireMails(context: Context, { parentId }: Account): void {
  scopeOf(context);
  if (parentId !== null) throw missing('Only the root account of a sandbox sees its mails');
}

const ofOwner = [
  route({
    operation: 'listSandboxes',
    method: 'GET',
    path: '/sandboxes',
    summary: 'The sandboxes of a root account with their clocks, newest first',
    reply: ListedSandboxes,
    handle: async ({ context, account }) => {
      requireLive(context);
      const listed = await listSandboxesWithClocks(context, account.id);
      const today = context.clock();
      return { sandboxes: listed.map((one) => presentListedSandbox(one, today)), max: maxOfOwner };
    },
  }),
  route({
    operation: 'createSandbox',
    method: 'POST',
    path: '/sandboxes',
    summary: 'Create a sandbox with a key, which only this response contains',
    body: NewSandbox,
    reply: CreatedSandbox,
    // To replay the answer, the key itself would have to be stored.
    acceptsIdempotencyKey: false,
    handle: async ({ context, account, body: { name } }) => {
      requireLive(context);
      const input = { owner: account, name, revision: defaultRevision };
      return presentCreatedSandbox(await createSandbox(context, input));
    },
  }),
  route({
    operation: 'deleteSandbox',
    method: 'DELETE',
    path: '/sandboxes/:id',
    summary: 'Delete a sandbox with everything in it',
    reply: Deleted,
    handle: async ({ context, account, id }) => {
      requireLive(context);
      await deleteSandbox(context, id, account.id);
      return deleted(id);
    },
  }),
];

const inside = [
  route({
    operation: 'getSandbox',
    method: 'GET',
    path: '/sandbox',
    summary: 'The clock of this sandbox',
    reply: SandboxState,
    handle: async ({ context }) => presentSandboxState(scopeOf(context), await readClock(context.db)),
  }),
  route({
    operation: 'advanceSandbox',
    method: 'POST',
    path: '/sandbox/advance',
    summary: 'Move the clock of this sandbox forward',
    body: SandboxAdvance,
    reply: SandboxState,
    handle: async ({ context, account, body }) => {
      const scope = scopeOf(context);
      const to = toDate(body.to) ?? context.clock();
      return presentSandboxState(scope, await advanceSandbox(context, account.id, to));
    },
  }),
  list({
    operation: 'listSandboxMails',
    path: '/sandbox/mails',
    summary: 'Mails of this sandbox, newest first. They are not sent.',
    item: ListedMail,
    sortedBy: 'time',
    page: async ({ context, account }, page) => {
      requireMails(context, account);
      return listCaughtMails(context, page);
    },
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: presentListedMail,
  }),
  route({
    operation: 'getSandboxMail',
    method: 'GET',
    path: '/sandbox/mails/:id',
    summary: 'A mail as its recipient would see it',
    reply: MailWithBody,
    handle: async ({ context, account, id }) => {
      requireMails(context, account);
      return presentMailWithBody(await findCaughtMail(context, id));
    },
  }),
];

export const sandboxRoutes = [...ofOwner, ...inside];
