import { access, chmod, chown, mkdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterOf, hasContent, ownerOf, removeCluster, syncDirectory } from './cluster.js';
import { ignoreErrors } from './failures.js';
import { clusterVersion } from './major-version.js';
import { changeClusterOwner } from './ownership.js';

/**
 * Where `upgrade-database` keeps clusters. Two cannot change places in one step, so the names say how far it came: `settlePlaces`
 * completes what was interrupted, and nothing is removed before its successor is in place.
 */
export const placesOf = (directory: string) => ({
  /** In use. */
  cluster: clusterOf(directory),
  /** The folder in which the next cluster is made, as in a folder of its own. */
  workshop: join(directory, 'upgrade'),
  /** The next one, complete. */
  upgraded: join(directory, 'cluster.upgraded'),
  /** The one from before the upgrade, until that is confirmed. */
  kept: join(directory, 'cluster.before-upgrade'),
  /** To be removed. */
  discarded: join(directory, 'cluster.discarded'),
});

/** Whether there is a cluster, or will be once places are settled. */
export async function hasCluster(directory: string): Promise<boolean> {
  const { cluster, kept } = placesOf(directory);
  return (await hasContent(cluster)) || (await hasContent(kept));
}

/** Completes an exchange of clusters that was interrupted. Only with the start lock, and without a server. */
export async function settlePlaces(directory: string): Promise<void> {
  const { cluster, upgraded, kept, discarded } = placesOf(directory);
  if (!(await hasContent(cluster)) && (await hasContent(kept))) {
    // Interrupted while the next cluster was to take this place, or else while the one before was to get it back.
    await rename((await exists(upgraded)) ? upgraded : kept, cluster);
    await syncDirectory(directory);
  }
  if (await hasContent(cluster)) await rm(discarded, { recursive: true, force: true });
}

/**
 * Makes an empty workshop. The place of its cluster belongs to the owner of the other one: root may upgrade the database of an ordinary
 * user, whose account then runs the server, and who must still be able to use the database without root.
 */
export async function makeWorkshop(directory: string): Promise<string> {
  const { cluster, workshop } = placesOf(directory);
  const owner = await ownerOf(cluster);
  for (const folder of [workshop, clusterOf(workshop)]) {
    await mkdir(folder, { mode: 0o700 });
    // Independent of the umask.
    await chmod(folder, 0o700);
  }
  if (owner && process.getuid?.() === 0) await chown(clusterOf(workshop), owner.uid, owner.gid);
  return workshop;
}

/** Removes what an interrupted upgrade has left, with its processes. */
export async function clearWorkshop(directory: string): Promise<void> {
  const { workshop, upgraded } = placesOf(directory);
  if (await exists(workshop)) await removeCluster(clusterOf(workshop));
  await rm(workshop, { recursive: true, force: true });
  await rm(upgraded, { recursive: true, force: true });
}

/** Puts the complete cluster of the workshop in the place of the other, which is kept. Both servers have stopped. */
export async function takeNextCluster(directory: string, record: UpgradeRecord): Promise<void> {
  const { cluster, workshop, upgraded, kept } = placesOf(directory);
  const next = clusterOf(workshop);
  await writeFile(recordFile(next), JSON.stringify(record), { mode: 0o600, flush: true });
  const owner = await ownerOf(cluster);
  // Root has written the record.
  if (owner && process.getuid?.() === 0) await changeClusterOwner(next, owner);
  await syncDirectory(next);
  await rename(next, upgraded);
  await syncDirectory(directory);
  await rename(cluster, kept);
  await syncDirectory(directory);
  await rename(upgraded, cluster);
  await syncDirectory(directory);
}

/** Takes the kept cluster back, and removes the other. */
export async function takeKeptCluster(directory: string): Promise<void> {
  const { cluster, kept, discarded } = placesOf(directory);
  await rm(discarded, { recursive: true, force: true });
  await rename(cluster, discarded);
  await syncDirectory(directory);
  await rename(kept, cluster);
  await syncDirectory(directory);
  await rm(discarded, { recursive: true, force: true });
}

/** Removes the kept cluster. Renamed first, so that what is left of it if interrupted is not taken back. */
export async function removeKeptCluster(directory: string): Promise<void> {
  const { cluster, kept, discarded } = placesOf(directory);
  await rm(discarded, { recursive: true, force: true });
  await rename(kept, discarded);
  await syncDirectory(directory);
  await rm(discarded, { recursive: true, force: true });
  await ignoreErrors(['ENOENT'], unlink(recordFile(cluster)));
}

/** What a cluster knows about the upgrade that made it. */
export interface UpgradeRecord {
  /** Major versions of PostgreSQL. */
  readonly from: string;
  readonly to: string;
  readonly at: string;
  /** The first transaction after the upgrade. */
  readonly transaction: string;
  /** How many rows each table had, by schema and name. */
  readonly rows: Readonly<Record<string, number>>;
  /** The secret keys that the kept cluster needs. */
  readonly secretKeys: string | undefined;
}

const recordFile = (cluster: string): string => join(cluster, 'regrove-upgrade.json');

/** An upgrade that is not confirmed. */
export interface UnconfirmedUpgrade {
  /** The major version of the kept cluster. */
  readonly from: string;
  /** Undefined if somebody has removed the file. */
  readonly record: UpgradeRecord | undefined;
}

export async function unconfirmedUpgrade(directory: string): Promise<UnconfirmedUpgrade | undefined> {
  const { cluster, kept } = placesOf(directory);
  const from = await clusterVersion(kept);
  if (from === undefined) return undefined;
  const text = await ignoreErrors(['ENOENT'], readFile(recordFile(cluster), 'utf8'));
  return { from, record: text === undefined ? undefined : (JSON.parse(text) as UpgradeRecord) };
}

const exists = async (path: string): Promise<boolean> =>
  (await ignoreErrors(
    ['ENOENT'],
    access(path).then(() => true),
  )) ?? false;
