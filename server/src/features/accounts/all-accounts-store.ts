import type { Database } from '../../database/database.js';
import { acrossAccounts } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
import type { Account } from './account.js';
import { accountColumns } from './account-store.js';
import { nameSort } from './name-sort.js';

/** An account as the operator sees it. */
export interface RatedAccount extends Account {
  /** Price per standard page; null: the methodology's. */
  readonly rate: Decimal | null;
  /** Where it stands in the list. */
  readonly nameSort: string;
}

const selection = (condition: string): string => `
  select ${accountColumns}, name_sort, rate from accounts left join account_settings on account_id = accounts.id
  where (name_sort, id) > ($1, $2) and ${condition} and ($4 = '' or strpos(search_text, $4) > 0 or id::text = $4)
  order by name_sort, id limit $3`;

const selectRoots = acrossAccounts<RatedAccount>(
  'the operator sees every tree of accounts',
  selection('parent_id is null'),
);
const selectAll = acrossAccounts<RatedAccount>('the operator looks for any account', selection('true'));

export interface AccountSearch {
  /** Part of a name or external id, or the whole id; empty for all. */
  readonly text: string;
  readonly isRoot: boolean;
}

/** By name. */
export const searchAllAccounts = (
  db: Database,
  { text, isRoot }: AccountSearch,
  page: PageRequest,
): Promise<RatedAccount[]> =>
  db.rows(isRoot ? selectRoots : selectAll, [...pageValues(page, listStart.alphabetical), nameSort(text)]);

const selectNames = acrossAccounts<{ id: string; name: string }>(
  'the operator reads what was changed in whichever account',
  'select id, display_name as name from accounts where id = any($1::uuid[])',
);

export const namesOfAccounts = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await db.rows(selectNames, [ids])).map(({ id, name }) => [id, name]));
