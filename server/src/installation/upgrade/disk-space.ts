import type { Dirent } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { invalid } from '../../platform/errors.js';

/** A new cluster without tables, with the log of its transactions. */
const baseBytes = 384 * 1_048_576;

/** How many bytes the tables of a cluster have, with their indexes. */
export async function tableBytes(cluster: string): Promise<number> {
  let sum = 0;
  const entries: Dirent[] = await readdir(join(cluster, 'base'), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    // A running server removes temporary files.
    sum += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return sum;
}

/** A backup is compressed text without indexes, and usually a small part of the tables; pictures make it larger. */
export const spaceForBackup = (bytes: number): number => Math.ceil(bytes / 2);

export const spaceForCluster = (bytes: number): number => bytes + baseBytes;

/** Throws if a folder's disk has less room than that. Nothing has been written yet. */
export async function requireDiskSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < needed)
    throw invalid(
      `There is not enough room in ${folder} for a second copy of the database: ${inMegabytes(needed)} are needed, ` +
        `${inMegabytes(free)} are free. Nothing was changed`,
    );
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1_048_576).toLocaleString('en')} MB`;
