import type { Database } from '../../database/database.js';
import { acrossAccounts, statement } from '../../database/statement.js';
import type { Account, AccountId } from './account.js';

/** An account that an external id names, and how many others it names as well. */
export interface NamedAccount {
  readonly externalId: string;
  readonly id: AccountId;
  readonly displayName: string;
  readonly status: Account['status'];
  readonly others: number;
}

// Only siblings have different external ids. One row per external id, however many accounts have it.
const select = (isNamed: string): string => `
  select named.external_id, accounts.id, display_name, status, others
  from (
    select external_id, min(id::text)::uuid as id, count(*)::integer - 1 as others from accounts
    where ${isNamed} group by external_id
  ) as named join accounts on accounts.id = named.id`;

const selectWithin = statement<NamedAccount>(
  `${select('lineage @> array[$1::uuid] and external_id = any($2::text[])')} and accounts.lineage @> array[$1::uuid]`,
);

/** The accounts with these external ids among the account and those below it. */
export const findByExternalIds = (
  db: Database,
  within: AccountId,
  externalIds: readonly string[],
): Promise<NamedAccount[]> => db.rows(selectWithin, [within, externalIds]);

const selectAny = acrossAccounts<NamedAccount>(
  'the operator names accounts by their external ids',
  select('external_id = any($1::text[])'),
);

/** For the operator: among all accounts. */
export const findAnyByExternalIds = (db: Database, externalIds: readonly string[]): Promise<NamedAccount[]> =>
  db.rows(selectAny, [externalIds]);

const selectIdsWithin = statement<Pick<Account, 'id' | 'displayName' | 'status'>>(
  'select id, display_name, status from accounts where lineage @> array[$1::uuid] and id = any($2::uuid[])',
);

/** The accounts with these ids among the account and those below it. */
export const findByIds = (
  db: Database,
  within: AccountId,
  ids: readonly string[],
): Promise<Pick<Account, 'id' | 'displayName' | 'status'>[]> => db.rows(selectIdsWithin, [within, ids]);
