import { purgeRequests } from '../../features/idempotency/idempotent-request-store.js';
import { realTime } from '../../database/context.js';
import type { Task } from '../task.js';

/** Deletes stored responses that have expired. */
export const purgeRequestsTask: Task = {
  name: 'purge-requests',
  lane: 'short',
  attempts: 3,
  schedule: { cron: '22 * * * *', catchUpDays: 0 },
  run: (context) => purgeRequests(context.db, realTime(context)),
};
