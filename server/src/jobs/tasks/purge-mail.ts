import { purgeMails } from '../../features/mail/mail-list-store.js';
import { purgeSignInLinks } from '../../features/users/sign-in-link-store.js';
import type { Task } from '../task.js';
import { dayMs } from '../../platform/time/durations.js';

const keptDays = 90;

/** Deletes old mails and expired links. */
export const purgeMailTask: Task = {
  name: 'purge-mail',
  lane: 'short',
  attempts: 3,
  schedule: { cron: '52 3 * * *', catchUpDays: 0 },
  async run({ db, clock }) {
    const now = clock();
    await purgeMails(db, new Date(now.getTime() - keptDays * dayMs));
    await purgeSignInLinks(db, now);
  },
};
