import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readOnceMade, replaceWhole } from '../../platform/data-dir.js';
import { secretKeyFile } from '../../platform/secrets/secret-keys.js';
import { generatedTlsFiles } from '../../platform/net/tls-certificate.js';

/** What the data directory has besides the database that an installation cannot do without. All of it is secret. */
const names: readonly string[] = [secretKeyFile, ...generatedTlsFiles];

/** Exactly: no other spelling of the same place, and no other place. */
export const isKeptFile = (name: string): boolean => names.includes(name);

export interface KeptFile {
  readonly name: string;
  readonly content: string;
}

export async function readKeptFiles(dataDir: string): Promise<KeptFile[]> {
  const found: KeptFile[] = [];
  for (const name of names) {
    const content = await readOnceMade(join(dataDir, name));
    if (content !== undefined) found.push({ name, content });
  }
  return found;
}

/**
 * The files as they are now, with the keys that were there before a snapshot of the database, too: a rotation meanwhile may
 * have taken out what the snapshot needs.
 */
export const withEarlierKeys = (now: readonly KeptFile[], earlier: readonly KeptFile[]): KeptFile[] =>
  now.map((file) => (file.name === secretKeyFile ? joined(file, earlier) : file));

/**
 * Puts the files into a directory; keys that are there already stay behind those that come. Answers how to undo it. No name
 * but ours ever becomes a path, neither to write nor to take back.
 */
export async function putKeptFiles(
  dataDir: string,
  given: readonly KeptFile[],
): Promise<() => Promise<void>> {
  const files = given.filter(({ name }) => isKeptFile(name));
  const before = await readKeptFiles(dataDir);
  const undo = async (): Promise<void> => {
    for (const { name } of files) {
      const earlier = before.find((file) => file.name === name);
      if (earlier) await replaceWhole(join(dataDir, name), earlier.content);
      else await rm(join(dataDir, name), { force: true });
    }
  };
  try {
    for (const file of files) {
      const path = join(dataDir, file.name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await replaceWhole(path, file.name === secretKeyFile ? joined(file, before).content : file.content);
    }
    return undo;
  } catch (error) {
    await undo();
    throw error;
  }
}

function joined(file: KeptFile, others: readonly KeptFile[]): KeptFile {
  const contents = [file, ...others.filter(({ name }) => name === file.name)];
  const lines = contents.flatMap(({ content }) => content.split(/\s+/)).filter((line) => line !== '');
  return { name: file.name, content: [...new Set(lines)].map((line) => `${line}\n`).join('') };
}
