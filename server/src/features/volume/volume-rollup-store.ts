import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';

const job = 'a job adds the months of all accounts to the sums of those above';

/** A month that has changed since it was added to the sums of the accounts above. */
export interface ChangedMonth {
  readonly accountId: AccountId;
  readonly month: string;
  readonly pages: Whole;
  readonly trees: Decimal;
  readonly mtco2e: Decimal;
  readonly pagesAdded: Decimal;
  readonly treesAdded: Decimal;
  readonly mtco2eAdded: Decimal;
}

const selectChanged = crossAccountStatement<ChangedMonth>(
  job,
  `select account_id, month, pages, trees, mtco2e, pages::numeric - rolled_pages as pages_added,
     trees - rolled_trees as trees_added, mtco2e - rolled_mtco2e as mtco2e_added
   from account_volume where not rolled limit $1`,
);

export const listChangedMonths = (db: Database, limit: number): Promise<ChangedMonth[]> =>
  db.rows(selectChanged, [limit]);

const row = columnParameters(1, {
  accountId: 'uuid',
  month: 'date',
  pages: 'bigint',
  trees: 'numeric',
  mtco2e: 'numeric',
} satisfies ColumnTypes<keyof Omit<ChangedMonth, 'pagesAdded' | 'treesAdded' | 'mtco2eAdded'>>);

// The rows exist: it is an insert only because Citus sends one to the shards of several accounts as it is (see unnestOnShard). In the
// order in which offsets change months, so that neither waits for the other in a circle. A month that has changed again since
// it was read stays in the list.
const mark = crossAccountStatement(
  job,
  `insert into account_volume as volume (account_id, month, pages, trees, rolled_pages, rolled_trees, rolled_mtco2e)
   select account_states.account_id, month, 0, 0, pages, trees, mtco2e ${unnestOnShard(row.lists, 'month, pages, trees, mtco2e')}
   order by account_states.account_id, month
   on conflict (account_id, month) do update set rolled_pages = excluded.rolled_pages, rolled_trees = excluded.rolled_trees,
     rolled_mtco2e = excluded.rolled_mtco2e,
     rolled = (volume.pages = excluded.rolled_pages and volume.trees = excluded.rolled_trees
       and volume.mtco2e = excluded.rolled_mtco2e)`,
);

/** Stores what has been added of each month. */
export async function markMonthsRolled(db: Transaction, months: readonly ChangedMonth[]): Promise<void> {
  await db.rows(mark, row.listsOf(months));
}

const reopen = crossAccountStatement(
  job,
  `update account_volume set rolled = false
   where account_id = any($1::uuid[]) and rolled
     and (pages <> rolled_pages or trees <> rolled_trees or mtco2e <> rolled_mtco2e)`,
);

/** Finds changes by a version that does not know of these sums. */
export async function requeueChangedMonths(db: Transaction, accounts: readonly AccountId[]): Promise<void> {
  await db.rows(reopen, [accounts]);
}

export interface Tonnes {
  readonly accountId: AccountId;
  readonly month: string;
  readonly mtco2e: Decimal;
}

const tonnes = columnParameters(1, {
  accountId: 'uuid',
  month: 'date',
  mtco2e: 'numeric',
} satisfies ColumnTypes<keyof Tonnes>);

const addToMonths = crossAccountStatement(
  job,
  `insert into account_volume as volume (account_id, month, pages, trees, mtco2e)
   select account_states.account_id, month, 0, 0, mtco2e ${unnestOnShard(tonnes.lists, 'month, mtco2e')}
   order by account_states.account_id, month
   on conflict (account_id, month) do update set mtco2e = volume.mtco2e + excluded.mtco2e, rolled = false`,
);

/** Adds tonnes of carbon offsets that are in no month yet. */
export async function addTonnes(db: Transaction, added: readonly Tonnes[]): Promise<void> {
  if (added.length > 0) await db.rows(addToMonths, tonnes.listsOf(added));
}
