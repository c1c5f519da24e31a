import { keyOfName, lockSql } from './advisory-lock.js';
import type { Transaction } from './database.js';
import { statement } from './statement.js';

const lock = statement(lockSql(keyOfName("'room'")));

/** What a sandbox can have a limited number of is counted by one transaction at a time. */
export async function lockSandboxQuota(tx: Transaction): Promise<void> {
  await tx.rows(lock);
}
