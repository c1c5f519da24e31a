import type { Config } from '../platform/config/config.js';
import { prepareDataDir } from '../platform/data-dir-access.js';
import type { DatabaseTimeouts } from '../platform/config/database-timeouts.js';
import { applicationRoleName } from './application-role.js';
import { openPool, type ConnectionSettings, type Pool } from './database.js';
import { openEmbeddedPostgres } from './embedded-postgres/index.js';
import { databaseDirectory, requireEmbeddedDatabase } from './installed.js';
import type { Log } from '../platform/log.js';
import type { Instrumentation } from './instrumentation.js';

/** The database of an installation, embedded or external; the server stays up for as long as it is open. */
export interface OpenDatabase {
  /** Connections of the owner of the tables: for whatever changes the schema or needs all of it. */
  readonly openAsOwner: (options?: PoolOptions) => Pool;
  /** Connections of the application, as the role that it logs in as or as another that this one may take on. */
  readonly openAsApplication: (options?: PoolOptions) => Pool;
  /** Set where the application's own login is ours to make, in the embedded database; the password where one is needed. */
  readonly ownLogin: { readonly password: string | undefined } | undefined;
  /** After the pools are closed. */
  readonly release: () => Promise<void>;
}

export interface PoolOptions {
  /** To the database, at most. */
  readonly connections?: number | undefined;
  /** Taken on after the login. */
  readonly role?: string | undefined;
  /** Absent: what is asked may take as long as it takes. */
  readonly timeouts?: DatabaseTimeouts | undefined;
}

export interface DatabaseOptions extends Pick<PoolOptions, 'connections'> {
  /** Tells a person what takes long. */
  readonly report?: (message: string) => void;
  readonly watch?: Instrumentation | undefined;
  /** False: refuse where there is no installation, and make nothing. */
  readonly creates?: boolean;
}

export async function openDatabase(
  config: Config,
  log: Log,
  { report, connections, watch, creates = true }: DatabaseOptions = {},
): Promise<OpenDatabase> {
  if (!creates && config.databaseUrl === undefined) await requireEmbeddedDatabase(config);
  // Beside an external database it is made once that is known to have an installation.
  if (creates || config.databaseUrl === undefined) await prepareDataDir(config.dataDir);
  const embedded =
    config.databaseUrl === undefined
      ? await openEmbeddedPostgres({
          directory: databaseDirectory(config.dataDir),
          ...(report && { report }),
          onTrouble: (error) => {
            log.error({ err: error }, 'lost the embedded database; restarting it');
          },
        })
      : undefined;
  const open = (
    connection: ConnectionSettings,
    { connections: max = connections, timeouts, role }: PoolOptions = {},
  ): Pool =>
    openPool(
      {
        ...connection,
        ...(max !== undefined && { max }),
        ...(timeouts && {
          connectionTimeoutMillis: timeouts.connectionMs,
          query_timeout: timeouts.queryMs,
        }),
        ...startupOptions({ role, ...(timeouts && serverTimeouts(timeouts)) }),
      },
      (error) => {
        log.warn({ err: error }, 'an idle database connection broke');
      },
      watch,
    );
  const owner = embedded?.connection ?? {
    connectionString: config.databaseOwnerUrl ?? config.databaseUrl,
  };
  const application = embedded
    ? { ...embedded.connection, user: applicationRoleName }
    : { connectionString: config.databaseUrl };
  return {
    openAsOwner: (options) => open(owner, options),
    openAsApplication: (options) => open(application, options),
    ownLogin: embedded && { password: embedded.connection.password },
    release: async () => embedded?.release(),
  };
}

const serverTimeouts = ({ statementMs, lockMs, idleTransactionMs }: DatabaseTimeouts): Settings => ({
  statement_timeout: statementMs || undefined,
  lock_timeout: lockMs || undefined,
  idle_in_transaction_session_timeout: idleTransactionMs || undefined,
});

type Settings = Readonly<Record<string, string | number | undefined>>;

/** In the one startup parameter that poolers have to let pass. */
function startupOptions(settings: Settings): { options?: string } {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  if (given.length === 0) return {};
  return { options: given.map(([name, value]) => `-c ${name}=${String(value)}`).join(' ') };
}
