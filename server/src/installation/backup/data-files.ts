import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readFileIfExists, replaceFile } from '../../platform/atomic-files.js';
import { logKeyFile } from '../../platform/secrets/log-key.js';
import { secretKeyFile } from '../../platform/secrets/secret-keys.js';
import { generatedTlsFiles } from '../../platform/net/tls-certificate.js';

/**
 * The files in the data directory that an installation needs besides the database. All of them are secret. What was signed
 * (`log-signed`) is not among them: restored from a backup, it would not say what was signed after that.
 */
const names: readonly string[] = [secretKeyFile, logKeyFile, ...generatedTlsFiles];

/** Compares exactly, so that no other path is accepted. */
export const isDataFile = (name: string): boolean => names.includes(name);

export interface DataFile {
  readonly name: string;
  readonly content: string;
}

export async function readDataFiles(dataDir: string): Promise<DataFile[]> {
  const found: DataFile[] = [];
  for (const name of names) {
    const content = await readFileIfExists(join(dataDir, name));
    if (content !== undefined) found.push({ name, content });
  }
  return found;
}

/**
 * The current files, plus the keys from before the snapshot of the database: a rotation in the meantime may have
 * removed a key that the snapshot needs.
 */
export const withEarlierKeys = (now: readonly DataFile[], earlier: readonly DataFile[]): DataFile[] =>
  now.map((file) => (file.name === secretKeyFile ? joined(file, earlier) : file));

/**
 * Writes the files to a directory; existing keys stay, after the new ones. An existing key of the log stays instead of the new
 * one: it may have followed that. Returns a function that undoes it. Only
 * known names become paths, for writing and for undoing.
 */
export async function writeDataFiles(
  dataDir: string,
  given: readonly DataFile[],
): Promise<() => Promise<void>> {
  const before = await readDataFiles(dataDir);
  const stays = ({ name }: DataFile): boolean =>
    name === logKeyFile && before.some((file) => file.name === name);
  const files = given.filter((file) => isDataFile(file.name) && !stays(file));
  const undo = async (): Promise<void> => {
    for (const { name } of files) {
      const earlier = before.find((file) => file.name === name);
      if (earlier) await replaceFile(join(dataDir, name), earlier.content);
      else await rm(join(dataDir, name), { force: true });
    }
  };
  try {
    for (const file of files) {
      const path = join(dataDir, file.name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await replaceFile(path, file.name === secretKeyFile ? joined(file, before).content : file.content);
    }
    return undo;
  } catch (error) {
    await undo();
    throw error;
  }
}

function joined(file: DataFile, others: readonly DataFile[]): DataFile {
  const contents = [file, ...others.filter(({ name }) => name === file.name)];
  const lines = contents.flatMap(({ content }) => content.split(/\s+/)).filter((line) => line !== '');
  return { name: file.name, content: [...new Set(lines)].map((line) => `${line}\n`).join('') };
}
