import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { openEmbeddedPostgres } from '../../src/database/embedded-postgres/index.js';
import { programEnvironment } from '../../src/database/embedded-postgres/programs.js';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { copyFolder } from './copy-folder.js';
import { prepareDataDirectories, type Prepared } from './prepared-data-directories.js';
import { shiftedClockEnv } from './shifted-clock.js';
import { useTemporaryFolder } from './temporary-folder.js';

interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** The migrated database that every test file clones. */
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresAddress;
    prepared: Prepared;
  }
}

/** Threads, processes and browsers use the build, not the sources. */
const build = () => promisify(execFile)(process.execPath, [builder]);
const builder = fileURLToPath(new URL('../../build/cli.js', import.meta.url));

/** One real PostgreSQL for the whole run, and data directories for tests that need a separate one but are not about creating it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await build();
  // PostgreSQL gets a clean environment.
  Object.assign(programEnvironment, shiftedClockEnv);
  const removeTemporaryFolder = await useTemporaryFolder();
  const directory = await mkdtemp(join(tmpdir(), 'regrove-test-'));
  const prepared = await prepareDataDirectories(directory).catch(async (error: unknown) => {
    await removeTemporaryFolder();
    throw error;
  });
  project.provide('prepared', prepared);

  const own = join(directory, 'postgres');
  await copyFolder(databaseDirectory(prepared.migrated), own);
  const postgres = await openEmbeddedPostgres({
    directory: own,
    // The data is discarded, so durability would only cost time. Creating a database goes through all buffers: with few of them
    // it takes half as long.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      shared_buffers: '128MB',
      max_connections: '400',
    },
  });
  const { host, port, user, database: template } = postgres.connection;
  project.provide('postgres', { host, port, user, template });

  return async () => {
    await postgres.release();
    await removeTemporaryFolder();
  };
}
