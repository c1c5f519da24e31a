import { purgeRequests } from '../../features/idempotency/idempotent-request-store.js';
import type { Task } from '../task.js';

/** Deletes stored responses that have expired. */
export const purgeRequestsTask: Task = {
  name: 'purge-requests',
  lane: 'short',
  attempts: 3,
  schedule: { cron: '22 * * * *', catchUpDays: 0 },
  run: ({ db, clock }) => purgeRequests(db, clock()),
};
