import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSystemProgram } from './system-programs.js';

const versions = '/usr/lib/postgresql';

/** The programs of the newest PostgreSQL that is installed on the system; empty if there is none. */
function findPrograms(): string {
  if (findSystemProgram('pgbench').missing || !existsSync(versions)) return '';
  const [newest] = readdirSync(versions)
    .filter((version) => existsSync(join(versions, version, 'bin', 'postgres')))
    .sort((a, b) => Number(b) - Number(a));
  return newest === undefined ? '' : join(versions, newest, 'bin');
}

export const postgresPrograms = findPrograms();

/** PostgreSQL and its tools refuse to run as root. */
export const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** A folder that this account may write to. */
export async function createFolder(prefix: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  if (account.uid !== undefined) await chown(path, account.uid, account.gid);
  // Programs that were just killed may still be writing.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }) };
}
