import { purgeSessions } from '../../features/sessions/session-store.js';
import { purgeUsedChallenges } from '../../features/users/passkeys/used-challenge-store.js';
import type { Task } from '../task.js';

/** Deletes expired sessions, and expired challenges of passkeys. */
export const purgeSessionsTask: Task = {
  name: 'purge-sessions',
  lane: 'short',
  attempts: 3,
  schedule: { cron: '37 * * * *', catchUpDays: 0 },
  async run({ db, clock }) {
    await purgeSessions(db, clock());
    await purgeUsedChallenges(db, clock());
  },
};
