import { deleteEventsBefore } from '../../features/events/event-list-store.js';
import { keptFrom } from '../../features/events/event-types.js';
import { deleteDeliveriesBefore } from '../../features/webhooks/delivery-store.js';
import type { Task } from '../task.js';

/** In one transaction. */
const batchSize = 10_000;

/**
 * Deletes old events, and their delivery attempts. Not in sandboxes, whose months pass faster than events are sent: they are deleted
 * as a whole.
 */
export const purgeEventsTask: Task = {
  name: 'purge-events',
  lane: 'long',
  attempts: 3,
  schedule: { cron: '12 4 * * *', catchUpDays: 0 },
  async run(context, { stopping }) {
    const { db, clock } = context;
    const purges = [
      () => deleteEventsBefore(db, keptFrom(clock()), batchSize),
      () => deleteDeliveriesBefore(db, keptFrom(clock()), batchSize),
    ];
    // The rest is left to the next run.
    for (const purge of purges) while (!stopping.aborted && (await purge()) >= batchSize);
  },
};
