import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.js';
import { openPool, type Pool } from './db/database.js';
import { openEmbeddedPostgres } from './embedded-postgres/index.js';
import type { Log } from './log.js';
import type { Watch } from './watch.js';

/** The database of an installation, embedded or external; the server stays up for as long as it is open. */
export interface OpenDatabase {
  /** Connections of the role that connects, or of another that it may take on. */
  readonly openAs: (role?: string) => Pool;
  /** After the pools are closed. */
  readonly release: () => Promise<void>;
}

export interface DatabaseOptions {
  /** Tells a person what takes long. */
  readonly report?: (message: string) => void;
  /** To the database, at most. */
  readonly connections?: number;
  readonly watch?: Watch | undefined;
}

export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: Log,
  { report, connections, watch }: DatabaseOptions = {},
): Promise<OpenDatabase> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const embedded =
    config.databaseUrl === undefined
      ? await openEmbeddedPostgres({
          directory: join(config.dataDir, 'postgres'),
          ...(report && { report }),
          onTrouble: (error) => {
            log.error({ err: error }, 'the embedded database went away; bringing it back');
          },
        })
      : undefined;
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl };
  return {
    openAs: (role) =>
      openPool(
        {
          ...connection,
          ...(connections !== undefined && { max: connections }),
          ...(role !== undefined && { options: `-c role=${role}` }),
        },
        (error) => {
          log.warn({ err: error }, 'an idle database connection broke');
        },
        watch,
      ),
    release: async () => embedded?.release(),
  };
}
