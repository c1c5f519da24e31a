import type { Command } from 'commander';
import { discardGivenUp, retryGivenUp } from '../jobs/decide-jobs.js';
import { aboutOf, listFailedJobs, listJobs, mostJobsListed } from '../jobs/queue-store.js';
import { invalid } from '../platform/errors.js';
import type { Instance } from '../platform/instance.js';
import { counted, onInstance, table, type CommandLine, type Outcome } from './command-line.js';

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
    value: jobs.map(({ id, task, payload, state, runAt, attempts, maxAttempts, lastError }) => ({
      id,
      task,
      payload,
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
            ['id', 'task', 'about', 'state', 'runs at', 'attempts', 'last error'],
            jobs.map((job) => [
              job.id,
              job.task,
              aboutOf(job),
              job.state,
              job.runAt.toISOString(),
              `${job.attempts}/${job.maxAttempts}`,
              job.lastError?.split('\n')[0] ?? null,
            ]),
          ) + (jobs.length < mostJobsListed ? '' : '\n... and more'),
  };
}

async function retry({ context }: Instance, given: readonly string[]): Promise<Outcome> {
  const retried = await retryGivenUp(context, given.length === 0 ? undefined : given.map(readId));
  return { value: { retried }, text: `${counted(retried.length, 'job')} will run again` };
}

async function discard({ context }: Instance, given: readonly string[]): Promise<Outcome> {
  const discarded = await discardGivenUp(context, given.map(readId));
  return { value: { discarded }, text: `${counted(discarded.length, 'job')} forgotten` };
}

function readId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw invalid(`${text} is not the id of a job`);
  return Number(text);
}
