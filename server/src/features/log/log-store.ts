import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

export interface LogState {
  readonly size: number;
  readonly root: Buffer;
}

const lock = statement<LogState>('select size, root from log_state for update skip locked');

/** Undefined if another process is entering something. */
export const lockLog = (db: Transaction): Promise<LogState | undefined> => db.first(lock);

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

const selectNewest = statement<StoredCheckpoint>(
  'select size, signed_at, note from log_checkpoints order by size desc limit 1',
);

/** Undefined until something has been entered. */
export const newestCheckpoint = (db: Database): Promise<StoredCheckpoint | undefined> =>
  db.first(selectNewest);

const selectDaily = statement<StoredCheckpoint>(
  'select size, signed_at, note from log_checkpoints order by size desc limit 366',
);

/** The last of each day, and the newest, for a year. The newest first. */
export const dailyCheckpoints = (db: Database): Promise<StoredCheckpoint[]> => db.rows(selectDaily);

const insertCheckpoint = statement('insert into log_checkpoints (size, signed_at, note) values ($1, $2, $3)');

// Those between the last one of the day before and this one.
const removeOthersOfDay = statement(`
  delete from log_checkpoints where size < $1 and signed_at >= date_trunc('day', $2::timestamptz, 'UTC')`);

/** Of earlier ones, the last of each day is kept. */
export async function storeCheckpoint(db: Transaction, checkpoint: StoredCheckpoint): Promise<void> {
  const { size, signedAt, note } = checkpoint;
  await db.rows(removeOthersOfDay, [size, signedAt]);
  await db.rows(insertCheckpoint, [size, signedAt, note]);
}

const replaceNote = statement('update log_checkpoints set note = $2 where size = $1');

/** With cosignatures, which arrive later. */
export async function replaceCheckpointNote(db: Database, size: number, note: string): Promise<void> {
  await db.rows(replaceNote, [size, note]);
}
