import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  removeWorkDirectory,
  clusterVersion,
  binariesCopyPath,
  majorOf,
  createWorkDirectory,
  nativeDirectoryOfPackage,
  openEmbeddedPostgres,
  OtherMajorVersion,
  packageVersion,
  upgradeDirectories,
  readControlFile,
  removeUpgradedCluster,
  startExclusiveServer,
  swapInUpgradedCluster,
  unconfirmedUpgrade,
  withExclusiveDirectory,
  type UpgradeRecord,
} from '../../database/embedded-postgres/index.js';
import { databaseDirectory } from '../../database/require-installation.js';
import { queueParts } from '../../database/queue-tables-store.js';
import { readFileIfExists } from '../../platform/atomic-files.js';
import { invalid } from '../../platform/errors.js';
import { secretKeyFile } from '../../platform/secrets/secret-keys.js';
import { keyOf } from './changes-since.js';
import { clusterObjects, currentTransaction, estimateRows } from './cluster-catalog-store.js';
import { compareSchemas } from './compare-schemas.js';
import { loadSchemas } from './load-schemas.js';
import { findOldBinaries } from './old-binaries.js';
import { requireDiskSpace, spaceForBackup, spaceForCluster, tableBytes } from './disk-space.js';
import { copySchemas, type SchemaCopy } from './schema-copy.js';
import { ambiguousClustersError } from './ambiguous-clusters.js';
import { withServer } from './with-server.js';

export interface UpgradeOptions {
  readonly dataDir: string;
  /** A folder with the programs that made the cluster; default: those of the package. */
  readonly oldBinaries: string | undefined;
  /** The version of Regrove. */
  readonly regrove: string;
  readonly now: Date;
  readonly progress: UpgradeProgress;
  /** Respected until the clusters are swapped. */
  readonly interruption: AbortSignal;
}

export interface UpgradeProgress {
  /** A step that takes a while. */
  readonly step: (text: string) => void;
  readonly rows: (progress: { done: number; total: number }) => void;
}

export type UpgradeOutcome =
  | { readonly isUpgraded: false; readonly version: string; readonly unconfirmed: string | undefined }
  | (Upgrade & { readonly isUpgraded: true; readonly kept: string });

interface Upgrade {
  readonly from: string;
  readonly to: string;
  readonly tables: number;
  readonly rows: number;
  readonly sandboxes: number;
  /** What Regrove has not made, and only the former cluster has. */
  readonly leftBehind: readonly string[];
}

/** Rows that are new need no log of their own: the cluster is thrown away unless all of it was written. */
const loadingSettings = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  autovacuum: 'off',
};

/**
 * Makes a cluster of this major version with all that one of an earlier version has, and puts it in its place. The earlier one is
 * kept. Until the last step nothing changes, and the last step is completed at the next start if it is interrupted.
 */
export const upgradeDatabase = (options: UpgradeOptions): Promise<UpgradeOutcome> =>
  withExclusiveDirectory(databaseDirectory(options.dataDir), async (directory): Promise<UpgradeOutcome> => {
    const { cluster, kept } = upgradeDirectories(directory);
    const to = majorOf(await packageVersion(nativeDirectoryOfPackage()));
    const from = await clusterVersion(cluster);
    if (from === undefined)
      throw invalid(`${cluster} is not a PostgreSQL cluster: its file PG_VERSION is missing`);
    const unconfirmed = await unconfirmedUpgrade(directory);
    if (unconfirmed && !unconfirmed.record) throw await ambiguousClustersError(directory);
    if (Number(from) > Number(to)) throw new OtherMajorVersion(cluster, from, to);
    // The former version may have used the database since it was copied, so an interrupted upgrade begins anew.
    if (!(await removeUpgradedCluster(directory))) throw await ambiguousClustersError(directory);
    await removeWorkDirectory(directory);
    if (from === to) return { isUpgraded: false, version: to, unconfirmed: unconfirmed?.from };
    if (unconfirmed)
      throw invalid(
        `The last upgrade, from PostgreSQL ${unconfirmed.from}, is not confirmed: run this command with --confirm or --revert first`,
      );
    const { interruption } = options;
    try {
      const { upgrade, record, control } = await makeNextCluster(directory, { ...options, from, to });
      interruption.throwIfAborted();
      options.progress.step('Putting it in place ...');
      await swapInUpgradedCluster(directory, record, control);
      return { ...upgrade, isUpgraded: true, kept };
    } catch (error) {
      await removeUpgradedCluster(directory);
      // What the work was waiting for has failed, because its server was stopped.
      interruption.throwIfAborted();
      throw error;
    } finally {
      await removeWorkDirectory(directory);
    }
  });

