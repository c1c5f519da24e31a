import { join } from 'node:path';
import { openPool } from '../../src/database/database.js';
import { openEmbeddedPostgres } from '../../src/database/embedded-postgres/index.js';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { openInstance } from '../../src/database/instance.js';
import { migrate } from '../../src/database/migrate.js';
import { createAccount } from '../../src/features/accounts/create-account.js';
import { createKey } from '../../src/features/keys/create-key.js';
import { readConfig } from '../../src/platform/config/config.js';
import { tlsCertificate } from '../../src/platform/net/tls-certificate.js';
import { defaultRevision } from '../../src/wire/revisions/index.js';
import { copyFolder } from './copy-folder.js';

/** Data directories of a stopped server, for tests to copy. */
export interface Prepared {
  /** Contains only an empty, migrated database. */
  readonly migrated: string;
  /** Also contains a certificate and an account, a distributor with this key. */
  readonly used: string;
  readonly key: string;
}

/** Creates both in a folder. */
export async function prepareDataDirectories(folder: string): Promise<Prepared> {
  const migrated = join(folder, 'migrated');
  const used = join(folder, 'used');
  await migrateCluster(databaseDirectory(migrated));
  await copyFolder(migrated, used);
  return { migrated, used, key: await addAccount(used) };
}

async function migrateCluster(directory: string): Promise<void> {
  const postgres = await openEmbeddedPostgres({ directory, settings: { fsync: 'off' } });
  const pool = openPool(postgres.connection, () => undefined);
  try {
    await migrate(pool);
  } finally {
    await pool.close();
    await postgres.release();
  }
}

async function addAccount(dataDir: string): Promise<string> {
  const config = readConfig({ REGROVE_DATA_DIR: dataDir, REGROVE_LOG_LEVEL: 'warn' });
  const instance = await openInstance(config);
  const { context } = instance;
  try {
    await tlsCertificate(config, context.clock());
    const { id } = await createAccount(context, undefined, 'distributor', { name: 'Account' });
    return (await createKey(context, id, { name: null, revision: defaultRevision })).key;
  } finally {
    await instance.close();
  }
}
