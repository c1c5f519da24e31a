import type { Database } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
import type { Account } from './account.js';
import { accountColumns } from './account-store.js';
import { nameSort } from './name-sort.js';

/** An account as the operator sees it. */
export interface OperatorAccount extends Account {
  /** Price per standard page. Null: the methodology's price applies. */
  readonly rate: Decimal | null;
  /** Sort key of the list. */
  readonly nameSort: string;
}

const selection = (condition: string): string => `
  select ${accountColumns}, name_sort, rate from accounts left join account_settings on account_id = accounts.id
  where (name_sort, id) > ($1, $2) and ${condition} and ($4 = '' or strpos(search_text, $4) > 0 or id::text = $4)
  order by name_sort, id limit $3`;

const selectRoots = crossAccountStatement<OperatorAccount>(
  'the operator lists the root accounts of all tenants',
  selection('parent_id is null'),
);
const selectAll = crossAccountStatement<OperatorAccount>(
  'the operator searches all accounts',
  selection('true'),
);

export interface AccountSearch {
  /** Part of a name or external ID, or a complete ID. Empty: all accounts. */
  readonly text: string;
  readonly isRoot: boolean;
}

/** Sorted by name. */
export const searchAllAccounts = (
  db: Database,
  { text, isRoot }: AccountSearch,
  page: PageRequest,
): Promise<OperatorAccount[]> =>
  db.rows(isRoot ? selectRoots : selectAll, [...pageValues(page, listStart.alphabetical), nameSort(text)]);