interface Step extends UpgradeOptions {
  readonly from: string;
  readonly to: string;
}

async function makeNextCluster(
  directory: string,
  options: Step,
): Promise<{ upgrade: Upgrade; record: UpgradeRecord; control: Buffer }> {
  const { from, to, progress } = options;
  const { cluster } = upgradeDirectories(directory);
  const bytes = await tableBytes(cluster);
  await requireDiskSpace(directory, spaceForBackup(bytes) + spaceForCluster(bytes));
  const workshop = await createWorkDirectory(directory);
  const secretKeys = await readFileIfExists(join(options.dataDir, secretKeyFile));
  const former = await copyFormer(directory, options);
  const control = await readControlFile(cluster);
  if (!control) throw new Error(`${cluster} has no control file`);
  options.interruption.throwIfAborted();
  await requireDiskSpace(directory, spaceForCluster(bytes));
  progress.step(`Making a database of PostgreSQL ${to} ...`);
  const next = await fillNext(workshop, former, options);
  const live = former.copies.flatMap(({ schema, tables }) =>
    [...tables].map(([name, { rows }]) => ({ key: keyOf(schema, name), name, rows })),
  );
  const isTable = ({ name }: { name: string }): boolean => !queueParts.some((part) => part.name === name);
  const leftBehind = former.objects.filter((name) => !next.objects.includes(name));
  return {
    control,
    upgrade: {
      from,
      to,
      tables: live.length,
      rows: totalOf(former.copies),
      sandboxes: former.copies.length - 1,
      leftBehind,
    },
    record: {
      from,
      to,
      at: options.now.toISOString(),
      transaction: next.transaction,
      rows: Object.fromEntries(live.filter(isTable).map(({ key, rows }) => [key, rows])),
      secretKeys,
      leftBehind,
    },
  };
}

interface Former {
  readonly copies: readonly SchemaCopy[];
  readonly objects: readonly string[];
}

/** Backs up the former cluster with its own server, which nobody else can use meanwhile. */
async function copyFormer(directory: string, options: Step): Promise<Former> {
  const { from, progress } = options;
  const nativeDirectory = await findOldBinaries(from, options.oldBinaries);
  progress.step(`Backing up the database of PostgreSQL ${from} ...`);
  const server = await startExclusiveServer({ directory, nativeDirectory });
  try {
    return await withServer(server, options.interruption, (pool) =>
      pool.withClient(async (client) => {
        const onRows = counter(await estimateRows(client), progress);
        const folder = upgradeDirectories(directory).workshop;
        const copies = await copySchemas(client, { ...options, folder, onRows });
        return { copies, objects: await clusterObjects(client) };
      }),
    );
  } finally {
    const version = await packageVersion(nativeDirectory);
    await rm(binariesCopyPath(directory, { version }), { recursive: true, force: true });
  }
}

interface Next {
  readonly transaction: string;
  readonly objects: readonly string[];
}

/** In a folder of its own, where nobody looks for a database. */
async function fillNext(workshop: string, { copies }: Former, options: Step): Promise<Next> {
  const { progress, interruption } = options;
  const total = totalOf(copies);
  const postgres = await openEmbeddedPostgres({ directory: workshop, settings: loadingSettings });
  const { connection } = postgres;
  // The server writes all of it to the disk before it stops.
  const server = { connection, stop: () => postgres.release() };
  return withServer(server, interruption, async (pool) => {
    progress.step('Restoring ...');
    const { password } = connection;
    await loadSchemas(pool, copies, { login: { password }, onRows: counter(total, progress) });
    progress.step('Comparing ...');
    return pool.withClient(async (client) => {
      await compareSchemas(client, copies, counter(total, progress));
      const objects = await clusterObjects(client);
      return { transaction: await currentTransaction(client), objects };
    });
  });
}

const totalOf = (copies: readonly SchemaCopy[]): number =>
  copies.reduce((sum, { tables }) => [...tables.values()].reduce((all, { rows }) => all + rows, sum), 0);

/** Reports the progress, but not of every row: a terminal is slower than that. */
function counter(total: number, { rows }: UpgradeProgress): (count: number) => void {
  let done = 0;
  let shown = 0;
  return (count) => {
    done += count;
    if (done - shown < total / 200) return;
    shown = done;
    rows({ done: Math.min(done, total), total });
  };
}
