import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import type { DayRange, PageKey } from '../../database/paging.js';
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
