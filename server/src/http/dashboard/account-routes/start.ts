import { changeStart } from '../../../features/accounts/change-start.js';
import { startOf } from '../../../features/accounts/start-store.js';
import { presentStart, Start, StartChanges } from '../../../wire/dashboard/start.js';
import { route } from '../../route.js';

export const startRoutes = [
  route({
    operation: 'getStart',
    method: 'GET',
    path: '/start',
    summary: 'Which of the first steps of the account are done',
    reply: Start,
    handle: async ({ context, account }) => presentStart(await startOf(context.db, account.id)),
  }),
  route({
    operation: 'changeStart',
    method: 'PATCH',
    path: '/start',
    summary: 'Note that a certificate was shared, or hide the first steps',
    body: StartChanges,
    reply: Start,
    handle: async ({ context, account, body }) => presentStart(await changeStart(context, account.id, body)),
  }),
];
