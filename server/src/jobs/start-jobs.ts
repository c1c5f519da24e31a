import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../platform/context.js';
import { foldPlantingsJob } from './fold-plantings.js';
import type { Job } from './job.js';
import { purgeRequestsJob } from './purge-requests.js';

const jobs: readonly Job[] = [foldPlantingsJob, purgeRequestsJob];

export interface RunningJobs {
  /** Lets what is running finish, and starts nothing more. */
  stop(): Promise<void>;
}

/** Runs every job now and then again and again; a failure is logged and the next round tries again. */
export function startJobs(context: Context): RunningJobs {
  const stopping = new AbortController();
  const loops = jobs.map((job) => repeat(job, context, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function repeat(job: Job, context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await job.run(context);
    } catch (error) {
      context.log.error({ err: error, job: job.name }, 'job failed');
    }
    await pause(job.everyMs, undefined, { signal }).catch(() => undefined);
  }
}
