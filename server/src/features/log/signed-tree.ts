import { readFileIfExists, replaceFile } from '../../platform/atomic-files.js';

/** A tree whose root was signed. */
export interface SignedTree {
  /** The name of the log then. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/**
 * The largest tree that was signed from this data directory under each name of the log, the last signed one at the end. They are
 * kept apart from the database: one that was restored from a backup does not remember what was signed after the backup.
 */
export async function readSignedTrees(file: string): Promise<SignedTree[]> {
  const lines = ((await readFileIfExists(file)) ?? '').split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [, size, root = '', origin = ''] = /^(\d{1,16}) ([A-Za-z0-9+/]{43}=) (\S+)$/.exec(line) ?? [];
    if (size === undefined)
      throw new Error(`${file} has a line that is not the size, root and name of a log`);
    return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
  });
}

/** What a log of that name must begin with: under a new name, what was signed under the last one. */
export const treeToContinue = (trees: readonly SignedTree[], origin: string): SignedTree | undefined =>
  trees.find((tree) => tree.origin === origin) ?? trees.at(-1);

/** Replaces what was signed under the same name before. */
export async function writeSignedTree(file: string, tree: SignedTree): Promise<void> {
  const others = (await readSignedTrees(file)).filter(({ origin }) => origin !== tree.origin);
  const lines = [...others, tree].map(
    ({ origin, size, root }) => `${size} ${root.toString('base64')} ${origin}\n`,
  );
  await replaceFile(file, lines.join(''));
}

/** The same, unless more was signed under that name meanwhile, by another process with the same data directory. */
export async function learnSignedTree(file: string, tree: SignedTree): Promise<void> {
  const known = (await readSignedTrees(file)).find(({ origin }) => origin === tree.origin);
  if (!known || known.size <= tree.size) await writeSignedTree(file, tree);
}
