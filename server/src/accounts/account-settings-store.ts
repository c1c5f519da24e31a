import type { Database } from '../platform/db/database.js';
import { statement } from '../platform/db/statement.js';
import type { Decimal } from '../platform/decimals.js';
import type { AccountId } from './account.js';

export interface AccountSettings {
  /** Price per standard page; null: the methodology's. */
  readonly rate: Decimal | null;
  /** Carbon projects of orders that name none. */
  readonly carbonProjectIds: readonly string[];
}

const select = statement<AccountSettings>(
  'select rate, carbon_project_ids from account_settings where account_id = $1',
);

export const accountSettings = async (db: Database, account: AccountId): Promise<AccountSettings> =>
  (await db.first(select, [account])) ?? { rate: null, carbonProjectIds: [] };

const upsert = statement(`
  insert into account_settings (account_id, rate, carbon_project_ids) values ($1, $2, $3)
  on conflict (account_id) do update set rate = excluded.rate, carbon_project_ids = excluded.carbon_project_ids`);

export async function saveAccountSettings(
  db: Database,
  account: AccountId,
  settings: AccountSettings,
): Promise<void> {
  await db.rows(upsert, [account, settings.rate, settings.carbonProjectIds]);
}
