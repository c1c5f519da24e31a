import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { openPool } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { openEmbeddedPostgres } from '../../src/database/embedded-postgres/index.js';
import { programEnvironment } from '../../src/database/embedded-postgres/programs.js';
import { shiftedClock } from './shifted-clock.js';

export const templateDatabase = 'regrove_template';

interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresAddress;
  }
}

/** Threads, processes and browsers use the build, not the sources. */
const build = () => promisify(execFile)(process.execPath, [builder]);
const builder = fileURLToPath(new URL('../../build/cli.js', import.meta.url));

/** One real PostgreSQL for the whole run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await build();
  // PostgreSQL gets a clean environment.
  Object.assign(programEnvironment, shiftedClock);
  const directory = await mkdtemp(join(tmpdir(), 'regrove-test-'));
  const postgres = await openEmbeddedPostgres({
    directory,
    // The data is discarded, so durability would only cost time.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
  });
  const { host, port, user } = postgres.connection;
  const admin = openPool(postgres.connection, () => undefined);
  await admin.withClient((client) => client.query(`create database ${templateDatabase}`));
  await admin.close();
  const template = openPool({ ...postgres.connection, database: templateDatabase }, () => undefined);
  await migrate(template);
  await template.close();
  project.provide('postgres', { host, port, user });

  return async () => {
    await postgres.release();
    await rm(directory, { recursive: true });
  };
}
