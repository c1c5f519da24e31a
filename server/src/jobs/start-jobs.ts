import type { Instance } from '../database/instance.js';
import { runPeriodicTasks } from './periodic-tasks.js';
import { runLane } from './run-lane.js';
import { tasks } from './tasks/index.js';
import { runWebhooks } from './webhooks/run-webhooks.js';
import { WorkerLocks } from './worker-locks.js';

export interface RunningJobs {
  /** Lets running jobs finish or requeue themselves, and starts no new ones. */
  stop(): Promise<void>;
}

const lanes = [
  { tasks: tasks.filter(({ lane }) => lane === 'long'), concurrency: 1 },
  { tasks: tasks.filter(({ lane }) => lane === 'short'), concurrency: 4 },
  { tasks: tasks.filter(({ lane }) => lane === 'sandbox'), concurrency: 1 },
];

export function startJobs(instance: Pick<Instance, 'context' | 'pool' | 'instrumentation'>): RunningJobs {
  const stopping = new AbortController();
  const done = new AbortController();
  const locks = new WorkerLocks();
  const holding = locks.hold(instance.pool, done.signal);
  const work = [
    runPeriodicTasks(instance.context, stopping.signal),
    runWebhooks(instance, stopping.signal),
    ...lanes.map((lane) => runLane(instance, lane, locks, stopping.signal)),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(work);
      // Not earlier: other processes would take over jobs that are still finishing.
      done.abort();
      await holding;
    },
  };
}
