import { randomUUID } from 'node:crypto';
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
}

/** What is sent in one request, always with the same key, so that the server takes it once. */
export interface Batch {
  readonly key: string;
  readonly feedId: string;
  readonly readings: readonly QueuedReading[];
}

/** All that its name tells, so that nothing has to be read to know how long the queue is. */
export interface Entry {
  readonly file: string;
  readonly order: number;
  readonly readings: number;
  readonly createdAt: Date;
}

const dayMs = 86_400_000;
export const keptMs = 90 * dayMs;
/** The server takes 10,000 readings and a megabyte at once: names and models can be long. */
const maxReadings = 5_000;
const maxBytes = 512 * 1024;

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

/** After this returns, nothing but the loss of the disk loses the readings. */
export async function enqueue(
  directory: Directory,
  feedId: string,
  readings: readonly QueuedReading[],
  now: Date,
): Promise<void> {
  let order = ((await listQueue(directory)).at(-1)?.order ?? 0) + 1;
  for (const part of partsOf(readings)) {
    const batch: Batch = { key: randomUUID(), feedId, readings: part };
    const number = String(order++).padStart(12, '0');
    const file = `${number}-${batch.readings.length}-${now.getTime()}-${batch.key}.json`;
    await writeDurably(join(directory.queue, file), JSON.stringify(batch));
  }
}

function* partsOf(readings: readonly QueuedReading[]): Generator<QueuedReading[], void, undefined> {
  let part: QueuedReading[] = [];
  let bytes = 0;
  for (const reading of readings) {
    const size = Buffer.byteLength(JSON.stringify(reading)) + 1;
    if (part.length === maxReadings || (part.length > 0 && bytes + size > maxBytes)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(reading);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** Undefined if the file is damaged. */
export async function readBatch({ queue }: Directory, { file }: Entry): Promise<Batch | undefined> {
  try {
    const { key, feedId, readings } = JSON.parse((await readText(join(queue, file))) ?? '') as Partial<Batch>;
    if (typeof key !== 'string' || typeof feedId !== 'string' || !Array.isArray(readings)) return undefined;
    return { key, feedId, readings };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

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

/** Puts what was refused back into the queue; returns how many batches. */
export async function putBack(directory: Directory): Promise<number> {
  const entries = await listSetAside(directory);
  for (const { file } of entries) await rename(join(directory.setAside, file), join(directory.queue, file));
  await syncFolder(directory.queue);
  return entries.length;
}

/** Removes what is too old to be of use, and returns how many readings that were. */
export async function dropOld(directory: Directory, now: Date): Promise<number> {
  let dropped = 0;
  for (const folder of [directory.queue, directory.setAside])
    for (const { file, createdAt, readings } of await entriesOf(folder)) {
      if (now.getTime() - createdAt.getTime() <= keptMs) continue;
      await rm(join(folder, file), { force: true });
      dropped += readings;
    }
  return dropped;
}
