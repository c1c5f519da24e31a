import { realpath } from 'node:fs/promises';
import { nativeDirectoryOfPackage } from './binaries.js';
import { clusterOf, databaseUser } from './cluster.js';
import { directoryInUseError } from './directory-in-use.js';
import { endpointOf } from './endpoint.js';
import { asError, codeOf } from './failures.js';
import { acquireExclusiveLease, databaseName, isFromServer } from './lease.js';
import type { EmbeddedPostgresConnection } from './open.js';
import { pause, stopwatch } from './pause.js';
import { readPostmasterRecord, runningPostmaster } from './postmaster-file.js';
import { stopPostmaster } from './postmaster.js';
import { withStartLock } from './start-lock.js';
import { type ServerContext, startServer } from './start-server.js';
import { finishInterruptedSwap } from './upgrade-directories.js';

/** A starter that has taken the lock holds it for less; an upgrade for longer. */
const maxWaitMs = 5000;

/**
 * Runs work on the clusters of a directory while no other process uses or starts its server, of whatever version of Regrove.
 * Throws if one does. A server that a killed process has left running is stopped.
 */
export async function withExclusiveDirectory<T>(
  directory: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const real = await realpath(directory);
  await stopUnused(clusterOf(real));
  return withLockedDirectory(real, async () => {
    if (await runningPostmaster(clusterOf(real))) throw directoryInUseError(clusterOf(real));
    await finishInterruptedSwap(real);
    return work(real);
  });
}

/** Runs work while no other process starts the server of a directory, or changes its clusters. It may be running. */
export async function withLockedDirectory<T>(
  directory: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const real = await realpath(directory);
  const waited = stopwatch();
  const done = await withStartLock(
    real,
    async () => ({ result: await work(real) }),
    () => Promise.resolve(waited() < maxWaitMs),
  );
  if (!done) throw directoryInUseError(clusterOf(real));
  return done.result;
}

/** Stops a server that nobody uses. Throws if somebody does. */
async function stopUnused(cluster: string): Promise<void> {
  const waited = stopwatch();
  let running = await runningPostmaster(cluster);
  for (
    ;
    running && running.status !== 'ready' && waited() < maxWaitMs;
    running = await runningPostmaster(cluster)
  )
    await pause();
  // A server in another container cannot be seen, but may respond.
  const record = running ?? (await readPostmasterRecord(cluster));
  if (record === undefined || record === 'unreadable') return;
  const endpoint = await endpointOf(record, cluster);
  const lease = endpoint && (await acquireExclusiveLease(endpoint).catch(asError));
  // The record of a server that is gone.
  if (!running && (!endpoint || (lease instanceof Error && !isFromServer(endpoint, lease)))) return;
  if (!lease || lease instanceof Error) throw directoryInUseError(cluster);
  try {
    if (!running) throw directoryInUseError(cluster);
    await stopPostmaster(cluster);
  } finally {
    await lease.end();
  }
}

export interface ExclusiveServer {
  readonly connection: EmbeddedPostgresConnection;
  stop(): Promise<void>;
}

export interface ExclusiveServerOptions {
  readonly directory: string;
  /** The folder with the programs; default: those of our package. */
  readonly nativeDirectory?: string | undefined;
  readonly settings?: Record<string, string>;
  readonly report?: (message: string) => void;
}

/** Starts the server of an existing cluster for us alone. Only within `withExclusiveDirectory`. */
export async function startExclusiveServer(options: ExclusiveServerOptions): Promise<ExclusiveServer> {
  const { directory, settings = {}, report = () => undefined } = options;
  const cluster = clusterOf(directory);
  const place: ServerContext = {
    directory,
    settings,
    report,
    capabilities: {
      nativeDirectory: options.nativeDirectory ?? nativeDirectoryOfPackage(),
      userNamespaces: true,
      sockets: true,
    },
  };
  while (!(await startServer(place, undefined))) await pause();
  try {
    const record = await runningPostmaster(cluster);
    const endpoint = record && (await endpointOf(record, cluster));
    const lease = endpoint && (await acquireExclusiveLease(endpoint));
    if (!lease) throw directoryInUseError(cluster);
    return {
      connection: { ...endpoint, user: databaseUser, database: databaseName },
      stop: async () => {
        await stopPostmaster(cluster);
        await lease.end();
      },
    };
  } catch (error) {
    await stopPostmaster(cluster);
    // There is no such role, or no such database.
    if (['28000', '3D000'].includes(codeOf(error) ?? ''))
      throw new Error(`The database in ${cluster} is not one of Regrove: ${asError(error).message}`, {
        cause: error,
      });
    throw error;
  }
}
