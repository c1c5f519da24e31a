import type { Transaction } from './database.js';
import { statement } from './statement.js';

const lock = statement('select pg_advisory_xact_lock(hashtextextended($1, 0))');

/**
 * Locks something that is stored in a reference table until the transaction ends, on a distributed store only. There a row
 * lock would be a lock on every node, and two transactions that take it in different order would deadlock. On a single
 * PostgreSQL callers lock the row.
 */
export async function lockReference(db: Transaction, what: string): Promise<void> {
  if (db.layout === 'distributed') await db.rows(lock, [what]);
}
