import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { makeOnce, readOnceMade, replaceWhole } from '../data-dir.js';
import type { ReadKeys } from './secret-box.js';

type KeySettings = Pick<Config, 'dataDir' | 'secretKey' | 'previousSecretKeys'>;

/**
 * The keys that encrypt stored credentials: the configured one, else those of the file in the data directory, which is made
 * when there is none. Behind them those that the operator has named as previous ones.
 */
export async function secretKeysOf({
  dataDir,
  secretKey,
  previousSecretKeys,
}: KeySettings): Promise<ReadKeys> {
  if (secretKey !== undefined) return () => [secretKey, ...previousSecretKeys];
  const file = keyFileIn(dataDir);
  let last = keysIn((await readOnceMade(file)) ?? (await makeOnce(file, linesOf([newSecretKey()]))), file);
  return () => {
    try {
      last = keysIn(readFileSync(file, 'utf8'), file);
    } catch {
      // The process goes on with what it has; the next one that starts says what is wrong.
    }
    return [...last, ...previousSecretKeys];
  };
}

export const newSecretKey = (): string => randomBytes(32).toString('base64url');

/** Writes a key in front of the file's: from now on it seals, in every process. Not to be called twice at a time. */
export async function addSecretKey(dataDir: string, key: string): Promise<void> {
  await replaceWhole(keyFileIn(dataDir), linesOf([key, ...(await readKeyFile(dataDir))]));
}

/**
 * Takes keys out of the file that are not needed. The first two stay in any case: somebody may be about to store what was
 * sealed just before the first one came. Not to be called twice at a time.
 */
export async function dropSecretKeys(dataDir: string, isNeeded: (key: string) => boolean): Promise<void> {
  const keys = await readKeyFile(dataDir);
  const kept = keys.filter((key, place) => place < 2 || isNeeded(key));
  if (kept.length < keys.length) await replaceWhole(keyFileIn(dataDir), linesOf(kept));
}

const readKeyFile = async (dataDir: string): Promise<string[]> => {
  const file = keyFileIn(dataDir);
  return keysIn(await readFile(file, 'utf8'), file);
};

/** In the data directory. */
export const secretKeyFile = 'secret-key';

const keyFileIn = (dataDir: string): string => join(dataDir, secretKeyFile);

const linesOf = (keys: readonly string[]): string => keys.map((key) => `${key}\n`).join('');

function keysIn(content: string, file: string): string[] {
  const keys = content.split(/\s+/).filter((key) => key !== '');
  if (keys.length === 0) throw new Error(`${file} holds no key`);
  return keys;
}
