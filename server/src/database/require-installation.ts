import { join } from 'node:path';
import { describeHost, readDatabaseUrl } from '../platform/config/database-url.js';
import { commandHint, type HintSettings } from '../platform/config/command-hint.js';
import { unusableDataDir } from '../platform/data-dir-access.js';
import type { Pool } from './database.js';
import { appliedMigrations } from './migrate.js';
import { hasCluster } from './embedded-postgres/index.js';

/** The folder of the embedded database. */
export const databaseDirectory = (dataDir: string): string => join(dataDir, 'postgres');

/** Throws if the data directory contains no embedded database. Creates nothing. */
export async function requireEmbeddedDatabase(config: HintSettings): Promise<void> {
  const { dataDir } = config;
  const isThere = await hasCluster(databaseDirectory(dataDir)).catch((error: unknown) => {
    throw unusableDataDir(dataDir, error);
  });
  if (!isThere) throw new NoInstallation(config);
}

/** Throws if the database has none of our tables. */
export async function requireSchema(pool: Pool, config: HintSettings): Promise<void> {
  const applied = await pool.withClient(appliedMigrations);
  if (applied.length === 0) throw new NoInstallation(config);
}

/** The message says where Regrove looked. */
export class NoInstallation extends Error {
  override readonly name = 'NoInstallation';
  constructor(config: HintSettings) {
    const { dataDir, databaseUrl } = config;
    super(
      databaseUrl === undefined
        ? `There is no Regrove installation in ${dataDir}. Set REGROVE_DATA_DIR if it is elsewhere; to create one there, run: ` +
            commandHint(config, 'serve')
        : `There is no Regrove installation in ${describeDatabase(databaseUrl)}. Set REGROVE_DATABASE_URL if it ` +
            `is elsewhere; to create one there, run: ${commandHint(config, 'migrate')}`,
    );
  }
}

/** Omits user and password. */
function describeDatabase(databaseUrl: string): string {
  const { database, hosts } = readDatabaseUrl(databaseUrl);
  const at = hosts.map(describeHost).join(', ');
  return `the database ${database}${at === '' ? '' : ` at ${at}`}`;
}
