import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { nativeDirectoryOfPackage, packageVersion } from './binaries.js';
import { clusterOf, databaseUser } from './cluster.js';
import { type Endpoint, isSameEndpoint } from './endpoint.js';
import { asError } from './failures.js';
import { type Joined, joinOrStart } from './join-or-start.js';
import { databaseName, type Lease } from './lease.js';
import { requireMajorVersion } from './major-version.js';
import { pauseUnless } from './pause.js';
import type { ServerContext, Capabilities } from './start-server.js';

export interface EmbeddedPostgresOptions {
  /** Contains all our files: the cluster with its socket, the log, and copies of programs if needed. */
  directory: string;
  /** Additional PostgreSQL settings. Only those of the process that starts the server take effect. */
  settings?: Record<string, string>;
  /** Called for steps that take a while. */
  report?: (message: string) => void;
  /** Called when the database was lost and is being restarted. */
  onTrouble?: (error: Error) => void;
}

/** Settings for a `pg` pool. There is a password only if the server listens on a loopback port. */
export interface EmbeddedPostgresConnection {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
}

export interface EmbeddedPostgres {
  readonly connection: EmbeddedPostgresConnection;
  /** Stops using the server. The last user stops it and waits until it has stopped. */
  release(): Promise<void>;
}

/** Opens the PostgreSQL of a directory: creates, starts, recovers or joins it as needed. */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return openEmbeddedPostgresIn(options, {});
}

/** The same, with control over what the machine supports. */
export async function openEmbeddedPostgresIn(
  options: EmbeddedPostgresOptions,
  capabilities: Partial<Capabilities>,
): Promise<EmbeddedPostgres> {
  const place: ServerContext = {
    directory: await privateDirectory(options.directory),
    settings: options.settings ?? {},
    report: options.report ?? (() => undefined),
    capabilities: {
      nativeDirectory: capabilities.nativeDirectory ?? nativeDirectoryOfPackage(),
      userNamespaces: capabilities.userNamespaces ?? true,
      sockets: capabilities.sockets ?? true,
    },
  };
  await requireMajorVersion(
    clusterOf(place.directory),
    await packageVersion(place.capabilities.nativeDirectory),
  );
  const joined = await joinOrStart(place);
  const release = keepAlive(place, joined, options.onTrouble ?? (() => undefined));
  return {
    connection: { ...joined.endpoint, user: databaseUser, database: databaseName },
    release,
  };
}

/** Restarts the server whenever it is lost, until the returned function is called. */
function keepAlive(
  place: ServerContext,
  joined: Joined,
  onTrouble: (error: Error) => void,
): () => Promise<void> {
  let lease: Lease | undefined = joined.lease;
  let released: Promise<void> | undefined;
  const stop = new AbortController();
  let recovery: Promise<void> = Promise.resolve();

  const watch = (watched: Lease): void => {
    void watched.lost.then((error) => {
      if (released) return;
      lease = undefined;
      recovery = recover(error);
    });
  };

  const recover = async (error: Error): Promise<void> => {
    onTrouble(
      new Error(`The connection to the embedded PostgreSQL was lost: ${error.message}`, { cause: error }),
    );
    for (let wait = 50; !released; wait = Math.min(wait * 2, 5000)) {
      try {
        const again = await joinOrStart(place, joined.endpoint);
        lease = again.lease;
        if (!isSameEndpoint(again.endpoint, joined.endpoint))
          onTrouble(movedAway(joined.endpoint, again.endpoint));
        watch(again.lease);
        return;
      } catch (failure) {
        onTrouble(asError(failure));
      }
      await pauseUnless(stop.signal, wait);
    }
  };

  const giveUp = async (): Promise<void> => {
    stop.abort();
    await recovery;
    await lease?.release(clusterOf(place.directory));
  };

  watch(joined.lease);
  return () => (released ??= giveUp());
}

function movedAway(before: Endpoint, now: Endpoint): Error {
  return new Error(
    `The embedded PostgreSQL moved from ${before.host} port ${before.port} to ${now.host} port ${now.port}; ` +
      'restart Regrove to follow it.',
  );
}

async function privateDirectory(directory: string): Promise<string> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const real = await realpath(directory);
    const { mode, uid } = await stat(real);
    if ((mode & 0o777) !== 0o700 && (uid === process.getuid?.() || process.getuid?.() === 0))
      await chmod(real, 0o700);
    return real;
  } catch (cause) {
    throw new Error(`The database directory ${directory} cannot be used: ${asError(cause).message}`, {
      cause,
    });
  }
}
