import type { Static } from '@sinclair/typebox';
import { lowestId } from '../../../database/paging.js';
import { discardFailedJobs, retryFailedJobs } from '../../../jobs/retry-or-discard.js';
import {
  describeJob,
  countJobs,
  listFailedJobs,
  listOpenJobs,
  pageOfJobs,
  type QueuedJob,
} from '../../../jobs/queue-store.js';
import { Discarded, Job, JobIds, Jobs, JobsQuery, Retried } from '../../../wire/dashboard/job.js';
import { formatTimestamp } from '../../../wire/times.js';
import { list, route } from '../../route.js';
import { cursorNumber } from '../cursor-number.js';

/** For the export, which has all of them: the screen shows the first ones. */
export const allJobs = list({
  operation: 'listJobs',
  path: '/jobs',
  summary: 'Waiting and running jobs, or failed ones',
  query: JobsQuery,
  item: Job,
  // By id, which the cursor has as text.
  sortedBy: 'name',
  page: ({ context, query: { state } }, { after, limit }) =>
    pageOfJobs(context.db, state, { after: cursorNumber(after, 0), limit }),
  keyOf: ({ id }) => ({ sort: String(id), id: lowestId }),
  present,
});

export const jobRoutes = [
  route({
    operation: 'listJobs',
    method: 'GET',
    path: '/jobs',
    summary: 'Waiting and running jobs, or failed ones',
    query: JobsQuery,
    reply: Jobs,
    handle: async ({ context: { db }, query: { state } }) => {
      const jobs = state === 'failed' ? await listFailedJobs(db) : await listOpenJobs(db);
      return { total: (await countJobs(db))[state], jobs: jobs.map(present) };
    },
  }),
  route({
    operation: 'retryJobs',
    method: 'POST',
    path: '/jobs/retry',
    summary: 'Runs failed jobs again',
    body: JobIds,
    reply: Retried,
    handle: async ({ context, body }) => ({ retried: await retryFailedJobs(context, body.ids) }),
  }),
  route({
    operation: 'discardJobs',
    method: 'POST',
    path: '/jobs/discard',
    summary: 'Deletes failed jobs',
    body: JobIds,
    reply: Discarded,
    handle: async ({ context, body }) => ({ discarded: await discardFailedJobs(context, body.ids) }),
  }),
];

function present(job: QueuedJob): Static<typeof Job> {
  return {
    id: job.id,
    task: job.task,
    about: describeJob(job),
    state: job.state,
    run_at: formatTimestamp(job.runAt),
    attempts: job.attempts,
    max_attempts: job.maxAttempts,
    last_error: job.lastError,
  };
}
