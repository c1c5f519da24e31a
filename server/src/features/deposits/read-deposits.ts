import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import type { DayRange, PageKey } from '../../database/paging.js';
import { jobsOfDeposits } from './deposit-job-store.js';
import { listDeposits, type Deposit } from './deposit-store.js';

const depositBatchSize = 1000;

/** All deposits of the range, newest first, in batches: there may be more than fit into memory. */
export async function* readDeposits(
  db: Database,
  account: AccountId,
  range: DayRange,
): AsyncGenerator<Deposit[]> {
  for (let after: PageKey | undefined; ;) {
    const batch = await listDeposits(db, account, range, { after, limit: depositBatchSize });
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = { sort: last.date, id: last.id };
  }
}

export type DepositWithJob = Deposit & { readonly job: string | undefined };

/** The same with the jobs that they come from. */
export async function* readDepositsWithJobs(
  db: Database,
  account: AccountId,
  range: DayRange,
): AsyncGenerator<DepositWithJob[]> {
  for await (const batch of readDeposits(db, account, range)) {
    const jobs = await jobsOfDeposits(
      db,
      account,
      batch.map(({ id }) => id),
    );
    yield batch.map((deposit) => ({ ...deposit, job: jobs.get(deposit.id) }));
  }
}
