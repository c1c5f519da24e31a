import {
  revertedClusterPath,
  removeWorkDirectory,
  clusterVersion,
  DirectoryInUse,
  upgradeDirectories,
  removePreviousCluster,
  startExclusiveServer,
  restorePreviousCluster,
  unconfirmedUpgrade,
  withLockedDirectory,
  withExclusiveDirectory,
  type UpgradeRecord,
} from '../../database/embedded-postgres/index.js';
import { databaseDirectory } from '../../database/require-installation.js';
import { invalid } from '../../platform/errors.js';
import { secretKeyFile } from '../../platform/secrets/secret-keys.js';
import { writeDataFiles } from '../backup/data-files.js';
import { changesSince, type TableChange } from './changes-since.js';
import { ambiguousClustersError } from './ambiguous-clusters.js';
import { withServer } from './with-server.js';

export interface Confirmation {
  /** The major version whose cluster was removed; undefined if there was none. */
  readonly from: string | undefined;
  /** What only that cluster had. */
  readonly leftBehind: readonly string[];
}

/** Removes the cluster from before the upgrade. Servers may be running on the other. */
export const confirmUpgrade = (dataDir: string): Promise<Confirmation> =>
  withLockedDirectory(databaseDirectory(dataDir), async (directory) => {
    const unconfirmed = await unconfirmedUpgrade(directory);
    if (unconfirmed && (await clusterVersion(upgradeDirectories(directory).cluster)) === undefined)
      throw invalid('The upgrade, or going back from it, was interrupted: start Regrove, which completes it');
    if (unconfirmed && !unconfirmed.record) throw await ambiguousClustersError(directory);
    if (unconfirmed) await removePreviousCluster(directory);
    else await removeWorkDirectory(directory);
    return { from: unconfirmed?.from, leftBehind: unconfirmed?.record?.leftBehind ?? [] };
  });

export interface RevertOptions {
  readonly dataDir: string;
  /** Revert even though something was written since, or nobody knows. */
  readonly discardsChanges: boolean;
  readonly now: Date;
  readonly interruption: AbortSignal;
}

export interface Reverted {
  readonly from: string;
  /** What is lost; undefined if that cannot be told. */
  readonly changes: readonly TableChange[] | undefined;
  /** Where the other cluster is kept; undefined if it was removed, because it is known what is lost. */
  readonly keptAt: string | undefined;
}

/** Takes back the cluster from before the upgrade. What was written since is lost, or kept aside if nobody knows what it is. */
export const revertUpgrade = (options: RevertOptions): Promise<Reverted> =>
  withExclusiveDirectory(databaseDirectory(options.dataDir), async (directory) => {
    const { dataDir, discardsChanges, now, interruption } = options;
    const unconfirmed = await unconfirmedUpgrade(directory);
    if (!unconfirmed)
      throw invalid(`There is no upgrade to revert: ${upgradeDirectories(directory).kept} does not exist`);
    const { from, record } = unconfirmed;
    if (!record && !discardsChanges) throw await ambiguousClustersError(directory);
    const changes = record && (await readChanges(directory, record, options));
    if (!discardsChanges && changes?.length !== 0) throw new ChangedSinceUpgradeError(changes);
    interruption.throwIfAborted();
    // Since then, a rotation may have removed a key that the former cluster needs.
    if (record?.secretKeys !== undefined)
      await writeDataFiles(dataDir, [{ name: secretKeyFile, content: record.secretKeys }]);
    const keptAt = changes ? undefined : revertedClusterPath(directory, now);
    await restorePreviousCluster(directory, keptAt);
    return { from, changes, keptAt };
  });

/** Something was written since the upgrade, or may have been. */
export class ChangedSinceUpgradeError extends Error {
  override readonly name = 'ChangedSinceUpgradeError';
  constructor(
    readonly changes: readonly TableChange[] | undefined,
    options?: ErrorOptions,
  ) {
    super('Something was written since the upgrade', options);
  }
}

/** Undefined if it cannot be told, and does not matter: a cluster that does not start is the best reason to go back. */
async function readChanges(
  directory: string,
  record: UpgradeRecord,
  { discardsChanges, interruption }: RevertOptions,
): Promise<TableChange[] | undefined> {
  try {
    const server = await startExclusiveServer({ directory });
    return await withServer(server, interruption, (pool) =>
      pool.withClient((client) => changesSince(client, record)),
    );
  } catch (error) {
    interruption.throwIfAborted();
    if (error instanceof DirectoryInUse) throw error;
    if (!discardsChanges) throw new ChangedSinceUpgradeError(undefined, { cause: error });
    return undefined;
  }
}
