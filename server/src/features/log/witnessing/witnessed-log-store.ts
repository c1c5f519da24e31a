import type { Database, Transaction } from '../../../database/database.js';
import { statement } from '../../../database/statement.js';

/** The newest tree of a log that was cosigned; at first an empty one. */
export interface WitnessedTree {
  readonly size: number;
  readonly root: Buffer;
}

const insert = statement('insert into witnessed_logs (origin) values ($1) on conflict (origin) do nothing');
const lock = statement<WitnessedTree>('select size, root from witnessed_logs where origin = $1 for update');

/** Until the end of the transaction, no other process cosigns this log. */
export async function lockWitnessedLog(db: Transaction, origin: string): Promise<WitnessedTree> {
  await db.rows(insert, [origin]);
  const tree = await db.first(lock, [origin]);
  if (!tree) throw new Error(`There is no row of ${origin}`);
  return tree;
}

/** A checkpoint as its log has signed it. */
export interface WitnessedCheckpoint extends WitnessedTree {
  readonly origin: string;
  readonly note: string;
}

const selectCosigned = statement<{ root: Buffer; note: string }>(
  'select root, note from witnessed_checkpoints where origin = $1 and size = $2',
);

/** The one of this size that was cosigned, if it was one of the newest. */
export const findCosigned = (
  db: Database,
  origin: string,
  size: number,
): Promise<{ readonly root: Buffer; readonly note: string } | undefined> =>
  db.first(selectCosigned, [origin, size]);

/** Of each log. */
const keptCheckpoints = 1_000;

const update = statement('update witnessed_logs set size = $2, root = $3 where origin = $1');
const insertCosigned = statement(
  'insert into witnessed_checkpoints (origin, size, root, note) values ($1, $2, $3, $4) on conflict (origin, size) do nothing',
);
const removeOldest = statement(`
  delete from witnessed_checkpoints where origin = $1 and size <= (
    select size from witnessed_checkpoints where origin = $1 order by size desc offset ${keptCheckpoints} limit 1)`);

export async function advanceWitnessedLog(
  db: Transaction,
  { origin, size, root, note }: WitnessedCheckpoint,
): Promise<void> {
  await db.rows(update, [origin, size, root]);
  await db.rows(insertCosigned, [origin, size, root, note]);
  await db.rows(removeOldest, [origin]);
}

const selectAll = statement<WitnessedTree & { origin: string }>(
  'select origin, size, root from witnessed_logs where size > 0 order by origin',
);

/** Logs of which something was cosigned. */
export const listWitnessedLogs = (db: Database): Promise<(WitnessedTree & { readonly origin: string })[]> =>
  db.rows(selectAll);

const selectNewest = statement<WitnessedTree & { note: string }>(
  'select size, root, note from witnessed_checkpoints where origin = $1 order by size desc limit 1',
);

/** The newest checkpoint of the log that was cosigned. */
export const newestCosigned = (
  db: Database,
  origin: string,
): Promise<(WitnessedTree & { readonly note: string }) | undefined> => db.first(selectNewest, [origin]);

/** That a log has signed two different trees of the same size. */
export interface Fork {
  readonly origin: string;
  readonly size: number;
  readonly seenAt: Date;
}

export interface Evidence extends Fork {
  readonly cosignedNote: string;
  readonly refusedNote: string;
}

/** More pairs of one log prove nothing new. */
const keptForks = 100;

const insertFork = statement<{ size: number }>(`
  insert into witnessed_forks (origin, size, seen_at, cosigned_note, refused_note)
  select $1, $2, $3, $4, $5 where (select count(*) from witnessed_forks where origin = $1) < ${keptForks}
  on conflict (origin, size) do nothing returning size`);

/** False: there is evidence of this, or enough of it, already. */
export async function keepFork(db: Transaction, fork: Evidence): Promise<boolean> {
  const { origin, size, seenAt, cosignedNote, refusedNote } = fork;
  return (await db.rows(insertFork, [origin, size, seenAt, cosignedNote, refusedNote])).length > 0;
}

const selectForks = statement<Fork>(`
  select origin, size, seen_at from witnessed_forks
  where origin = any($1::text[]) order by seen_at, origin, size`);

/** Of these logs, oldest first. */
export const listForks = (db: Database, origins: readonly string[]): Promise<Fork[]> =>
  db.rows(selectForks, [origins]);

const selectForkNotes = statement<Evidence>(`
  select origin, size, seen_at, cosigned_note, refused_note from witnessed_forks
  where origin = any($1::text[]) order by origin, size`);

/** With the notes that prove them. */
export const listForkNotes = (db: Database, origins: readonly string[]): Promise<Evidence[]> =>
  db.rows(selectForkNotes, [origins]);
