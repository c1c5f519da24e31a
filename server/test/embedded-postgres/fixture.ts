import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import type {
  EmbeddedPostgres,
  EmbeddedPostgresConnection,
  EmbeddedPostgresOptions,
} from '../../src/database/embedded-postgres/index.js';
import { openEmbeddedPostgresIn } from '../../src/database/embedded-postgres/open.js';
import { postgresProcessesIn } from '../../src/database/embedded-postgres/processes.js';
import type { Capabilities } from '../../src/database/embedded-postgres/start-server.js';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { copyFolder } from '../support/copy-folder.js';
import { Holder } from './holders.js';

export const isRoot = process.getuid?.() === 0;

/** A folder per test, and all holders of the database in it. */
export class EmbeddedPostgresFixture {
  /** For files of the test. */
  home = '';
  /** The directory of the database. */
  directory = '';
  #scratch = '';
  #holders: Holder[] = [];
  #opened: EmbeddedPostgres[] = [];
  readonly #temporary = process.env['TMPDIR'];

  /** Call before all tests. */
  build(): void {
    // Accessible to other users, as the temporary folder of a real machine.
    this.#scratch = realpathSync(mkdtempSync(join(tmpdir(), 'regrove-')));
    chmodSync(this.#scratch, 0o755);
    process.env['TMPDIR'] = this.#scratch;
  }

  /** Call after all tests. */
  removeAll(): void {
    if (this.#temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = this.#temporary;
    rmSync(this.#scratch, { recursive: true, force: true });
  }

  /** Call before each test. The directory contains a cluster that is not running. */
  async prepare(): Promise<void> {
    this.home = realpathSync(mkdtempSync(join(this.#scratch, 'home-')));
    this.directory = join(this.home, 'postgres');
    await copyFolder(databaseDirectory(inject('prepared').migrated), this.directory);
    this.#holders = [];
    this.#opened = [];
  }

  /** Call after each test. */
  async cleanUp(): Promise<void> {
    for (const holder of this.#holders) await holder.kill();
    for (const postgres of this.#opened) await postgres.release();
    // The last holder stops the server that killed holders left running.
    if (existsSync(this.pidFile)) await (await this.open()).release();
    rmSync(this.home, { recursive: true, force: true });
  }

  /** For tests that are about the creation of the cluster. */
  removeDirectory(): void {
    rmSync(this.directory, { recursive: true });
  }

  async open(
    options: Partial<EmbeddedPostgresOptions> = {},
    capabilities: Partial<Capabilities> = {},
  ): Promise<EmbeddedPostgres> {
    const postgres = await openEmbeddedPostgresIn(
      { directory: this.directory, settings: { fsync: 'off' }, ...options },
      capabilities,
    );
    this.#opened.push(postgres);
    return postgres;
  }

  /** Opens it in another process. */
  hold(capabilities: Partial<Capabilities> = {}): Holder {
    const holder = new Holder(this.directory, capabilities);
    this.#holders.push(holder);
    return holder;
  }

  get pidFile(): string {
    return join(this.directory, 'cluster', 'postmaster.pid');
  }

  postmasterPid(): number {
    return Number.parseInt(readFileSync(this.pidFile, 'utf8'), 10);
  }

  async isStopped(): Promise<boolean> {
    const processes = await postgresProcessesIn(join(realpathSync(this.directory), 'cluster'));
    return processes.length === 0 && !existsSync(this.pidFile);
  }
}

export async function query<T>(connection: EmbeddedPostgresConnection, sql: string): Promise<T[]> {
  const client = new Client(connection);
  // Some tests kill the server during a query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, T>>(sql);
    return rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
}

export async function createSample(connection: EmbeddedPostgresConnection): Promise<void> {
  await query(connection, `create table tree as select 'oak' as name`);
}

export async function readSample(connection: EmbeddedPostgresConnection): Promise<string[]> {
  return query<string>(connection, 'select name from tree order by name');
}
