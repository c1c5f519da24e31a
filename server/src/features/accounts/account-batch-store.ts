import { columnParameters } from '../../database/column-parameters.js';
import type { Transaction } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Account } from './account.js';
import { accountColumns } from './account-store.js';
import { nameSort, searchText } from './name-sort.js';
import { placeInRankings } from './ranking-store.js';

const row = columnParameters(5, {
  id: 'uuid',
  name: 'text',
  nameSort: 'text',
  displayName: 'text',
  externalId: 'text',
  searchText: 'text',
});

// In one order, so that two batches with the same names do not wait for each other.
const insert = crossAccountStatement<Account>(
  'an import creates the customers of an account in one statement',
  `
  insert into accounts (parent_id, lineage, role, status, created_at, activated_at, ${row.names})
  select $1::uuid, $2::uuid[] || id, $3::text, 'active', $4::timestamptz, $4::timestamptz, ${row.names}
  from unnest(${row.lists}) as one (${row.names}) order by external_id
  on conflict do nothing returning ${accountColumns}`,
);

const insertStates = crossAccountStatement(
  'new accounts below one get their states in one statement',
  `insert into account_states (account_id, status) select unnest($1::uuid[]), 'active'`,
);

export interface NewChild {
  readonly id: string;
  readonly name: string;
  readonly externalId: string;
}

/** Creates accounts below one in one statement, except those whose name or external id another one has. */
export async function insertChildren(
  db: Transaction,
  parent: Account,
  children: readonly NewChild[],
  { role, createdAt }: Pick<Account, 'role' | 'createdAt'>,
): Promise<Account[]> {
  const rows = children.map(({ id, name, externalId }) => ({
    id,
    name,
    nameSort: nameSort(name),
    displayName: name,
    externalId,
    searchText: searchText({ name, displayName: name, externalId }),
  }));
  const created = await db.rows(insert, [parent.id, parent.lineage, role, createdAt, ...row.listsOf(rows)]);
  if (created.length === 0) return created;
  // On a single PostgreSQL a trigger does it.
  if (db.layout === 'distributed') await db.rows(insertStates, [created.map(({ id }) => id)]);
  await placeInRankings(db, ...created);
  return created;
}
