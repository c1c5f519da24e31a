import type { Command } from 'commander';
import { record, wholeInstallation } from '../audit/audit-store.js';
import {
  discardJobs,
  listFailedJobs,
  listJobs,
  mostJobsListed,
  retryJobs,
  type QueuedJob,
} from '../jobs/queue-store.js';
import type { Context } from '../platform/context.js';
import type { Database } from '../platform/db/database.js';
import { invalid, missing } from '../platform/errors.js';
import { inTransaction } from '../platform/in-transaction.js';
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

/** What tells jobs of one kind apart; the queue's own notes do not. */
function aboutOf({ payload }: QueuedJob): string | null {
  const { _cron: scheduled, ...about } = payload as { _cron?: { ts: string } };
  const facts = Object.values(about).map(String);
  return [...facts, ...(scheduled ? [scheduled.ts.slice(0, 16)] : [])].join(' ') || null;
}

async function retry({ context }: Instance, given: readonly string[]): Promise<Outcome> {
  const retried = await decide(context, given, 'job.retry', retryJobs);
  return { value: { retried }, text: `${counted(retried.length, 'job')} will run again` };
}

async function discard({ context }: Instance, given: readonly string[]): Promise<Outcome> {
  const discarded = await decide(context, given, 'job.discard', discardJobs);
  return { value: { discarded }, text: `${counted(discarded.length, 'job')} forgotten` };
}

/** Only what was given up may be decided about: the rest is in the hands of the workers. */
const decide = (
  context: Context,
  given: readonly string[],
  action: string,
  act: (db: Database, ids: readonly number[]) => Promise<number[]>,
): Promise<number[]> =>
  inTransaction(context, async (tx) => {
    const failed = new Map((await listFailedJobs(tx.db)).map((job) => [job.id, job]));
    const done = await act(tx.db, given.length === 0 ? [...failed.keys()] : given.map(knownId(failed)));
    for (const id of done) {
      const { task, payload, attempts } = failed.get(id) ?? {};
      const before = { id, task, payload, attempts };
      await record(tx, wholeInstallation, { action, subjectId: null, before });
    }
    return done;
  });

const knownId =
  (failed: ReadonlyMap<number, QueuedJob>) =>
  (text: string): number => {
    if (!/^\d{1,15}$/.test(text)) throw invalid(`${text} is not the id of a job`);
    if (!failed.has(Number(text))) throw missing(`There is no job ${text} that was given up`);
    return Number(text);
  };
