import { commandHint } from '../platform/config/command-hint.js';
import type { Config } from '../platform/config/config.js';
import { prepareDataDir } from '../platform/data-dir-access.js';
import type { DatabaseTimeouts } from '../platform/config/database-timeouts.js';
import { applicationRoleName } from './application-role.js';
import { openPool, type ConnectionSettings, type Pool, type SessionSettings } from './database.js';
import { openEmbeddedPostgres, OtherMajorVersion } from './embedded-postgres/index.js';
import { databaseDirectory, requireEmbeddedDatabase } from './require-installation.js';
import { readDatabaseUrl, type SessionTarget } from '../platform/config/database-url.js';
import { DatabaseHosts } from './database-hosts.js';
import { failoverClient } from './failover-client.js';
import type { Log } from '../platform/log.js';
import type { Instrumentation } from './instrumentation.js';
import type { StoreLayout } from './store-layout.js';

/** The database of an installation, embedded or external. An embedded server keeps running while this is open. */
export interface OpenDatabase {
  /** Connects as the owner of the tables, for schema changes and full access. */
  readonly openAsOwner: (options?: PoolOptions) => Pool;
  /** Connects as the application, with its login role or with another role that it may switch to. */
  readonly openAsApplication: (options?: PoolOptions) => Pool;
  /** Connects to the read replica, as the application; undefined if there is none. */
  readonly openReplica: ((options?: PoolOptions) => Pool) | undefined;
  /** Set for the embedded database, where Regrove creates the application's login; with a password if one is needed. */
  readonly ownLogin: { readonly password: string | undefined } | undefined;
  /** Call it after closing the pools. */
  readonly release: () => Promise<void>;
}

export interface PoolOptions {
  /** Maximum number of connections. */
  readonly connections?: number | undefined;
  /** Set after login. */
  readonly role?: string | undefined;
  /** Absent: all rows are in one PostgreSQL. */
  readonly layout?: StoreLayout | undefined;
  /** Absent: statements may take any time. */
  readonly timeouts?: DatabaseTimeouts | undefined;
  /** Connections are replaced after this time. Absent: they last. */
  readonly lifetimeSeconds?: number | undefined;
}

export interface DatabaseOptions extends Pick<PoolOptions, 'connections'> {
  /** Reports slow steps to the user. */
  readonly report?: (message: string) => void;
  readonly instrumentation?: Instrumentation | undefined;
  /** False: throw if there is no installation, and create nothing. */
  readonly createIfMissing?: boolean;
}

export async function openDatabase(
  config: Config,
  log: Log,
  { report, connections, instrumentation, createIfMissing = true }: DatabaseOptions = {},
): Promise<OpenDatabase> {
  if (!createIfMissing && config.databaseUrl === undefined) await requireEmbeddedDatabase(config);
  // With an external database, it is created only once the database is known to contain an installation.
  if (createIfMissing || config.databaseUrl === undefined) await prepareDataDir(config.dataDir);
  const embedded =
    config.databaseUrl === undefined
      ? await openEmbeddedPostgres({
          directory: databaseDirectory(config.dataDir),
          ...(report && { report }),
          onTrouble: (error) => {
            log.error({ err: error }, 'lost the embedded database; restarting it');
          },
        }).catch((error: unknown) => {
          throw error instanceof OtherMajorVersion ? withAdvice(error, config) : error;
        })
      : undefined;
  const open = (
    connection: ConnectionSettings,
    { connections: max = connections, timeouts, role, layout, lifetimeSeconds }: PoolOptions = {},
  ): Pool =>
    openPool(
      {
        ...connection,
        ...(max !== undefined && { max }),
        ...(lifetimeSeconds !== undefined && { maxLifetimeSeconds: lifetimeSeconds }),
        ...(timeouts && {
          connectionTimeoutMillis: timeouts.connectionMs,
          query_timeout: timeouts.queryMs,
        }),
        session: {
          role,
          ...(layout === 'distributed' && citusSettings),
          ...(timeouts && serverTimeouts(timeouts)),
        },
      },
      (error) => {
        log.warn({ err: error }, 'an idle database connection broke');
      },
      instrumentation,
      layout,
    );
  const onMove = (host: string): void => {
    log.warn({ host }, 'the database has moved to another host');
  };
  const external =
    config.databaseUrl === undefined ? undefined : connectionTo(config.databaseUrl, 'read-write', onMove);
  const owner =
    config.databaseOwnerUrl === undefined
      ? external
      : connectionTo(config.databaseOwnerUrl, 'read-write', onMove);
  const replica =
    config.databaseReplicaUrl === undefined
      ? undefined
      : connectionTo(config.databaseReplicaUrl, 'any', () => undefined);
  return {
    openReplica: replica && ((options) => open(replica.settings, options)),
    openAsOwner: (options) => open(embedded?.connection ?? owner?.settings ?? {}, options),
    openAsApplication: (options) =>
      open(
        embedded ? { ...embedded.connection, user: applicationRoleName } : (external?.settings ?? {}),
        options,
      ),
    ownLogin: embedded && { password: embedded.connection.password },
    release: async () => {
      external?.close();
      owner?.close();
      replica?.close();
      await embedded?.release();
    },
  };
}

/** Says what to run. Programs cannot read clusters of another major version. */
const withAdvice = (error: OtherMajorVersion, config: Config): Error =>
  new Error(
    `${error.message}. ` +
      (error.isOlder
        ? `To upgrade it, run: ${commandHint(config, 'upgrade-database')}`
        : `Use the version of Regrove that made it, or one that is newer`),
    { cause: error },
  );

/** How to connect to an external database, which may have several hosts. */
interface ExternalConnection {
  readonly settings: ConnectionSettings;
  readonly close: () => void;
}

function connectionTo(url: string, usual: SessionTarget, onMove: (host: string) => void): ExternalConnection {
  const address = readDatabaseUrl(url);
  const { hosts, target, urlOf } = address;
  const [first] = hosts;
  if (!first || (hosts.length === 1 && target === undefined))
    return { settings: { connectionString: url }, close: () => undefined };
  const known = new DatabaseHosts(address, target ?? usual, onMove);
  return {
    settings: { connectionString: urlOf(first), Client: failoverClient(known) },
    close: () => {
      known.close();
    },
  };
}

const serverTimeouts = ({ statementMs, lockMs, idleTransactionMs }: DatabaseTimeouts): SessionSettings => ({
  statement_timeout: statementMs || undefined,
  lock_timeout: lockMs || undefined,
  idle_in_transaction_session_timeout: idleTransactionMs || undefined,
});

const citusSettings = {
  // A transaction may change a reference table and rows of several shards, which Citus only allows one shard after another.
  'citus.multi_shard_modify_mode': 'sequential',
  // How long what asks all nodes waits for one that hangs.
  'citus.node_connection_timeout': '3s',
  // For jobs. Who holds a lock on the coordinator may be waiting for a node that hangs.
  lock_timeout: '30s',
};
