import { hash } from 'node:crypto';
import { join } from 'node:path';
import { setSha256 } from '@regrove/verify';
import { operator, type Actor } from '../platform/actor.js';
import { systemClock, type Clock } from '../platform/time/clock.js';
import type { Config } from '../platform/config/config.js';
import type { DatabaseTimeouts } from '../platform/config/database-timeouts.js';
import type { Context } from './context.js';
import { checkDataDir, prepareDataDir } from '../platform/data-dir-access.js';
import { applicationRole, hasLogin } from './application-role.js';
import type { Pool } from './database.js';
import { distribute, resumeDistribution, type DistributionProgress } from './distribute.js';
import { migrate } from './migrate.js';
import { NoInstallation, requireSchema } from './require-installation.js';
import { createLog, type LogStream } from '../platform/log.js';
import { createNetworkPolicy } from '../platform/net/network-policy.js';
import { ReadReplica, replicaConnections } from './read-replica.js';
import { openDatabase, type DatabaseOptions, type OpenDatabase, type PoolOptions } from './open-database.js';
import { publicBaseUrl } from '../platform/net/public-base-url.js';
import { createSecretBox } from '../platform/secrets/secret-box.js';
import { readLogPeers } from '../platform/secrets/log-peers.js';
import { initSignedTreeFile } from '../platform/secrets/log-key.js';
import { logSignerOf } from '../platform/secrets/log-signer.js';
import { secretKeysOf } from '../platform/secrets/secret-keys.js';
import type { Instrumentation } from './instrumentation.js';
import { sandboxDatabases } from './sandbox-databases.js';
import { migrateSandboxes } from './sandbox-schema.js';
import { createWorkerThreads } from '../platform/worker-threads.js';
import { defaultLayout, detectLayout, type StoreLayout } from './store-layout.js';

/** For the requests and jobs of all sandboxes, per process. */
export const sandboxConnections = 4;
/** To create, list and delete schemas of sandboxes, one at a time; per process, and only meanwhile. */
export const ownerConnections = 1;
/** Whoever applies it knows that nothing in this database was signed. */
const logMigration = '0073-transparency-log';
/** Each keeps the statements of all sandboxes that it was used for. */
const sandboxLifetimeSeconds = 300;

/** An installation opened by a process: its database and the dependencies of use cases. */
export interface Instance {
  readonly context: Context;
  /** For commands and jobs, which may take long. */
  readonly pool: Pool;
  /** Opens more connections with the same rights. They are closed with the instance. */
  openPool(options: PoolOptions): Pool;
  readonly config: Config;
  /** Also instruments jobs. */
  readonly instrumentation: Instrumentation | undefined;
  /** Migrations applied, and tables distributed, while opening it. */
  readonly migrated: readonly string[];
  readonly distributed: readonly string[];
  close(): Promise<void>;
}

export interface InstanceOptions extends DatabaseOptions {
  readonly clock?: Clock;
  /** Log destination; default: standard error. */
  readonly logTo?: LogStream | undefined;
  /** False: do not migrate, and create no files. */
  readonly migrates?: boolean;
  /** Given: distribute the database over the nodes of its cluster, and report the progress. */
  readonly distributing?: ((progress: DistributionProgress) => void) | undefined;
  /** For links. Default: from the configuration. A listening server knows its actual port. */
  readonly baseUrl?: () => string;
  /** For reports from a read replica; absent: they may take any time. */
  readonly replicaTimeouts?: DatabaseTimeouts;
  /** Files for mails; absent: none. */
  readonly attachments?: Context['attachments'];
  /** Default: the operator. */
  readonly actor?: Actor;
  /** Maximum number of connections for all sandboxes. */
  readonly sandboxConnections?: number;
}

