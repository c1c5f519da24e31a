import { discardFailedJobs, retryFailedJobs } from '../jobs/retry-or-discard.js';
import { describeJob, listFailedJobs, listJobs, maxJobsListed } from '../jobs/queue-store.js';
import type { Instance } from '../database/instance.js';
import type { Command } from './command.js';
import { pluralize, onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { repeatable, wholeNumber } from './option-parsers.js';

export function addJobCommands(program: Command, line: CliEnvironment): void {
  const jobs = program.command('jobs').description('manage the job queue');
  onInstance(
    line,
    jobs
      .command('list')
      .description('list waiting, running and failed jobs')
      .example('jobs list --failed')
      .option('--failed', 'only failed jobs'),
    list,
  );
  onInstance(
    line,
    jobs
      .command('retry')
      .argument('[ids...]', 'ids of failed jobs; all of them by default', repeatable(readJobId))
      .description('run failed jobs again')
      .example('jobs retry')
      .example('jobs retry 17 18'),
    retry,
  );
  onInstance(
    line,
    jobs
      .command('discard')
      .argument('<ids...>', 'as `jobs list` shows them', repeatable(readJobId))
      .description('delete failed jobs')
      .example('jobs discard 17'),
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
              describeJob(job),
              job.state,
              job.runAt.toISOString(),
              `${job.attempts}/${job.maxAttempts}`,
              job.lastError?.split('\n')[0] ?? null,
            ]),
          ) + (jobs.length < maxJobsListed ? '' : '\n... and more'),
  };
}

async function retry({ context }: Instance, ids: readonly number[]): Promise<Outcome> {
  const retried = await retryFailedJobs(context, ids.length === 0 ? undefined : ids);
  return { value: { retried }, text: `${pluralize(retried.length, 'job')} will run again` };
}

async function discard({ context }: Instance, ids: readonly number[]): Promise<Outcome> {
  const discarded = await discardFailedJobs(context, ids);
  return { value: { discarded }, text: `${pluralize(discarded.length, 'job')} forgotten` };
}

const readJobId = wholeNumber(1, 999_999_999_999_999);
