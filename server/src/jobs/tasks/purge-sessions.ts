import { purgeSessions } from '../../features/sessions/session-store.js';
import type { Task } from '../task.js';

/** Deletes expired sessions. */
export const purgeSessionsTask: Task = {
  name: 'purge-sessions',
  lane: 'short',
  attempts: 3,
  schedule: { cron: '37 * * * *', catchUpDays: 0 },
  run: ({ db, clock }) => purgeSessions(db, clock()),
};
