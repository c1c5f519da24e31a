import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { TreesByAccount } from './trees-by-account-store.js';

const job = 'a job adds the trees of all accounts to the sums of those above';

/** Trees of an account in a project, and those of them that plantings cover. */
export interface CountedTrees extends TreesByAccount {
  readonly coveredTrees: Decimal;
}

/** Trees in a project that have changed since they were added to the sums of the accounts above. */
export interface ChangedTrees extends CountedTrees {
  readonly treesAdded: Decimal;
  readonly coveredTreesAdded: Decimal;
}

const selectChanged = crossAccountStatement<ChangedTrees>(
  job,
  `select account_id, project_id, trees, covered_trees, trees - rolled_trees as trees_added,
     covered_trees - rolled_covered_trees as covered_trees_added
   from account_plantings where not rolled limit $1`,
);

export const listChangedTrees = (db: Database, limit: number): Promise<ChangedTrees[]> =>
  db.rows(selectChanged, [limit]);

const row = columnParameters(1, {
  accountId: 'uuid',
  projectId: 'uuid',
  trees: 'numeric',
  coveredTrees: 'numeric',
} satisfies ColumnTypes<keyof CountedTrees>);

const lists = unnestOnShard(row.lists, 'project_id, trees, covered_trees');

const add = crossAccountStatement(
  job,
  `insert into planting_rollups as below (account_id, project_id, trees, covered_trees)
   select account_states.account_id, project_id, trees, covered_trees ${lists}
   on conflict (account_id, project_id) do update set trees = below.trees + excluded.trees,
     covered_trees = below.covered_trees + excluded.covered_trees`,
);

/** Adds to the sums of the accounts below each of these accounts: one row per account and project. */
export async function addToTreeRollups(db: Transaction, added: readonly CountedTrees[]): Promise<void> {
  if (added.length > 0) await db.rows(add, row.listsOf(added));
}

// The rows exist (see markMonthsRolled). In the order in which they are counted, so that neither waits for the other in a circle.
const mark = crossAccountStatement(
  job,
  `insert into account_plantings as planted (account_id, project_id, trees, rolled_trees, rolled_covered_trees)
   select account_states.account_id, project_id, 0, trees, covered_trees ${lists}
   order by account_states.account_id, project_id
   on conflict (account_id, project_id) do update set rolled_trees = excluded.rolled_trees,
     rolled_covered_trees = excluded.rolled_covered_trees,
     rolled = (planted.trees = excluded.rolled_trees and planted.covered_trees = excluded.rolled_covered_trees)`,
);

/** Stores what has been added of each. */
export async function markTreesRolled(db: Transaction, trees: readonly CountedTrees[]): Promise<void> {
  await db.rows(mark, row.listsOf(trees));
}

const reopen = crossAccountStatement(
  job,
  `update account_plantings set rolled = false
   where account_id = any($1::uuid[]) and rolled
     and (trees <> rolled_trees or covered_trees <> rolled_covered_trees)`,
);

/** Finds changes by a version that does not know of these sums. */
export async function requeueChangedTrees(db: Transaction, accounts: readonly AccountId[]): Promise<void> {
  await db.rows(reopen, [accounts]);
}
