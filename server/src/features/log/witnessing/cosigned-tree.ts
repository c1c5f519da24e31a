import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSignedTrees, writeSignedTree, type SignedTree } from '../signed-tree.js';

/**
 * The largest tree of a log of others that was cosigned, as far as this data directory knows. It is kept apart from the database: one
 * that was restored does not remember what was cosigned since. A file for each log, as several may be cosigned at once.
 */
const fileOf = (directory: string, origin: string): string =>
  join(directory, `${encodeURIComponent(origin)}.tree`);

export const readCosignedTree = async (directory: string, origin: string): Promise<SignedTree | undefined> =>
  (await readSignedTrees(fileOf(directory, origin))).at(-1);

/** Of these logs, as far as something is known. */
export async function readCosignedTrees(
  directory: string,
  origins: readonly string[],
): Promise<SignedTree[]> {
  const known = await Promise.all([...new Set(origins)].map((origin) => readCosignedTree(directory, origin)));
  return known.flatMap((tree) => tree ?? []);
}

export async function writeCosignedTree(directory: string, tree: SignedTree): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeSignedTree(fileOf(directory, tree.origin), tree);
}
