import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreErrors } from './failures.js';
import { lastLines } from './programs.js';

const rotateAbove = 10 * 1024 * 1024;
const tailBytes = 16 * 1024;

export interface ServerLog {
  handle: FileHandle;
  path: string;
  /** The last lines written since the log was opened. */
  tail(): Promise<string>;
}

/** Opens the log that PostgreSQL writes to. Rotates a large one and keeps one old file. */
export async function openServerLog(directory: string): Promise<ServerLog> {
  const path = join(directory, 'postgres.log');
  const before = await ignoreErrors(['ENOENT'], stat(path));
  if (before && before.size > rotateAbove) await rename(path, `${path}.1`);
  const handle = await open(path, 'a+', 0o600);
  // Root may open the database of an ordinary user, who must still be able to use it without root.
  const owner = await stat(directory);
  if (process.getuid?.() === 0) await handle.chown(owner.uid, owner.gid);
  const start = (await handle.stat()).size;
  return {
    handle,
    path,
    async tail() {
      const { size } = await handle.stat();
      const from = Math.max(start, size - tailBytes);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(size - from, 1)), 0, null, from);
      return lastLines(buffer.subarray(0, bytesRead).toString('utf8'));
    },
  };
}
