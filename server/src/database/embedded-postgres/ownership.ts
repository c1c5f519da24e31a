import { lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unless } from './failures.js';
import type { Account } from './launcher.js';

/**
 * Gives a cluster to an account. The folder goes first: it is by the folder that the next start knows whose the
 * cluster is, so one that was killed half way through is taken up again.
 */
export async function giveCluster(cluster: string, account: Account): Promise<void> {
  await give(cluster, account);
  for (const entry of await readdir(cluster, { withFileTypes: true })) {
    const path = join(cluster, entry.name);
    if (entry.isDirectory()) await giveCluster(path, account);
    else await give(path, account);
  }
}

async function give(path: string, account: Account): Promise<void> {
  const found = await unless(['ENOENT'], lstat(path));
  if (!found || (found.uid === account.uid && found.gid === account.gid)) return;
  // A second name of a file that lies elsewhere is not the cluster's to give away.
  if (!found.isDirectory() && found.nlink > 1) return;
  await lchown(path, account.uid, account.gid);
}
