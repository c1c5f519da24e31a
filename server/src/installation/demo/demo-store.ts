import type { Account } from '../../features/accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { demoUserEmail } from './demo-accounts.js';

const select = crossAccountStatement<{ any: boolean }>(
  'the first start checks whether the database is empty',
  'select exists (select from accounts) or exists (select from forestry_projects) as any',
);

// Any constant will do, as long as every Regrove process uses the same one.
const seedLock = 7_265_677;
const lock = statement(`select pg_advisory_xact_lock(${seedLock})`);

export async function lockSeeding(db: Transaction): Promise<void> {
  await db.rows(lock);
}

/** Whether the database has any accounts or projects. */
export const hasData = async (db: Database): Promise<boolean> => (await db.first(select))?.any ?? false;

const selectDistributor = crossAccountStatement<Pick<Account, 'id' | 'name'>>(
  'the operator requests a key for the demo, which is an account like any other',
  `select accounts.id, name from accounts join users on users.account_id = accounts.id
   where email_key = $1 and parent_id is null and role = 'distributor' order by accounts.created_at limit 1`,
);

/** Identified by its user, because its name may have been changed. */
export const findDemoDistributor = (db: Database): Promise<Pick<Account, 'id' | 'name'> | undefined> =>
  db.first(selectDistributor, [demoUserEmail]);
