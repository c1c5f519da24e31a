import { recordChange, installationAccountId } from '../features/audit/audit-store.js';
import type { Context } from '../database/context.js';
import type { Transaction } from '../database/database.js';
import { missing } from '../platform/errors.js';
import { inTransaction } from '../database/in-transaction.js';
import { discardJobs, listFailedJobs, retryJobs } from './queue-store.js';

/** Retries failed jobs: these, or all of them. Returns their ids. */
export const retryFailedJobs = (context: Context, ids?: readonly number[]): Promise<number[]> =>
  decide(context, ids, 'job.retry', retryJobs);

/** Removes failed jobs. */
export const discardFailedJobs = (context: Context, ids: readonly number[]): Promise<number[]> =>
  decide(context, ids, 'job.discard', discardJobs);

/** Only failed jobs can be changed; the workers manage the rest. */
const decide = (
  context: Context,
  given: readonly number[] | undefined,
  action: string,
  act: (db: Transaction, ids: readonly number[]) => Promise<number[]>,
): Promise<number[]> =>
  inTransaction(context, async (tx) => {
    const failed = new Map((await listFailedJobs(tx.db)).map((job) => [job.id, job]));
    const unknown = given?.find((id) => !failed.has(id));
    if (unknown !== undefined) throw missing(`There is no failed job ${unknown}`);
    const done = await act(tx.db, given ?? [...failed.keys()]);
    for (const id of done) {
      const { task, payload, attempts } = failed.get(id) ?? {};
      const before = { id, task, payload, attempts };
      await recordChange(tx, installationAccountId, { action, subjectId: null, before });
    }
    return done;
  });
