import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { AccountId } from './account.js';

export interface AccountSettings {
  /** Price per standard page. Null: the methodology's price applies. */
  readonly rate: Decimal | null;
  /** Carbon projects for orders that do not name any. */
  readonly carbonProjectIds: readonly string[];
}

const select = statement<AccountSettings>(
  'select rate, carbon_project_ids from account_settings where account_id = $1',
);

export const accountSettings = async (db: Database, account: AccountId): Promise<AccountSettings> =>
  (await db.first(select, [account])) ?? { rate: null, carbonProjectIds: [] };

const selectRates = crossAccountStatement<{ accountId: AccountId; rate: Decimal }>(
  'a close settles several accounts in one transaction',
  'select account_id, rate from account_settings where account_id = any($1::uuid[]) and rate is not null',
);

/** Leaves out accounts to which the methodology's price applies. */
export const ratesOf = async (
  db: Database,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, Decimal>> =>
  new Map((await db.rows(selectRates, [accounts])).map(({ accountId, rate }) => [accountId, rate]));

const upsert = statement(`
  insert into account_settings (account_id, rate, carbon_project_ids) values ($1, $2, $3)
  on conflict (account_id) do update set rate = excluded.rate, carbon_project_ids = excluded.carbon_project_ids`);

export async function saveAccountSettings(
  db: Transaction,
  account: AccountId,
  settings: AccountSettings,
): Promise<void> {
  await db.rows(upsert, [account, settings.rate, settings.carbonProjectIds]);
}
