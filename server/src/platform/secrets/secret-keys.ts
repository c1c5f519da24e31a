import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { createFileOnce, readFileIfExists, replaceFile } from '../atomic-files.js';
import type { ReadKeys } from './secret-box.js';

type KeySettings = Pick<Config, 'dataDir' | 'secretKey' | 'previousSecretKeys'>;

/**
 * The keys that encrypt stored credentials: the configured key, or those in the key file, which is created if it is missing, unless
 * `createIfMissing` is false. The configured previous keys follow.
 */
export async function secretKeysOf(
  { dataDir, secretKey, previousSecretKeys }: KeySettings,
  { createIfMissing = true } = {},
): Promise<ReadKeys> {
  if (secretKey !== undefined) return () => [secretKey, ...previousSecretKeys];
  const file = keyFileIn(dataDir);
  const found = await readFileIfExists(file);
  if (found === undefined && !createIfMissing) return () => previousSecretKeys;
  let last = keysIn(found ?? (await createFileOnce(file, linesOf([newSecretKey()]))), file);
  return () => {
    try {
      last = keysIn(readFileSync(file, 'utf8'), file);
    } catch {
      // Keep the keys already read. The next process to start reports the error.
    }
    return [...last, ...previousSecretKeys];
  };
}

export const newSecretKey = (): string => randomBytes(32).toString('base64url');

/** Adds a key at the top of the file, so that every process seals with it from now on. Must not run concurrently. */
export async function addSecretKey(dataDir: string, key: string): Promise<void> {
  await replaceFile(keyFileIn(dataDir), linesOf([key, ...(await readKeyFile(dataDir))]));
}

/**
 * Removes unneeded keys from the file. The first two always stay: a value sealed just before the newest key was added may
 * not be stored yet. Must not run concurrently.
 */
export async function dropSecretKeys(dataDir: string, isNeeded: (key: string) => boolean): Promise<void> {
  const keys = await readKeyFile(dataDir);
  const kept = keys.filter((key, place) => place < 2 || isNeeded(key));
  if (kept.length < keys.length) await replaceFile(keyFileIn(dataDir), linesOf(kept));
}

const readKeyFile = async (dataDir: string): Promise<string[]> => {
  const file = keyFileIn(dataDir);
  return keysIn(await readFile(file, 'utf8'), file);
};

/** Relative to the data directory. */
export const secretKeyFile = 'secret-key';

const keyFileIn = (dataDir: string): string => join(dataDir, secretKeyFile);

const linesOf = (keys: readonly string[]): string => keys.map((key) => `${key}\n`).join('');

function keysIn(content: string, file: string): string[] {
  const keys = content.split(/\s+/).filter((key) => key !== '');
  if (keys.length === 0) throw new Error(`${file} contains no key`);
  return keys;
}
