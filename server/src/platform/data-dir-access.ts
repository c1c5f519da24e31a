import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { statIfExists } from './atomic-files.js';

/** Creates the data directory if it is missing. Throws if it is not writable. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusableDataDir(dataDir, error);
  }
}

/** Throws if there is a data directory that is not writable. Creates none. */
export async function checkDataDir(dataDir: string): Promise<void> {
  const found = await statIfExists(dataDir).catch((error: unknown) => {
    throw unusableDataDir(dataDir, error);
  });
  if (found) await prepareDataDir(dataDir);
}

/** Names the setting, which the system error does not. */
export function unusableDataDir(dataDir: string, cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new Error(`The data directory ${dataDir} cannot be used: ${reason} (set by REGROVE_DATA_DIR)`, {
    cause,
  });
}

const notAllowed = 'this user is not allowed to read and write there';
const notADirectory = 'it is a file, or is below one';

const reasons: Readonly<Record<string, string>> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EEXIST: notADirectory,
  ENOTDIR: notADirectory,
  ENOENT: 'its parent folder does not exist',
  ENOSPC: 'the disk is full',
  EROFS: 'its file system is read-only',
};
