import type pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '../platform/errors.js';
import { waitForPreparedOn } from './prepared-transaction-store.js';
import type { StoreLayout } from './store-layout.js';

interface Connections {
  withClient<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
}

/**
 * Begins to read a consistent state of the database, by statements that begin a transaction with repeatable read. On a
 * distributed store that state would be of a different moment on each node, so writes are paused until all nodes have begun.
 * Returns for how long, in milliseconds; undefined on a single PostgreSQL.
 */
export async function beginSnapshot(
  pool: Connections,
  reader: pg.ClientBase,
  { begin, layout }: { begin: string; layout: StoreLayout },
): Promise<number | undefined> {
  if (layout === 'single') {
    await reader.query(begin);
    return undefined;
  }
  return pool.withClient((holder) =>
    whileNobodyWrites(holder, async () => {
      await waitForPreparedOn(holder);
      await reader.query(begin);
      await reader.query(oneConnectionPerNode);
      await reader.query(useEveryShard);
    }),
  );
}

// With several connections, each would begin at its first statement.
const oneConnectionPerNode = 'set local citus.max_adaptive_executor_pool_size = 1';
const useEveryShard = 'select 1 from account_states limit 1';

/** Shorter than `deadlock_timeout`, so that a transaction which waits for these locks is not aborted because of them. */
const lockTimeoutMs = 300;
const maxTries = 100;
const lockNotAvailable = '55P03';

/** Runs the work while no transaction that writes is in progress; returns how long writes waited for it. */
async function whileNobodyWrites(client: pg.ClientBase, work: () => Promise<void>): Promise<number> {
  const tables = await lockableTables(client);
  for (let tries = 1; ; tries++) {
    const since = performance.now();
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      await client.query(`lock table ${tables.join(', ')} in share mode`);
      await work();
      return performance.now() - since;
    } catch (error) {
      if (!isLockedOut(error)) throw error;
      if (tries === maxTries) throw unavailable('Writes cannot be paused: a transaction takes too long');
    } finally {
      await client.query('rollback');
    }
    await pause(lockTimeoutMs);
  }
}

const isLockedOut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === lockNotAvailable;

/** All that this role may lock. The application may not lock the audit trail, which is only written together with other tables. */
async function lockableTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition
     where has_table_privilege(logicalrelid, 'update, delete') order by 1`,
  );
  return rows.map(({ name }) => name);
}
