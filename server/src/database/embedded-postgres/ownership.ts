import { lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreErrors } from './failures.js';
import type { OsAccount } from './launcher.js';

/**
 * Changes the owner of a cluster. The folder goes first, because the next start reads the owner from it. So a change that
 * was killed midway is completed then.
 */
export async function changeClusterOwner(cluster: string, account: OsAccount): Promise<void> {
  await give(cluster, account);
  for (const entry of await readdir(cluster, { withFileTypes: true })) {
    const path = join(cluster, entry.name);
    if (entry.isDirectory()) await changeClusterOwner(path, account);
    else await give(path, account);
  }
}

async function give(path: string, account: OsAccount): Promise<void> {
  const found = await ignoreErrors(['ENOENT'], lstat(path));
  if (!found || (found.uid === account.uid && found.gid === account.gid)) return;
  // A hard link to a file elsewhere does not belong to the cluster.
  if (!found.isDirectory() && found.nlink > 1) return;
  await lchown(path, account.uid, account.gid);
}
