import { readFileIfExists, replaceFile } from '../../platform/data-dir.js';

/** A tree whose root was signed. */
export interface SignedTree {
  readonly size: number;
  readonly root: Buffer;
}

/**
 * The largest tree that was signed from this data directory. It is kept apart from the database: a database that was restored from a
 * backup does not remember what was signed after the backup.
 */
export async function readSignedTree(file: string): Promise<SignedTree | undefined> {
  const text = await readFileIfExists(file);
  if (text === undefined) return undefined;
  const [, size, root = ''] = /^(\d{1,16}) ([A-Za-z0-9+/]{43}=)\n$/.exec(text) ?? [];
  if (size === undefined) throw new Error(`${file} does not contain the size and root of a tree`);
  return { size: Number(size), root: Buffer.from(root, 'base64') };
}

export const writeSignedTree = (file: string, { size, root }: SignedTree): Promise<void> =>
  replaceFile(file, `${size} ${root.toString('base64')}\n`);
