import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { AccountId } from './account.js';

/** An account that an external id names, and how many others it names as well. */
export interface NamedAccount {
  readonly externalId: string;
  readonly id: AccountId;
  readonly displayName: string;
  readonly others: number;
}

// Only siblings have different external ids. One row per external id, however many accounts have it.
const select = (isReached: string): string => `
  select named.external_id, accounts.id, display_name, others
  from (
    select external_id, min(id::text)::uuid as id, count(*)::integer - 1 as others from accounts
    where ${isReached} and external_id = any($2::text[]) group by external_id
  ) as named join accounts on accounts.id = named.id`;

const selectWithin = statement<NamedAccount>(
  `${select('lineage @> array[$1::uuid]')} and accounts.lineage @> array[$1::uuid]`,
);
const selectAny = statement<NamedAccount>(select('$1::uuid is null'));

/** The accounts with these external ids among the account and those below it; for the operator, among all. */
export const findByExternalIds = (
  db: Database,
  within: AccountId | undefined,
  externalIds: readonly string[],
): Promise<NamedAccount[]> =>
  db.rows(within === undefined ? selectAny : selectWithin, [within ?? null, externalIds]);
