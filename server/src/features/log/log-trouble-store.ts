import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

/** Often enough for who asks, and seldom enough for the disk. */
const notePass = statement(`
  update log_state set passed_at = $1 where passed_at is null or passed_at < $1::timestamptz - interval '30 seconds'`);

/** Everything that was there at that time is in the log. */
export async function noteLogPass(db: Database, at: Date): Promise<void> {
  await db.rows(notePass, [at]);
}

export interface LogPass {
  /** Null: never, or not since the database was restored. */
  readonly passedAt: Date | null;
  readonly restored: boolean;
}

const selectPass = statement<LogPass>('select passed_at, restored from log_state');

export const lastLogPass = async (db: Database): Promise<LogPass> =>
  (await db.first(selectPass)) ?? { passedAt: null, restored: false };

const setTrouble = statement(`
  update log_state set trouble = $1::text, trouble_since = case when $1::text is null then null else coalesce(trouble_since, $2::timestamptz) end
  where trouble is distinct from $1::text`);

/** Null: there is none any more. */
export async function noteLogTrouble(db: Database, trouble: string | null, at: Date): Promise<void> {
  await db.rows(setTrouble, [trouble, at]);
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
