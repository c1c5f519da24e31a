import { keyOfName, sharedLockSql, lockSql } from './advisory-lock.js';
import type { Transaction } from './database.js';
import { waitForPreparedTransactions } from './prepared-transaction-store.js';
import { statement } from './statement.js';

const lock = statement(lockSql(keyOfName('$1')));

/**
 * For a check on one node of a distributed store that protects rows on another. The transaction ends on each node at a
 * different moment, and so do its row locks; this lock ends after all of them. On a single PostgreSQL callers lock a row.
 */
export async function lockAcrossNodes(db: Transaction, what: string): Promise<void> {
  if (db.layout === 'distributed') await db.rows(lock, [what]);
}

const share = statement(sharedLockSql(keyOfName('$1')));

/** The same for transactions that only need that nobody takes the lock above meanwhile. */
export async function shareAcrossNodes(db: Transaction, what: string): Promise<void> {
  if (db.layout === 'distributed') await db.rows(share, [what]);
}

/**
 * Locks something that is stored in a reference table until the transaction ends, on a distributed store only. There a row
 * lock would be a lock on every node, and two transactions that take it in different order would deadlock. On a single
 * PostgreSQL callers lock the row. Whoever gets the lock sees what earlier holders have written, even if a node has crashed.
 */
export async function lockReference(db: Transaction, what: string): Promise<void> {
  await lockAcrossNodes(db, what);
  await waitForPreparedTransactions(db);
}
