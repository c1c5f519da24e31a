import { refreshStandings } from '../../features/rollups/refresh-standings.js';
import type { Task } from '../task.js';

export const refreshStandingsTask: Task = {
  name: 'refresh-standings',
  lane: 'short',
  attempts: 1,
  schedule: { cron: '*/10 * * * *', catchUpDays: 0 },
  // If it is interrupted, the next run begins anew.
  run: (context, { stopping }) => refreshStandings(context, stopping),
};
