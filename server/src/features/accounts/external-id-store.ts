import type { Database } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Account, AccountId } from './account.js';

/** An account that an external id names, and how many others it names as well. */
export interface NamedAccount {
  readonly externalId: string;
  readonly id: AccountId;
  readonly displayName: string;
  readonly status: Account['status'];
  readonly others: number;
}

// Only siblings have different external ids. One row per external id, however many accounts have it. They are read once, and not joined
// again: right after an import has created thousands, the planner takes them for few, and would compare each with all.
const select = (isNamed: string): string => `
  select external_id, id, display_name, status, others from (
    select external_id, id, display_name, status, (count(*) over same)::integer - 1 as others,
      row_number() over (same order by id) as place
    from accounts where ${isNamed} window same as (partition by external_id)
  ) as named where place = 1`;

const selectWithin = statement<NamedAccount>(
  select('lineage @> array[$1::uuid] and external_id = any($2::text[])'),
);

/** The accounts with these external ids among the account and those below it. */
export const findByExternalIds = (
  db: Database,
  within: AccountId,
  externalIds: readonly string[],
): Promise<NamedAccount[]> => db.rows(selectWithin, [within, externalIds]);

const selectAny = crossAccountStatement<NamedAccount>(
  'the operator names accounts by their external ids',
  select('external_id = any($1::text[])'),
);

/** For the operator: among all accounts. */
export const findAnyByExternalIds = (db: Database, externalIds: readonly string[]): Promise<NamedAccount[]> =>
  db.rows(selectAny, [externalIds]);

type AccountById = Pick<Account, 'id' | 'displayName' | 'status'>;

const selectIdsWithin = statement<AccountById>(
  'select id, display_name, status from accounts where lineage @> array[$1::uuid] and id = any($2::uuid[])',
);

/** The accounts with these ids among the account and those below it. */
export const findByIds = (db: Database, within: AccountId, ids: readonly string[]): Promise<AccountById[]> =>
  db.rows(selectIdsWithin, [within, ids]);

const selectAnyIds = crossAccountStatement<AccountById>(
  'the operator names accounts by their ids',
  'select id, display_name, status from accounts where id = any($1::uuid[])',
);

/** For the operator: among all accounts. */
export const findAnyByIds = (db: Database, ids: readonly string[]): Promise<AccountById[]> =>
  db.rows(selectAnyIds, [ids]);
