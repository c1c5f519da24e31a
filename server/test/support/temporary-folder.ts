import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Shared memory, which Linux mounts as a file system. */
const inMemory = '/dev/shm';

/** More than the tests use at a time. */
const enoughBytes = 8 * 2 ** 30;

/**
 * Makes a folder the place of all temporary files, and returns a function that removes it. It is in memory if there is enough:
 * many tests copy a database and start a PostgreSQL on it, and a disk takes a quarter more processor time for that.
 */
export async function useTemporaryFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join((await hasEnoughMemory()) ? inMemory : tmpdir(), 'regrove-'));
  // Some programs run as another user.
  await chmod(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return () => rm(folder, { recursive: true, maxRetries: 5 });
}

async function hasEnoughMemory(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(inMemory);
    return Math.min(bavail * bsize, freemem()) >= enoughBytes;
  } catch {
    return false;
  }
}