export async function openInstance(config: Config, options: InstanceOptions = {}): Promise<Instance> {
  // Without a promise for each hash: the transparency log has millions.
  setSha256((bytes) => hash('sha256', bytes, 'buffer'));
  const log = createLog(config.logLevel, options.logTo);
  const peers = await readLogPeers(config.transparency);
  const database = await openDatabase(config, log, options);
  const threads = createWorkerThreads(log);
  let pool: Pool | undefined;
  const others: Pool[] = [];
  const close = async (): Promise<void> => {
    await threads.close();
    await Promise.all([...(pool ? [pool] : []), ...others].map((one) => one.close()));
    await database.release();
  };
  try {
    // Migrations run as the owner of the tables. The application has fewer rights.
    pool = database.openAsOwner();
    const migrates = options.migrates ?? true;
    if (options.createIfMissing === false) {
      await requireSchema(pool, config).catch((error: unknown) => {
        // `doctor` also opens a database that does not respond, to report that.
        if (migrates || error instanceof NoInstallation) throw error;
      });
      await (migrates ? prepareDataDir : checkDataDir)(config.dataDir);
    }
    const { distributing } = options;
    const distributed = distributing
      ? await alone(database, (one) => resumeDistribution(one, distributing))
      : [];
    const migrated = migrates ? await migrate(pool, undefined, database.ownLogin) : [];
    if (migrated.includes(logMigration)) await initSignedTreeFile(config.dataDir);
    if (migrates) await migrateSandboxes(pool);
    if (distributing) {
      await pool.close();
      pool = database.openAsOwner();
      distributed.push(...(await alone(database, (one) => distribute(one, distributing))));
    }
    const {
      open: openAsApplication,
      role,
      layout,
    } = await applicationLogin(pool, database).catch((error: unknown) => {
      // Never fall back to the owner because of an error. `doctor` also opens a database that does not respond.
      if (migrates || database.ownLogin) throw error;
      return { open: database.openAsApplication, role: undefined, layout: defaultLayout };
    });
    await pool.close();
    pool = openAsApplication();
    // The position in the log of a replica of the coordinator says nothing about rows on other nodes.
    const openReplica = layout === 'single' ? database.openReplica : undefined;
    if (database.openReplica && !openReplica)
      log.warn('REGROVE_DATABASE_REPLICA_URL is ignored, because the database is distributed');
    const replicaPool = openReplica?.({
      connections: replicaConnections,
      role,
      timeouts: options.replicaTimeouts,
    });
    if (replicaPool) others.push(replicaPool);
    const openOther = (poolOptions: PoolOptions): Pool => {
      const other = openAsApplication(poolOptions);
      others.push(other);
      return other;
    };
    const sandboxes = sandboxDatabases({
      openAsOwner: () => database.openAsOwner({ connections: ownerConnections }),
      openPool: () =>
        openOther({
          connections: options.sandboxConnections ?? sandboxConnections,
          timeouts: config.databaseTimeouts,
          lifetimeSeconds: sandboxLifetimeSeconds,
        }),
      instrumentation: options.instrumentation,
    });
    const baseUrl = options.baseUrl ?? (() => publicBaseUrl(config, config.port));
    const context: Context = {
      db: pool,
      sandboxes,
      replica: replicaPool && new ReadReplica(replicaPool, log),
      clock: options.clock ?? systemClock,
      log,
      secrets: createSecretBox(await secretKeysOf(config, { createIfMissing: migrates })),
      network: createNetworkPolicy(config.allowPrivateFeeds),
      webhookNetwork: createNetworkPolicy(config.allowPrivateWebhooks),
      transparency: logSignerOf(config, peers, baseUrl),
      baseUrl,
      mail: { smtp: config.smtp, from: config.mailFrom, directory: join(config.dataDir, 'mail') },
      signIn: config.signIn,
      threads,
      claims: config.claims,
      currency: config.currency,
      maxUnbilled: config.maxUnbilled,
      invoicing: config.invoicing,
      attachments: options.attachments,
      actor: options.actor ?? operator,
    };
    return {
      context,
      pool,
      openPool: openOther,
      config,
      instrumentation: options.instrumentation,
      migrated,
      distributed,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** With the only connection that a distribution allows. */
async function alone<T>(database: OpenDatabase, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = database.openAsOwner({ connections: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

/**
 * Uses the application's own login if it has one: injected SQL cannot become the owner from there. Otherwise logs in as the
 * owner and switches to the application's role.
 */
async function applicationLogin(
  owner: Pool,
  { openAsOwner, openAsApplication, ownLogin }: OpenDatabase,
): Promise<{
  open: (options?: PoolOptions) => Pool;
  role: string | undefined;
  layout: StoreLayout;
}> {
  if (ownLogin && !(await owner.withClient(hasLogin)))
    return { open: openAsOwner, role: undefined, layout: defaultLayout };
  const pool = openAsApplication();
  try {
    const role = await pool.withClient(applicationRole);
    const layout = await pool.withClient(detectLayout);
    return { open: (options) => openAsApplication({ ...options, role, layout }), role, layout };
  } finally {
    await pool.close();
  }
}
