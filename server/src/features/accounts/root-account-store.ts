import type { Database, Transaction } from '../../database/database.js';
import { acrossAccounts, statement } from '../../database/statement.js';

// Any constant will do, as long as every Regrove process takes the same one.
const rootsLock = 7_265_678;
const lock = statement(`select pg_advisory_xact_lock(${rootsLock})`);

/** Keeps others from naming root accounts until the transaction ends. */
export async function lockRootNames(db: Transaction): Promise<void> {
  await db.rows(lock);
}

const selectTaken = acrossAccounts<{ name: boolean; externalId: boolean }>(
  'root accounts belong to different tenants, and no two have the same name',
  `select
     exists (select from accounts where parent_id is null and name = $1 and ($3::uuid is null or id <> $3)) as name,
     exists (select from accounts where parent_id is null and external_id = $2 and ($3::uuid is null or id <> $3)) as external_id`,
);

/** Which of the two a root account has; the one of this id does not count. */
export async function takenByRoots(
  db: Database,
  { name, externalId }: { name: string; externalId: string | null },
  id: string | undefined,
): Promise<{ readonly name: boolean; readonly externalId: boolean }> {
  const [row] = await db.rows(selectTaken, [name, externalId, id ?? null]);
  return row as { name: boolean; externalId: boolean };
}
