import { join } from 'node:path';
import pg from 'pg';
import { nativeDirectoryOfEarlier } from '../../src/database/embedded-postgres/index.js';
import { openEmbeddedPostgresIn, type EmbeddedPostgres } from '../../src/database/embedded-postgres/open.js';
import { databaseDirectory } from '../../src/database/require-installation.js';
import type { Json } from './api-client.js';
import { runInProcess } from './command-line.js';
import { createDataDirectory, type DataDirectory } from './data-directory.js';
import type { Environment } from './regrove-process.js';

/** The major version that installations were made with before this one. */
export const formerVersion = '17';

/** The programs of that version. */
export function formerNative(): string {
  const found = nativeDirectoryOfEarlier(formerVersion);
  if (found === undefined) throw new Error(`The programs of PostgreSQL ${formerVersion} are not installed`);
  return found;
}

/** Opens a database of that version, as the program that made it does. */
export const openFormer = ({ path }: Pick<DataDirectory, 'path'>): Promise<EmbeddedPostgres> =>
  openEmbeddedPostgresIn(
    { directory: databaseDirectory(path), settings: { fsync: 'off' } },
    { nativeDirectory: formerNative() },
  );

export const clusterIn = ({ path }: Pick<DataDirectory, 'path'>, name = 'cluster'): string =>
  join(databaseDirectory(path), name);

/** A command line for a program of PostgreSQL, which does not run as root. */
export const asServerAccount = (program: string, args: string[]): { file: string; args: string[] } =>
  process.getuid?.() === 0
    ? { file: 'unshare', args: ['--user', '--map-user=65534', '--map-group=65534', '--', program, ...args] }
    : { file: program, args };

/** Settings for commands that use the running database, of whatever version. */
export const envOfRunningDatabase = (
  { env }: Pick<DataDirectory, 'env'>,
  { connection }: EmbeddedPostgres,
): Environment => {
  const { host, port, user, database } = connection;
  const query = new URLSearchParams({ host, port: String(port), user });
  return { ...env, REGROVE_DATABASE_URL: `postgresql:///${database}?${query.toString()}` };
};

/** Runs a command that must succeed. */
export async function runSuccessfully(env: Environment, ...args: string[]): Promise<Json> {
  const { code, stdout, stderr } = await runInProcess([...args, '--json'], env);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}

/** An installation that was made by that version and has stopped; `fill` adds to it while it runs. */
export async function createFormerInstallation(
  fill: (env: Environment, postgres: EmbeddedPostgres) => Promise<unknown> = () => Promise.resolve(),
): Promise<DataDirectory> {
  const directory = await createDataDirectory('regrove-former-');
  const postgres = await openFormer(directory);
  try {
    const env = envOfRunningDatabase(directory, postgres);
    await runSuccessfully(env, 'migrate');
    await fill(env, postgres);
  } finally {
    await postgres.release();
  }
  return directory;
}

/** A digest of every table of every schema, with its partitions, and of every sequence; without those of the queue's library. */
export async function contentsOf({ connection }: EmbeddedPostgres): Promise<Record<string, unknown>> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(`set timezone to 'UTC'`);
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind in ('r', 'p')
         and relnamespace::regnamespace::text !~ '^(pg_|information_schema|graphile_worker)' order by 1`,
    );
    const digests = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) as digest from ${name} t`,
    );
    const { rows } = await client.query<{ name: string }>(`${digests.join(' union all ')} order by 1`);
    const { rows: sequences } = await client.query(
      `select schemaname, sequencename, last_value::text from pg_sequences where schemaname <> 'graphile_worker' order by 1, 2`,
    );
    return { tables: rows, sequences };
  } finally {
    await client.end();
  }
}
