import { Client } from 'pg';
import { databaseUser } from './cluster.js';
import type { Endpoint } from './endpoint.js';
import { codeOf } from './failures.js';
import { stopPostmaster } from './postmaster.js';

export const databaseName = 'regrove';

/** Not the database of the application: that one must be free to be dropped, renamed or copied. */
const leaseDatabase = 'postgres';

const leaseKey = 1;
const creationKey = 2;

/**
 * A connection that holds a shared lock for as long as we use the server. It goes with the process, however that
 * ends, so the server always knows whether somebody is left.
 */
export interface Lease {
  /** Settles once the connection is lost, or at once if it already is; never after a release. */
  lost: Promise<Error>;
  release(cluster: string): Promise<void>;
}

// The methods exist in pg, its types do not have them.
type LeaseClient = Client & { ref(): void; unref(): void };

export async function acquireLease(endpoint: Endpoint): Promise<Lease> {
  const client = new Client({
    ...endpoint,
    user: databaseUser,
    database: leaseDatabase,
    ssl: false,
    connectionTimeoutMillis: 5000,
    application_name: 'regrove lease',
  }) as LeaseClient;
  let lose: (error: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => (lose = resolve));
  client.on('error', lose);
  client.on('end', () => lose(new Error('the connection to the embedded PostgreSQL ended')));
  try {
    await client.connect();
    // Whoever is about to stop the server holds this lock: we wait until it is stopped under us, and start it again.
    await client.query(`set lock_timeout = '10s'; set idle_session_timeout = 0`);
    await client.query('select pg_advisory_lock_shared($1)', [leaseKey]);
    await ensureDatabase(client);
  } catch (error) {
    await endQuietly(client);
    throw error;
  }
  client.unref();
  return { lost, release: (cluster) => releaseLease(client, cluster) };
}

async function releaseLease(client: LeaseClient, cluster: string): Promise<void> {
  client.ref();
  try {
    if (await isLastHolder(client)) await stopPostmaster(cluster);
  } finally {
    await endQuietly(client);
  }
}

async function isLastHolder(client: Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [leaseKey]);
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
      leaseKey,
    ]);
    return rows[0]?.alone ?? false;
  } catch {
    // The server is gone or going, and there is nothing left to stop.
    return false;
  }
}

async function ensureDatabase(client: Client): Promise<void> {
  if (await databaseExists(client)) return;
  await client.query('select pg_advisory_lock($1)', [creationKey]);
  try {
    if (!(await databaseExists(client))) await client.query(`create database ${databaseName}`);
  } catch (error) {
    if (codeOf(error) !== '42P04') throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [creationKey]);
  }
}

async function databaseExists(client: Client): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
  return rowCount === 1;
}

async function endQuietly(client: Client): Promise<void> {
  // It may have been cut off already, which is all that we want of it.
  await client.end().catch(() => undefined);
}
