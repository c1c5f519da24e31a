import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

/** Often enough for who asks, and seldom enough for the disk. */
const notePass = statement(`
  update log_state set passed_at = $1 where passed_at is null or passed_at < $1::timestamptz - interval '30 seconds'`);

/** Everything that was there at that time is in the log. */
export async function recordLogRun(db: Database, at: Date): Promise<void> {
  await db.rows(notePass, [at]);
}

export interface LogRun {
  /** Null: never, or not since the database was restored. */
  readonly passedAt: Date | null;
  readonly restored: boolean;
}

const selectPass = statement<LogRun>('select passed_at, restored from log_state');

export const lastLogRun = async (db: Database): Promise<LogRun> =>
  (await db.first(selectPass)) ?? { passedAt: null, restored: false };

const setTrouble = statement(`
  update log_state set trouble = $1, trouble_since = coalesce(trouble_since, $2::timestamptz) where trouble is distinct from $1`);

export async function noteLogTrouble(db: Database, trouble: string, at: Date): Promise<void> {
  await db.rows(setTrouble, [trouble, at]);
}

// What a data directory disputes is for that one to withdraw.
const clearTrouble = statement(
  'update log_state set trouble = null, trouble_since = null where trouble is not null and disputed_by is null',
);

/** There is none any more. */
export async function clearLogTrouble(db: Database): Promise<void> {
  await db.rows(clearTrouble);
}

const dispute = statement(`
  update log_state set disputed_size = $1, disputed_root = $2, disputed_by = $3
  where (disputed_size, disputed_root, disputed_by) is distinct from ($1::bigint, $2::bytea, $3::text)`);

/** A data directory knows that this tree was signed, and the log does not begin with it. */
export async function disputeLog(
  db: Database,
  { size, root }: { readonly size: number; readonly root: Buffer },
  by: string,
): Promise<void> {
  await db.rows(dispute, [size, root, by]);
}

const settle = statement(
  'update log_state set disputed_size = null, disputed_root = null, disputed_by = null',
);

/** The log begins with what was disputed, or has become another one. */
export async function clearLogDispute(db: Transaction): Promise<void> {
  await db.rows(settle);
}

export interface LogTrouble {
  readonly trouble: string | null;
  readonly troubleSince: Date | null;
}

const selectTrouble = statement<LogTrouble>('select trouble, trouble_since from log_state');

/** Why nothing is entered or signed. */
export const readLogTrouble = async (db: Database): Promise<LogTrouble> =>
  (await db.first(selectTrouble)) ?? { trouble: null, troubleSince: null };

const markRestored = statement('update log_state set restored = true, passed_at = null');

/** The database does not know what was signed after the backup that it was restored from. */
export async function markLogRestored(db: Database): Promise<void> {
  await db.rows(markRestored);
}

const unmarkRestored = statement('update log_state set restored = false');

export async function clearRestored(db: Transaction): Promise<void> {
  await db.rows(unmarkRestored);
}
