import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import { fromShard } from '../../database/shard-lists.js';
import { acrossAccounts } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { AccountTrees } from './account-tree-store.js';

const job = 'a job adds the trees of all accounts to the sums of those above';

/** Trees in a project that have changed since they were added to the sums of the accounts above. */
export interface ChangedTrees extends AccountTrees {
  readonly treesAdded: Decimal;
}

const selectChanged = acrossAccounts<ChangedTrees>(
  job,
  `select account_id, project_id, trees, trees - rolled_trees as trees_added from account_plantings
   where not rolled limit $1`,
);

export const listChangedTrees = (db: Database, limit: number): Promise<ChangedTrees[]> =>
  db.rows(selectChanged, [limit]);

const row = columnParameters(1, {
  accountId: 'uuid',
  projectId: 'uuid',
  trees: 'numeric',
} satisfies ColumnTypes<keyof AccountTrees>);

const lists = fromShard(row.lists, 'project_id, trees');

const add = acrossAccounts(
  job,
  `insert into planting_rollups as below (account_id, project_id, trees)
   select account_states.account_id, project_id, trees ${lists}
   on conflict (account_id, project_id) do update set trees = below.trees + excluded.trees`,
);

/** Adds to the sums of the accounts below each of these accounts: one row per account and project. */
export async function addToTreeRollups(db: Transaction, added: readonly AccountTrees[]): Promise<void> {
  if (added.length > 0) await db.rows(add, row.listsOf(added));
}

// The rows exist (see markMonthsRolled). In the order in which they are counted, so that neither waits for the other in a circle.
const mark = acrossAccounts(
  job,
  `insert into account_plantings as planted (account_id, project_id, trees, rolled_trees)
   select account_states.account_id, project_id, 0, trees ${lists}
   order by account_states.account_id, project_id
   on conflict (account_id, project_id) do update set rolled_trees = excluded.rolled_trees,
     rolled = (planted.trees = excluded.rolled_trees)`,
);

/** Stores what has been added of each. */
export async function markTreesRolled(db: Transaction, trees: readonly AccountTrees[]): Promise<void> {
  await db.rows(mark, row.listsOf(trees));
}

const reopen = acrossAccounts(
  job,
  `update account_plantings set rolled = false
   where account_id = any($1::uuid[]) and rolled and trees <> rolled_trees`,
);

/** Finds changes by a version that does not know of these sums. */
export async function reopenChangedTrees(db: Transaction, accounts: readonly AccountId[]): Promise<void> {
  await db.rows(reopen, [accounts]);
}
