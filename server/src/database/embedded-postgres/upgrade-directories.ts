import { access, chmod, chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { clusterOf, hasContent, ownerOf, removeCluster, syncDirectory } from './cluster.js';
import { requireUntouched, systemIdentifier } from './control-file.js';
import { directoryInUseError } from './directory-in-use.js';
import { ignoreErrors } from './failures.js';
import { clusterVersion } from './major-version.js';
import { changeClusterOwner } from './ownership.js';
import { runningPostmaster } from './postmaster-file.js';
import {
  readUpgradeRecord,
  removeUpgradeRecord,
  writeUpgradeRecord,
  type UpgradeRecord,
} from './upgrade-record.js';

/**
 * Where `upgrade-database` keeps clusters. Two cannot change places in one step, so the names say how far it came: `finishInterruptedSwap`
 * completes what was interrupted. All but the workshop are complete at any time. What is removed is moved into the workshop first, and
 * only if its successor, or what it was made from, is known to be in place.
 */
export const upgradeDirectories = (directory: string) => ({
  /** In use. */
  cluster: clusterOf(directory),
  /** The folder in which the next cluster is made, as in a folder of its own, and from which others are removed. */
  workshop: join(directory, 'upgrade'),
  /** The next one, complete. */
  upgraded: join(directory, 'cluster.upgraded'),
  /** The one from before the upgrade, until that is confirmed. */
  kept: join(directory, 'cluster.before-upgrade'),
});

const setAside = 'cluster.reverted-';

/** Whether there is a cluster, or will be once places are settled. */
export async function hasCluster(directory: string): Promise<boolean> {
  const { cluster, upgraded, kept } = upgradeDirectories(directory);
  return (await hasContent(cluster)) || (await hasContent(kept)) || hasContent(upgraded);
}

/** Completes an exchange of clusters that was interrupted. Only with the start lock, and without a server. */
export async function finishInterruptedSwap(directory: string): Promise<void> {
  const { cluster, upgraded, kept } = upgradeDirectories(directory);
  if (await hasContent(cluster)) return;
  // Interrupted while the next cluster was to take this place, or else while the one before was to get it back.
  const next = (await hasContent(upgraded)) ? upgraded : kept;
  if (!(await hasContent(next))) return;
  await rename(next, cluster);
  await syncDirectory(directory);
}

/**
 * Makes an empty workshop. The place of its cluster belongs to the owner of the other one: root may upgrade the database of an ordinary
 * user, whose account then runs the server, and who must still be able to use the database without root.
 */
export async function createWorkDirectory(directory: string): Promise<string> {
  const { cluster, workshop } = upgradeDirectories(directory);
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
export async function removeWorkDirectory(directory: string): Promise<void> {
  const { workshop } = upgradeDirectories(directory);
  if (await exists(workshop)) await removeCluster(clusterOf(workshop));
  await rm(workshop, { recursive: true, force: true });
}

/** Moved first: what is left of it if interrupted has no name by which it could be taken for a cluster. */
async function discard(directory: string, cluster: string): Promise<void> {
  await moveToWorkshop(directory, cluster);
  await removeWorkDirectory(directory);
}

async function moveToWorkshop(directory: string, cluster: string): Promise<void> {
  const { workshop } = upgradeDirectories(directory);
  await removeWorkDirectory(directory);
  await mkdir(workshop, { mode: 0o700 });
  await rename(cluster, join(workshop, 'discarded'));
  await syncDirectory(directory);
}

/** Puts the complete cluster of the workshop in the place of the other, which is kept. Both servers have stopped. */
export async function swapInUpgradedCluster(
  directory: string,
  record: UpgradeRecord,
  /** The control file of the other one, as its contents were read. */
  control: Buffer,
): Promise<void> {
  const { cluster, workshop, upgraded, kept } = upgradeDirectories(directory);
  const next = clusterOf(workshop);
  await writeUpgradeRecord(next, { ...record, formerSystem: systemIdentifier(control) });
  const owner = await ownerOf(cluster);
  // Root has written the record.
  if (owner && process.getuid?.() === 0) await changeClusterOwner(next, owner);
  await syncDirectory(next);
  await requireUntouched(cluster, control);
  await rename(next, upgraded);
  await syncDirectory(directory);
  await rename(cluster, kept);
  await syncDirectory(directory);
  try {
    // From now on, nobody can start a server on it.
    await requireUntouched(kept, control);
  } catch (error) {
    await rename(kept, cluster);
    await syncDirectory(directory);
    throw error;
  }
  await rename(upgraded, cluster);
  await syncDirectory(directory);
}

/** Removes a next cluster that has not taken its place. False if it was not made from the cluster that is in use. */
export async function removeUpgradedCluster(directory: string): Promise<boolean> {
  const { cluster, upgraded, kept } = upgradeDirectories(directory);
  if (!(await exists(upgraded))) return true;
  if ((await exists(kept)) || !(await readUpgradeRecord(upgraded, cluster))) return false;
  await discard(directory, upgraded);
  return true;
}

/** Takes the kept cluster back, and removes the other, or keeps it under another name. */
export async function restorePreviousCluster(directory: string, aside: string | undefined): Promise<void> {
  const { cluster, kept } = upgradeDirectories(directory);
  if (await runningPostmaster(cluster)) throw directoryInUseError(cluster);
  if (aside === undefined) await moveToWorkshop(directory, cluster);
  else await rename(cluster, aside);
  await syncDirectory(directory);
  await rename(kept, cluster);
  await syncDirectory(directory);
  await removeWorkDirectory(directory);
}

/** A place for the cluster that is in use, when another one takes its place. */
export const revertedClusterPath = (directory: string, now: Date): string =>
  join(directory, setAside + now.toISOString().replaceAll(/[-:]|\..*/g, ''));

/** Removes the kept cluster. */
export async function removePreviousCluster(directory: string): Promise<void> {
  const { cluster, kept } = upgradeDirectories(directory);
  await discard(directory, kept);
  await removeUpgradeRecord(cluster);
}

/** An upgrade that is not confirmed. */
export interface UnconfirmedUpgrade {
  /** The major version of the kept cluster. */
  readonly from: string;
  /** Undefined if the cluster in use is not known to be the successor of the kept one. */
  readonly record: UpgradeRecord | undefined;
}

export async function unconfirmedUpgrade(directory: string): Promise<UnconfirmedUpgrade | undefined> {
  const { cluster, kept } = upgradeDirectories(directory);
  const from = await clusterVersion(kept);
  return from === undefined ? undefined : { from, record: await readUpgradeRecord(cluster, kept) };
}

/** What upgrades have left next to the cluster in use. */
export async function upgradeLeftovers(
  directory: string,
): Promise<{ readonly interrupted: string[]; readonly setAside: string[] }> {
  const { workshop, upgraded } = upgradeDirectories(directory);
  const names = (await readdir(directory)).sort();
  return {
    interrupted: names.filter((name) => [workshop, upgraded].map((path) => basename(path)).includes(name)),
    setAside: names.filter((name) => name.startsWith(setAside)),
  };
}

const exists = async (path: string): Promise<boolean> =>
  (await ignoreErrors(
    ['ENOENT'],
    access(path).then(() => true),
  )) ?? false;
