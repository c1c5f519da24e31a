import { randomInt } from 'node:crypto';
import { batchesOf } from '../platform/limits/batches.js';
import type { Database } from './database.js';
import { lowestId } from './paging.js';
import { citusStatement } from './statement.js';

const group = citusStatement<{ accounts: string[] }>(`
  select array_agg(account order by account) as accounts from unnest($1::uuid[]) as account
  group by get_shard_id_for_distribution_column('account_states', account)`);

/** Several batches for each of 32 shards, so that few batches are small. */
const accountBatchSize = 40_000;

/**
 * Batches of accounts for transactions on a distributed store: those of one batch are in the same shard, so that each
 * transaction concerns one node. `list` returns the next accounts by ID.
 */
export async function* batchesByShard<Account extends string>(
  db: Database,
  list: (after: string, limit: number) => Promise<readonly Account[]>,
  size: number,
): AsyncGenerator<readonly Account[]> {
  let after = lowestId;
  for (;;) {
    const accounts = await list(after, accountBatchSize);
    const last = accounts.at(-1);
    if (last === undefined) return;
    const shards = await db.rows(group, [accounts]);
    const batches = shards.flatMap((shard) => batchesOf(shard.accounts as Account[], size));
    // Processes that do this at the same time begin with different shards.
    const first = randomInt(batches.length);
    yield* batches.slice(first);
    yield* batches.slice(0, first);
    after = last;
  }
}
