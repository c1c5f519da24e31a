import { createHash, randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Directory } from './directory.js';
import { readText, syncFolder, writeDurably } from './files.js';

/** As the API takes it. */
export interface QueuedReading {
  readonly device: string;
  readonly total: number;
  readonly unit: 'sheets' | 'impressions';
  readonly read_at: string;
  readonly name?: string;
  readonly model?: string;
  /** Missing in what agents of earlier versions have read. */
  readonly origin?: QueuedOrigin;
}

/** Where the printer was read, and what it said of itself. */
export interface QueuedOrigin {
  readonly address: string;
  /** Which of several printers there. */
  readonly slot: string;
  readonly serial?: string;
  readonly uuid?: string;
}

export type LocatedReading = QueuedReading & Required<Pick<QueuedReading, 'origin'>>;

/** What was read at one time. It is sent in one request or in parts, each always with the same key, so that the server takes it once. */
export interface Batch {
  readonly key: string;
  readonly feedId: string;
  readonly readings: readonly QueuedReading[];
  /** All addresses that were called for them, also those that did not answer; without them, none is known to be called no more. */
  readonly addresses?: readonly string[];
}

/** All that its name tells, so that nothing has to be read to know how long the queue is. */
export interface Entry {
  readonly file: string;
  readonly order: number;
  readonly readings: number;
  readonly createdAt: Date;
}

/** Days of readings. */
const maxDays = 90;
/**
 * Readings of all printers: one a night for as many days, and three more a day that a person asks for or that follow a restart. It bounds the
 * queue also where the clock starts on the same day each time, as it does in devices without a battery.
 */
const maxRounds = maxDays * 4;
const form = /^(\d{12})-(\d+)-(\d+)-[\da-f-]{36}\.json$/;

/** The batches that wait to be sent, the oldest first. */
export const listQueue = ({ queue }: Directory): Promise<Entry[]> => entriesOf(queue);
/** The batches that the server has refused. */
export const listSetAside = ({ setAside }: Directory): Promise<Entry[]> => entriesOf(setAside);

async function entriesOf(folder: string): Promise<Entry[]> {
  const entries = (await readdir(folder)).flatMap((file): Entry[] => {
    const [, order, readings, created] = form.exec(file) ?? [];
    if (order === undefined) return [];
    return [{ file, order: Number(order), readings: Number(readings), createdAt: new Date(Number(created)) }];
  });
  return entries.sort((a, b) => a.order - b.order);
}

/** After this returns, nothing but the loss of the disk loses the readings. It is one file: all of them are there, or none. */
export async function enqueue(
  directory: Directory,
  feedId: string,
  readings: readonly QueuedReading[],
  now: Date,
  addresses?: readonly string[],
): Promise<void> {
  if (readings.length === 0) return;
  // Also after what was set aside: it may be put back, and must not seem to be newer.
  const earlier = [...(await listQueue(directory)), ...(await listSetAside(directory))];
  const order = Math.max(0, ...earlier.map((entry) => entry.order)) + 1;
  const batch: Batch = { key: randomUUID(), feedId, readings, ...(addresses && { addresses }) };
  await writeDurably(join(directory.queue, nameOf(order, batch, now)), JSON.stringify(batch));
}

const nameOf = (order: number, { key, readings }: Batch, createdAt: Date): string =>
  `${String(order).padStart(12, '0')}-${readings.length}-${createdAt.getTime()}-${key}.json`;

/** The key of what is sent instead of a batch: the same for the same `part`, also after the process was killed. */
export function derivedKey(key: string, part: string): string {
  const hex = createHash('sha256').update(`${key} ${part}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** Undefined if the file is damaged. */
export async function readBatch({ queue }: Directory, { file }: Entry): Promise<Batch | undefined> {
  try {
    const found = JSON.parse((await readText(join(queue, file))) ?? '') as Partial<Batch> | null;
    const { key, feedId, readings, addresses } = found ?? {};
    // A key that cannot be sent in a header would hold up all others.
    if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) return undefined;
    if (typeof feedId !== 'string' || !Array.isArray(readings)) return undefined;
    return { key, feedId, readings, ...(Array.isArray(addresses) && { addresses }) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export const replaceBatch = ({ queue }: Directory, { file }: Entry, batch: Batch): Promise<void> =>
  writeDurably(join(queue, file), JSON.stringify(batch));

/** If the process is killed before this, the batch is sent again with its key, and the server takes it for the same. */
export async function removeSent({ queue }: Directory, { file }: Entry): Promise<void> {
  await rm(join(queue, file), { force: true });
  await syncFolder(queue);
}

/** Kept for a person to look at; it does not hold up the others. */
export async function setAside(directory: Directory, { file }: Entry): Promise<void> {
  await rename(join(directory.queue, file), join(directory.setAside, file));
  await syncFolder(directory.setAside);
  await syncFolder(directory.queue);
}

/** Keeps a part of a batch that the server refuses. Under the same name if it is done again, after the process was killed. */
export async function setPartAside(
  directory: Directory,
  { order, createdAt }: Entry,
  part: Batch,
): Promise<void> {
  await writeDurably(join(directory.setAside, nameOf(order, part, createdAt)), JSON.stringify(part));
}

/** Puts what was refused back into the queue; returns how many batches. */
export async function putBack(directory: Directory): Promise<number> {
  const entries = await listSetAside(directory);
  for (const { file } of entries) await rename(join(directory.setAside, file), join(directory.queue, file));
  await syncFolder(directory.queue);
  return entries.length;
}

/**
 * Removes what is too old to be of use, and returns how many readings that were. Days and rounds are counted, and not compared with the
 * clock: one that was wrong for a moment would remove everything. Parts of a batch that were set aside have its order, and are one round.
 */
export async function dropOld(directory: Directory): Promise<number> {
  let dropped = 0;
  for (const folder of [directory.queue, directory.setAside]) {
    const days = new Set<string>();
    const rounds = new Set<number>();
    for (const { file, order, createdAt, readings } of (await entriesOf(folder)).reverse()) {
      days.add(createdAt.toDateString());
      rounds.add(order);
      if (days.size <= maxDays && rounds.size <= maxRounds) continue;
      await rm(join(folder, file), { force: true });
      dropped += readings;
    }
  }
  return dropped;
}
