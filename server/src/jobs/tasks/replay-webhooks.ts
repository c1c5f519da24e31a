import { replayEvents, replayJob } from '../../features/webhooks/replay-events.js';
import type { Task } from '../task.js';

/** Assigns past events to an endpoint again. */
export const replayWebhooksTask: Task = {
  ...replayJob,
  lane: 'short',
  run: (context, { payload, stopping }) => replayEvents(context, payload, stopping),
};
