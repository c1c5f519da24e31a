import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  readonly name: string;
  /** As in REGROVE_DATABASE_URL. */
  readonly url: string;
  drop(): Promise<void>;
}

/** A new database for one test file, with the schema unless `empty`. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const { host, port, user, template: migrated } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = options.empty ? 'template0' : migrated;
  // Copying files takes less than half the time of copying through the WAL.
  await asAdmin((client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  // As if it had been created on a host in this time zone.
  const zone = process.env['TZ'];
  if (zone !== undefined)
    await asAdmin((client) => client.query(`alter database ${name} set timezone = '${zone}'`));
  const query = new URLSearchParams({ host, port: String(port), user });
  return {
    name,
    url: `postgresql:///${name}?${query.toString()}`,
    drop: () => asAdmin((client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

/** Runs statements as the administrator of the database server. */
export async function asAdmin(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const { host, port, user } = inject('postgres');
  const client = new pg.Client({ host, port, user, database: 'postgres' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
