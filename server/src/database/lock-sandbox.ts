import type { Transaction } from './database.js';
import { statement } from './statement.js';

const lock = statement("select pg_advisory_xact_lock(hashtextextended('room in ' || current_schema(), 0))");

/** What a sandbox can have a limited number of is counted by one transaction at a time. */
export async function lockRoomInSandbox(tx: Transaction): Promise<void> {
  await tx.rows(lock);
}
