import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openPool } from '../../src/database/database.js';
import { distribute } from '../../src/database/distribute.js';
import { migrate } from '../../src/database/migrate.js';
import { createCitusDatabase, findCitus, query, startCitusCluster } from './citus-cluster.mjs';
import { freePort } from './ports.js';
import { useTemporaryFolder } from './temporary-folder.js';

interface CitusAddress {
  readonly ports: readonly number[];
  /** A migrated and distributed database, on every node. */
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    citus: CitusAddress;
  }
}

const template = 'regrove_template';

/** One Citus cluster for the whole run: a coordinator and two workers. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = await findCitus();
  if (programs === undefined) throw new Error('Citus is not installed: see docs/testing.md');
  const removeTemporaryFolder = await useTemporaryFolder();
  const directory = await mkdtemp(join(tmpdir(), 'regrove-citus-'));
  const cluster = await startCitusCluster({
    programs,
    directory,
    ports: [await freePort(), await freePort(), await freePort()],
    // The data is discarded, so durability would only cost time.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // For triggers and changes that tests make by SQL.
      'citus.enable_unsafe_triggers': 'on',
      'citus.multi_shard_modify_mode': 'sequential',
    },
  });
  const stop = async (): Promise<void> => {
    await cluster.stop();
    await removeTemporaryFolder();
  };
  try {
    await createCitusDatabase(cluster, template);
    await prepareCitusDatabase(cluster.urlOf(template));
    // Databases are cloned on each node, which nobody may be connected to meanwhile, not even the daemon of Citus.
    for (const port of cluster.ports)
      await query(cluster.urlOf('postgres', port), [
        `alter database ${template} allow_connections false`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
      ]);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('citus', { ports: cluster.ports, template });
  return stop;
}

/** Migrates and distributes a database. */
export async function prepareCitusDatabase(url: string): Promise<void> {
  const pool = openPool({ connectionString: url }, () => undefined);
  await migrate(pool);
  await pool.close();
  const owner = openPool({ connectionString: url, max: 1 }, () => undefined);
  await distribute(owner);
  await owner.close();
}
