import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

export interface LogState {
  readonly size: number;
  readonly root: Buffer;
}

export interface LockedLog extends LogState {
  /** From a backup, which does not know what was signed after it. */
  readonly restored: boolean;
  /** What some data directory knows to be signed, and the log does not begin with. Null: nothing. */
  readonly disputedSize: number | null;
  readonly disputedRoot: Buffer | null;
  /** The id of that data directory. */
  readonly disputedBy: string | null;
}

const lockedColumns = 'size, root, restored, disputed_size, disputed_root, disputed_by';

const lock = statement<LockedLog>(`select ${lockedColumns} from log_state for update skip locked`);

/** Undefined if another process is entering something. */
export const lockLog = (db: Transaction): Promise<LockedLog | undefined> => db.first(lock);

const wait = statement<LockedLog>(`select ${lockedColumns} from log_state for update`);

/** Locks it as soon as nobody else is entering something. */
export async function waitForLog(db: Transaction): Promise<LockedLog> {
  const state = await db.first(wait);
  if (!state) throw new Error('The transparency log has no state');
  return state;
}

const select = statement<LogState>('select size, root from log_state');

export async function readLogState(db: Database): Promise<LogState> {
  const state = await db.first(select);
  if (!state) throw new Error('The transparency log has no state');
  return state;
}

const update = statement('update log_state set size = $1, root = $2');

export async function setLogState(db: Transaction, { size, root }: LogState): Promise<void> {
  await db.rows(update, [size, root]);
}

const insertEntries = statement(`
  insert into log_entries (index, entry)
  select $1::bigint + number - 1, entry from unnest($2::bytea[]) with ordinality as one (entry, number)`);

/** `first`: the index of the first one. */
export async function appendEntries(
  db: Transaction,
  first: number,
  entries: readonly Buffer[],
): Promise<void> {
  await db.rows(insertEntries, [first, entries]);
}

const selectEntries = statement<{ entry: Buffer }>(
  'select entry from log_entries where index >= $1 and index < $2 order by index',
);

/** From `first` up to, but not including, `end`. */
export const readEntries = async (db: Database, first: number, end: number): Promise<Buffer[]> =>
  (await db.rows(selectEntries, [first, end])).map(({ entry }) => entry);

export interface IndexedEntry {
  readonly index: number;
  readonly entry: Buffer;
}

const selectIndexedEntries = statement<IndexedEntry>(
  'select index, entry from log_entries where index >= $1 and index < $2 order by index',
);

/** The same with their indexes, where some may be missing. */
export const readIndexedEntries = (db: Database, first: number, end: number): Promise<IndexedEntry[]> =>
  db.rows(selectIndexedEntries, [first, end]);

const selectStrayEntries = statement<{ index: number }>(
  'select index from log_entries where index < 0 or index >= $1 order by index limit $2',
);

/** The indexes of entries that a log of that size cannot have. */
export const strayEntries = async (db: Database, size: number, limit: number): Promise<number[]> =>
  (await db.rows(selectStrayEntries, [size, limit])).map(({ index }) => index);

/** A tile, or the part of it that there is. */
export interface Tile {
  readonly level: number;
  readonly number: number;
  readonly hashes: Buffer;
}

const selectTiles = statement<Tile>(`
  select level, number, hashes from log_tiles
  join unnest($1::smallint[], $2::bigint[]) as wanted (wanted_level, wanted_number)
    on level = wanted_level and number = wanted_number`);

export const readTiles = (
  db: Database,
  wanted: readonly { readonly level: number; readonly number: number }[],
): Promise<Tile[]> =>
  db.rows(selectTiles, [wanted.map(({ level }) => level), wanted.map(({ number }) => number)]);

const countTiles = statement<{ count: number }>('select count(*) from log_tiles');

export const numberOfTiles = async (db: Database): Promise<number> =>
  (await db.first(countTiles))?.count ?? 0;

