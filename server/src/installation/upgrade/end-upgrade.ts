import {
  clusterVersion,
  placesOf,
  removeKeptCluster,
  startLoneServer,
  takeKeptCluster,
  unconfirmedUpgrade,
  withLockedDirectory,
  withLoneDirectory,
} from '../../database/embedded-postgres/index.js';
import { databaseDirectory } from '../../database/installed.js';
import { invalid } from '../../platform/errors.js';
import { secretKeyFile } from '../../platform/secrets/secret-keys.js';
import { writeDataFiles } from '../backup/data-files.js';
import { changesSince, type TableChange } from './changes-since.js';
import { withPool } from './upgrade-database.js';

export interface Confirmation {
  /** The major version whose cluster was removed; undefined if there was none. */
  readonly from: string | undefined;
}

/** Removes the cluster from before the upgrade. Servers may be running on the other. */
export const confirmUpgrade = (dataDir: string): Promise<Confirmation> =>
  withLockedDirectory(databaseDirectory(dataDir), async (directory) => {
    const unconfirmed = await unconfirmedUpgrade(directory);
    if (unconfirmed && (await clusterVersion(placesOf(directory).cluster)) === undefined)
      throw invalid('The upgrade, or going back from it, was interrupted: start Regrove, which completes it');
    if (unconfirmed) await removeKeptCluster(directory);
    return { from: unconfirmed?.from };
  });

export interface RevertOptions {
  readonly dataDir: string;
  /** Revert even though something was written since. */
  readonly losesChanges: boolean;
}

export interface Reverted {
  readonly from: string;
  /** What is lost; undefined if that cannot be told. */
  readonly changes: readonly TableChange[] | undefined;
}

/** Takes back the cluster from before the upgrade. What was written since is lost. */
export const revertUpgrade = ({ dataDir, losesChanges }: RevertOptions): Promise<Reverted> =>
  withLoneDirectory(databaseDirectory(dataDir), async (directory) => {
    const unconfirmed = await unconfirmedUpgrade(directory);
    if (!unconfirmed)
      throw invalid(`There is no upgrade to revert: ${placesOf(directory).kept} does not exist`);
    const { from, record } = unconfirmed;
    const changes = record && (await readChanges(directory, record));
    if (!losesChanges && changes?.length !== 0) throw new UpgradeInUse(changes);
    // Since then, a rotation may have removed a key that the former cluster needs.
    if (record?.secretKeys !== undefined)
      await writeDataFiles(dataDir, [{ name: secretKeyFile, content: record.secretKeys }]);
    await takeKeptCluster(directory);
    return { from, changes };
  });

/** Something was written since the upgrade. */
export class UpgradeInUse extends Error {
  override readonly name = 'UpgradeInUse';
  constructor(readonly changes: readonly TableChange[] | undefined) {
    super('Something was written since the upgrade');
  }
}

async function readChanges(
  directory: string,
  record: Parameters<typeof changesSince>[1],
): Promise<TableChange[] | undefined> {
  const server = await startLoneServer({ directory });
  try {
    return await withPool(server.connection, (pool) =>
      pool.withClient((client) => changesSince(client, record)),
    );
  } finally {
    await server.stop();
  }
}
