import { Client, DatabaseError } from 'pg';
import { databaseUser } from './cluster.js';
import { isSocket, type Endpoint } from './endpoint.js';
import { codeOf } from './failures.js';
import { stopPostmaster } from './postmaster.js';

export const databaseName = 'regrove';

/** Not the application's database, because it must be possible to drop, rename or copy that. */
const leaseDatabase = 'postgres';

const leaseKey = 1;
const creationKey = 2;

/**
 * A connection that holds a shared lock while we use the server. It ends with the process, even if that is killed, so the
 * locks always show whether the server is still in use.
 */
export interface Lease {
  /** Resolves when the connection is lost, immediately if it already is; never after a release. */
  lost: Promise<Error>;
  release(cluster: string): Promise<void>;
}

// These methods exist in pg, but not in its types.
type LeaseClient = Client & { ref(): void; unref(): void };

const leaseClient = (endpoint: Endpoint): LeaseClient =>
  new Client({
    ...endpoint,
    user: databaseUser,
    database: leaseDatabase,
    ssl: false,
    connectionTimeoutMillis: 5000,
    application_name: 'regrove lease',
  }) as LeaseClient;

/**
 * Takes the lease of a server for us alone: until it is ended, no other process can use the server, of whatever version of
 * Regrove it is. Undefined if another one uses it.
 */
export async function acquireExclusiveLease(
  endpoint: Endpoint,
): Promise<{ end(): Promise<void> } | undefined> {
  const client = leaseClient(endpoint);
  // A connection that breaks is noticed by those that do the work.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('set idle_session_timeout = 0');
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
      leaseKey,
    ]);
    if (rows[0]?.alone) return { end: () => endQuietly(client) };
  } catch (error) {
    await endQuietly(client);
    throw error;
  }
  await endQuietly(client);
  return undefined;
}

export async function acquireLease(endpoint: Endpoint): Promise<Lease> {
  const client = leaseClient(endpoint);
  let lose: (error: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => (lose = resolve));
  client.on('error', lose);
  client.on('end', () => lose(new Error('the connection to the embedded PostgreSQL ended')));
  try {
    await client.connect();
    // A process that is about to stop the server holds this lock. We wait until the server stops, then start it again.
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

/** Somebody has the lease alone: `upgrade-database`, or a process that is stopping the server. */
export const isRefusedLease = (error: unknown): boolean => codeOf(error) === '55P03';

/**
 * Whether a server that we cannot see has refused us, which shows that it is running: another one on its cluster would destroy it. A
 * response on a port may be that of a stranger, unless it knows our lease.
 */
export const isFromServer = (endpoint: Endpoint, error: unknown): boolean =>
  isRefusedLease(error) || (isSocket(endpoint) && error instanceof DatabaseError);

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
    // The server has stopped or is stopping, so there is nothing left to stop.
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
  // It may already be closed, which is fine.
  await client.end().catch(() => undefined);
}