// Complete tiles never change.
const upsertTiles = statement(`
  insert into log_tiles (level, number, hashes) select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
  on conflict (level, number) do update set hashes = excluded.hashes where length(log_tiles.hashes) < 8192`);

export async function writeTiles(db: Transaction, tiles: readonly Tile[]): Promise<void> {
  await db.rows(upsertTiles, [
    tiles.map(({ level }) => level),
    tiles.map(({ number }) => number),
    tiles.map(({ hashes }) => hashes),
  ]);
}

/** A signed note. */
export interface StoredCheckpoint {
  readonly size: number;
  readonly signedAt: Date;
  readonly note: string;
}

const columns = 'size, signed_at, note';

const selectNewest = statement<StoredCheckpoint>(
  `select ${columns} from log_checkpoints where served order by size desc limit 1`,
);

/** The one that is shown. Undefined until something has been entered. */
export const newestCheckpoint = (db: Database): Promise<StoredCheckpoint | undefined> =>
  db.first(selectNewest);

const selectDaily = statement<StoredCheckpoint>(
  `select ${columns} from log_checkpoints where served order by size desc limit 366`,
);

const selectCheckpoints = statement<StoredCheckpoint>(`select ${columns} from log_checkpoints order by size`);

/** All that are kept: one of each day. */
export const allCheckpoints = (db: Database): Promise<StoredCheckpoint[]> => db.rows(selectCheckpoints);

/** The last of each day, and the newest, for a year. The newest first. */
export const dailyCheckpoints = (db: Database): Promise<StoredCheckpoint[]> => db.rows(selectDaily);

const selectNewestSigned = statement<StoredCheckpoint & { served: boolean }>(
  `select ${columns}, served from log_checkpoints order by size desc limit 1`,
);

/** Also if it is not shown yet, because witnesses are being asked. */
export const newestSigned = (
  db: Database,
): Promise<(StoredCheckpoint & { readonly served: boolean }) | undefined> => db.first(selectNewestSigned);

const upsertCheckpoint = statement(`
  insert into log_checkpoints (size, signed_at, note, served) values ($1, $2, $3, $4)
  on conflict (size) do update set signed_at = $2, note = $3, served = $4`);

// Those between the last one of the day before and the one that is shown.
const removeOthersOfDay = statement(`
  delete from log_checkpoints where size < $1 and signed_at >= date_trunc('day', $2::timestamptz, 'UTC')`);

/** Of earlier ones, the last of each day is kept. `served`: it is shown from now on. */
export async function storeCheckpoint(
  db: Transaction,
  { size, signedAt, note }: StoredCheckpoint,
  served: boolean,
): Promise<void> {
  await db.rows(upsertCheckpoint, [size, signedAt, note, served]);
  if (served) await publishCheckpoints(db, size, signedAt);
}

const removeLarger = statement('delete from log_checkpoints where size > $1');

/** Those of a log that has ended with more entries than there are. */
export async function removeLargerCheckpoints(db: Transaction, size: number): Promise<void> {
  await db.rows(removeLarger, [size]);
}

const serve = statement<{ size: number }>(`
  update log_checkpoints set served = true where not served and (size <= $1 or signed_at <= $2) returning size`);

/** Shows those up to a size, and those that were signed by then. */
export async function publishCheckpoints(db: Transaction, size: number, signedBy: Date): Promise<void> {
  await db.rows(serve, [size, signedBy]);
  const newest = await newestCheckpoint(db);
  if (newest) await db.rows(removeOthersOfDay, [newest.size, newest.signedAt]);
}

const lockNote = statement<{ note: string }>('select note from log_checkpoints where size = $1 for update');
const replaceNote = statement('update log_checkpoints set note = $2 where size = $1');

/** Adds signatures, which arrive later. Does nothing if the checkpoint was replaced by a larger one meanwhile. */
export async function changeNote(
  db: Transaction,
  size: number,
  change: (note: string) => string,
): Promise<void> {
  const found = await db.first(lockNote, [size]);
  if (found) await db.rows(replaceNote, [size, change(found.note)]);
}
