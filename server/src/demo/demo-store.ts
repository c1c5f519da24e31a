import type { Database } from '../platform/db/database.js';
import { acrossAccounts, statement } from '../platform/db/statement.js';

const select = acrossAccounts<{ any: boolean }>(
  'the first start looks whether the database is empty',
  'select exists (select from accounts) or exists (select from forestry_projects) as any',
);

// Any constant will do, as long as every Regrove process takes the same one.
const seedLock = 7_265_677;
const lock = statement(`select pg_advisory_xact_lock(${seedLock})`);

/** Keeps others from seeding until the transaction ends. */
export async function lockSeeding(db: Database): Promise<void> {
  await db.rows(lock);
}

/** Whether anybody has put anything into the database yet. */
export const anyAccount = async (db: Database): Promise<boolean> => (await db.first(select))?.any ?? false;
