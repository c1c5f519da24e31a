import { lockSql } from '../../database/advisory-lock.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';

const lock = statement(lockSql(7_265_678));

/** Blocks other transactions from naming root accounts until this one ends. */
export async function lockRootNames(db: Transaction): Promise<void> {
  await db.rows(lock);
}

const selectTaken = crossAccountStatement<{ name: boolean; externalId: boolean }>(
  'root accounts belong to different tenants, and their names must be unique',
  `select
     exists (select from accounts where parent_id is null and name = $1 and ($3::uuid is null or id <> $3)) as name,
     exists (select from accounts where parent_id is null and external_id = $2 and ($3::uuid is null or id <> $3)) as external_id`,
);

/** Whether a root account other than `id` has the name, and whether one has the external ID. */
export async function findRootConflicts(
  db: Database,
  { name, externalId }: { name: string; externalId: string | null },
  id: string | undefined,
): Promise<{ readonly name: boolean; readonly externalId: boolean }> {
  const [row] = await db.rows(selectTaken, [name, externalId, id ?? null]);
  return row as { name: boolean; externalId: boolean };
}
