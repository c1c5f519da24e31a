import type { Command } from 'commander';
import { discardJobs, listFailedJobs, listJobs, retryJobs, type QueuedJob } from '../jobs/queue-store.js';
import type { Database } from '../platform/db/database.js';
import { invalid, missing } from '../platform/errors.js';
import type { Instance } from '../platform/instance.js';
import { onInstance, table, type CommandLine, type Outcome } from './command-line.js';

export function addJobCommands(program: Command, line: CommandLine): void {
  const jobs = program.command('jobs').description('the queue of jobs, and those that were given up');
  onInstance(
    line,
    jobs
      .command('list')
      .description('what waits, runs or has failed')
      .option('--failed', 'only what was given up'),
    list,
  );
  onInstance(
    line,
    jobs
      .command('retry')
      .argument('[ids...]', 'without any: all that were given up')
      .description('run jobs that were given up once more'),
    retry,
  );
  onInstance(
    line,
    jobs.command('discard').argument('<ids...>').description('forget jobs that were given up'),
    discard,
  );
}

async function list({ context: { db } }: Instance, { failed }: { failed?: boolean }): Promise<Outcome> {
  const jobs = failed === true ? await listFailedJobs(db) : await listJobs(db);
  return {
    value: jobs.map(({ id, task, state, runAt, attempts, maxAttempts, lastError }) => ({
      id,
      task,
      state,
      run_at: runAt,
      attempts,
      max_attempts: maxAttempts,
      last_error: lastError,
    })),
    text:
      jobs.length === 0
        ? 'No jobs'
        : table(
            ['id', 'task', 'state', 'runs at', 'attempts', 'last error'],
            jobs.map((job) => [
              job.id,
              job.task,
              job.state,
              job.runAt.toISOString(),
              `${job.attempts}/${job.maxAttempts}`,
              job.lastError?.split('\n')[0] ?? null,
            ]),
          ),
  };
}

async function retry({ context: { db } }: Instance, given: readonly string[]): Promise<Outcome> {
  const ids = await failedIds(db, given);
  const retried = await retryJobs(db, ids);
  return { value: { retried }, text: `${retried.length} jobs will run again` };
}

async function discard({ context: { db } }: Instance, given: readonly string[]): Promise<Outcome> {
  const discarded = await discardJobs(db, await failedIds(db, given));
  return { value: { discarded }, text: `${discarded.length} jobs forgotten` };
}

/** Only what was given up may be touched: the rest is in the hands of the workers. */
async function failedIds(db: Database, given: readonly string[]): Promise<number[]> {
  const failed = new Set((await listFailedJobs(db)).map(({ id }: QueuedJob) => id));
  if (given.length === 0) return [...failed];
  return given.map((text) => {
    if (!/^\d{1,15}$/.test(text)) throw invalid(`${text} is not the id of a job`);
    if (!failed.has(Number(text))) throw missing(`There is no job ${text} that was given up`);
    return Number(text);
  });
}
