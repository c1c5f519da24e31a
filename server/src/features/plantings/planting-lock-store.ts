import { keyOfName, lockSql } from '../../database/advisory-lock.js';
import type { Transaction } from '../../database/database.js';
import { waitForPreparedTransactions } from '../../database/prepared-transaction-store.js';
import { statement } from '../../database/statement.js';

const lock = statement(lockSql(keyOfName('$1')));

const lockNamed = async (db: Transaction, name: string): Promise<void> => {
  await db.rows(lock, [name]);
  await waitForPreparedTransactions(db);
};

/** Other imports of plantings wait until the transaction ends. */
export const lockPlantingImports = (db: Transaction): Promise<void> => lockNamed(db, 'import of plantings');

/**
 * Whoever covers trees of the project, or changes its plantings, waits until the transaction ends. Not a lock on the row of the
 * project, for which those who count its trees would wait, too.
 */
export const lockPlantingsOf = (db: Transaction, projectId: string): Promise<void> =>
  lockNamed(db, `plantings of ${projectId}`);

/** Whoever adds photos to the planting waits until the transaction ends, so that it has no more of them than it may. */
export const lockPhotosOf = (db: Transaction, plantingId: string): Promise<void> =>
  lockNamed(db, `photos of ${plantingId}`);
