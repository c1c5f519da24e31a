import { purgeRequests } from '../keys/idempotent-request-store.js';
import type { Job } from './job.js';

/** Forgets answers that nobody may ask for again. */
export const purgeRequestsJob: Job = {
  name: 'purge-requests',
  everyMs: 3_600_000,
  run: ({ db, clock }) => purgeRequests(db, clock()),
};
