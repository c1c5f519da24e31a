import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

// Any constant will do, as long as every Regrove process uses the same one.
const keyFileLock = 7_365_637;

const lock = statement('select pg_advisory_xact_lock($1)');

/** Locks the key file until the transaction ends. */
export async function lockKeyFile(db: Transaction): Promise<void> {
  await db.rows(lock, [keyFileLock]);
}
