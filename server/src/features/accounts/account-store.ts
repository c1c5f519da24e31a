import type { Database, Transaction } from '../../database/database.js';
import { sortedList } from '../../database/sorted-list.js';
import { statement } from '../../database/statement.js';
import { isoDay, startOfMonth, startOfQuarter, startOfYear } from '../../platform/time/months.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
import type { Account, AccountId, ExpandedAccount } from './account.js';
import { insertAccountState, lockAccountState, setAccountState } from './account-state-store.js';
import { childCount } from './child-count-store.js';
import { nameSort, searchText } from './name-sort.js';
import { placeInRankings } from './ranking-store.js';

export const accountColumns = `id, parent_id, lineage, name, display_name, external_id, role, status, created_at, activated_at,
  deactivated_at`;

const selectWithin = statement<Account>(
  `select ${accountColumns} from accounts where id = $2 and lineage @> array[$1::uuid]`,
);

/** The account, if it is the ancestor itself or one of its descendants. */
export const findAccountWithin = (
  db: Database,
  ancestor: AccountId,
  id: string,
): Promise<Account | undefined> => db.first(selectWithin, [ancestor, id]);

const selectAny = statement<Account>(`select ${accountColumns} from accounts where id = $1`);

/** For the operator and for jobs, which may access every account. */
export const findAnyAccount = (db: Database, id: string): Promise<Account | undefined> =>
  db.first(selectAny, [id]);

const selectExpanded = statement<ExpandedAccount>(`
  select ${accountColumns},
    ${childCount('$1')} as accounts_count,
    (select count(*) from users where users.account_id = $1) as users_count,
    volume.*
  from accounts, lateral (
    select
      coalesce(sum(pages) filter (where month = $2), 0)::bigint as mtd_pages,
      coalesce(sum(pages) filter (where month between $3 and $2), 0)::bigint as qtd_pages,
      coalesce(sum(pages) filter (where month between $4 and $2), 0)::bigint as ytd_pages,
      coalesce(sum(pages), 0)::bigint as ltd_pages,
      coalesce(sum(trees) filter (where month = $2), 0) as mtd_trees,
      coalesce(sum(trees) filter (where month between $3 and $2), 0) as qtd_trees,
      coalesce(sum(trees) filter (where month between $4 and $2), 0) as ytd_trees,
      coalesce(sum(trees), 0) as ltd_trees
    from account_volume where account_id = $1
  ) volume
  where accounts.id = $1`);

/** With counts and totals. The periods to date end with the month of `now`. */
export async function expandAccount(db: Database, id: AccountId, now: Date): Promise<ExpandedAccount> {
  const spans = [startOfMonth(now), startOfQuarter(now), startOfYear(now)].map(isoDay);
  const account = await db.first(selectExpanded, [id, ...spans]);
  if (!account) throw new Error(`Account ${id} is gone`);
  return account;
}

const selectChildren = statement<Account>(`
  select ${accountColumns} from accounts
  where parent_id = $1 and (name_sort, id) > ($2, $3)
  order by name_sort, id limit $4`);

/** Direct children, sorted by name. */
export const listChildren = (db: Database, parent: AccountId, page: PageRequest): Promise<Account[]> =>
  db.rows(selectChildren, [parent, ...pageValues(page, listStart.alphabetical)]);

/** Direct children in any order, filtered by status. */
export const listSortedChildren = sortedList<Account>({
  table: 'accounts',
  columns: accountColumns,
  scope: 'parent_id',
  date: 'created_at',
  name: 'name_sort',
  amounts: {},
  filters: { status: 'text' },
});

// Materialized, so that the planner looks up the external ID first instead of walking the whole list in sort order.
const selectChildrenByExternalId = statement<Account>(`
  with found as materialized (
    select ${accountColumns}, name_sort from accounts where parent_id = $1 and external_id = $2
  ) select ${accountColumns} from found where (name_sort, id) > ($3, $4) limit $5`);

/** The direct child with this external ID: a list of at most one account. */
export const listChildrenByExternalId = (
  db: Database,
  parent: AccountId,
  externalId: string,
  page: PageRequest,
): Promise<Account[]> =>
  db.rows(selectChildrenByExternalId, [parent, externalId, ...pageValues(page, listStart.alphabetical)]);

const insert = statement<Account>(`
  insert into accounts (id, parent_id, lineage, name, name_sort, display_name, external_id, role, status, created_at,
    activated_at, search_text)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'active', $9, $9, $10) returning ${accountColumns}`);

export interface NewAccount {
  readonly id: string;
  readonly parent: Account | undefined;
  readonly name: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly role: string;
  readonly createdAt: Date;
}

export async function insertAccount(db: Transaction, account: NewAccount): Promise<Account> {
  const { id, parent, name, displayName, externalId, role, createdAt } = account;
  const lineage = [...(parent?.lineage ?? []), id];
  const values = [
    id,
    parent?.id ?? null,
    lineage,
    name,
    nameSort(name),
    displayName,
    externalId,
    role,
    createdAt,
    searchText(account),
  ];
  const [row] = await db.rows(insert, values);
  const created = row as Account;
  await insertAccountState(db, id, 'active');
  await placeInRankings(db, created);
  return created;
}

const update = statement<Account>(`
  update accounts set name = $2, name_sort = $3, display_name = $4, external_id = $5, search_text = $6
  where id = $1 returning ${accountColumns}`);

export const updateAccountNames = (
  db: Transaction,
  id: AccountId,
  names: Pick<Account, 'name' | 'displayName' | 'externalId'>,
): Promise<Account | undefined> =>
  db.first(update, [
    id,
    names.name,
    nameSort(names.name),
    names.displayName,
    names.externalId,
    searchText(names),
  ]);

/** Locks the account until the transaction ends and returns its current state. */
export async function lockAccount(db: Transaction, id: AccountId): Promise<Account | undefined> {
  await lockAccountState(db, id);
  return findAnyAccount(db, id);
}

const activate = statement<{ id: string }>(
  `update accounts set status = 'active', activated_at = $2 where id = $1 and status = 'inactive' returning id`,
);
const deactivate = statement<{ id: string }>(
  `update accounts set status = 'inactive', deactivated_at = $2 where id = $1 and status = 'active' returning id`,
);

/** Undefined if the account already has that status. Waits for deposits in progress. */
export async function setAccountStatus(
  db: Transaction,
  id: AccountId,
  status: Account['status'],
  now: Date,
): Promise<Account | undefined> {
  await lockAccountState(db, id);
  if (!(await db.first(status === 'active' ? activate : deactivate, [id, now]))) return undefined;
  await setAccountState(db, id, status);
  return findAnyAccount(db, id);
}
