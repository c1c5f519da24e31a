import type { Account } from '../../features/accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { acrossAccounts, statement } from '../../database/statement.js';

const select = acrossAccounts<{ any: boolean }>(
  'the first start looks whether the database is empty',
  'select exists (select from accounts) or exists (select from forestry_projects) as any',
);

// Any constant will do, as long as every Regrove process takes the same one.
const seedLock = 7_265_677;
const lock = statement(`select pg_advisory_xact_lock(${seedLock})`);

/** Keeps others from seeding until the transaction ends. */
export async function lockSeeding(db: Transaction): Promise<void> {
  await db.rows(lock);
}

/** Whether anybody has put anything into the database yet. */
export const anyAccount = async (db: Database): Promise<boolean> => (await db.first(select))?.any ?? false;

/** Of the demo's distributor; nobody receives mail at such an address. */
export const demoUserEmail = 'office@evergreen-print.example';

const selectDistributor = acrossAccounts<Pick<Account, 'id' | 'name'>>(
  'the operator asks for a key of the demo, which is an account like others',
  `select accounts.id, name from accounts join users on users.account_id = accounts.id
   where email_key = $1 and parent_id is null and role = 'distributor' order by accounts.created_at limit 1`,
);

/** Known by its user: whoever looks around may have changed its name. */
export const findDemoDistributor = (db: Database): Promise<Pick<Account, 'id' | 'name'> | undefined> =>
  db.first(selectDistributor, [demoUserEmail]);
