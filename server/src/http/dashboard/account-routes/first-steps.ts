import { changeFirstSteps } from '../../../features/accounts/change-first-steps.js';
import { readFirstSteps } from '../../../features/accounts/first-steps-store.js';
import { presentFirstSteps, FirstSteps, FirstStepsChanges } from '../../../wire/dashboard/first-steps.js';
import { route } from '../../route.js';

export const firstStepsRoutes = [
  route({
    operation: 'getFirstSteps',
    method: 'GET',
    path: '/start',
    summary: 'Which of the first steps of the account are done',
    reply: FirstSteps,
    handle: async ({ context, account }) => presentFirstSteps(await readFirstSteps(context.db, account.id)),
  }),
  route({
    operation: 'changeFirstSteps',
    method: 'PATCH',
    path: '/start',
    summary: 'Note that a certificate was shared, or hide the first steps',
    body: FirstStepsChanges,
    reply: FirstSteps,
    handle: async ({ context, account, body }) =>
      presentFirstSteps(await changeFirstSteps(context, account.id, body)),
  }),
];
