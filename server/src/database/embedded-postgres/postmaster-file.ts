import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { ignoreErrors } from './failures.js';
import { isServerProcess } from './processes.js';

/** What a server records about itself in its cluster. */
export interface PostmasterRecord {
  pid: number;
  port: number;
  /** Undefined if the server listens on an address. */
  socketDirectory: string | undefined;
  status: string;
}

export function postmasterFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** Reads the record of a server, running or not: 'unreadable' if truncated, undefined if there is none. */
export async function readPostmasterRecord(
  cluster: string,
): Promise<PostmasterRecord | 'unreadable' | undefined> {
  const text = await ignoreErrors(['ENOENT', 'ENOTDIR'], readFile(postmasterFile(cluster), 'utf8'));
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  // A minus sign marks a standalone backend without a postmaster, as used during initialization.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  if (!Number.isInteger(pid) || pid === 0) return 'unreadable';
  const directory = lines[4] ?? '';
  return {
    pid,
    port: Number.parseInt(lines[3] ?? '', 10),
    socketDirectory:
      directory === '' ? undefined : isAbsolute(directory) ? directory : join(cluster, directory),
    // The server adds this line later during startup.
    status: lines[7] || 'starting',
  };
}

/** The record of the server, if it is running. */
export async function runningPostmaster(cluster: string): Promise<PostmasterRecord | undefined> {
  const record = await readPostmasterRecord(cluster);
  if (record === undefined || record === 'unreadable') return undefined;
  return (await isServerProcess(record.pid, cluster)) ? record : undefined;
}
