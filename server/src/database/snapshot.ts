import type pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '../platform/errors.js';
import { isTimeout } from './failures.js';
import { queryWithTimeout } from './query-with-timeout.js';
import { listPreparedTransactions, waitForPreparedOn } from './prepared-transaction-store.js';
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
    whileNobodyWrites(holder, {
      prepare: () => waitForPreparedOn(reader),
      work: async () => {
        // Before the transaction begins: a crash in the meantime leaves rows that are not visible on their node yet.
        if ((await listPreparedTransactions(reader)).length > 0) return false;
        await reader.query(begin);
        await reader.query(oneConnectionPerNode);
        await reader.query(queryWithTimeout(useEveryShard, maxPauseMs));
        return true;
      },
    }),
  );
}

/**
 * The same without a pause, for what people may ask for at any time. On a distributed store, each node is read as it is when its first
 * statement runs.
 */
export async function beginPerNode(
  reader: pg.ClientBase,
  { begin, layout }: { begin: string; layout: StoreLayout },
): Promise<void> {
  await reader.query(begin);
  if (layout === 'distributed') await reader.query(oneConnectionPerNode);
}

// With several connections, each would begin at its first statement.
const oneConnectionPerNode = 'set local citus.max_adaptive_executor_pool_size = 1';
const useEveryShard = 'select 1 from account_states limit 1';

/** Shorter than `deadlock_timeout`, so that a transaction which waits for these locks is not aborted because of them. */
const lockTimeoutMs = 300;
/** PostgreSQL then releases the locks, even if this process or a node hangs. */
const maxPauseMs = 2_000;
const maxTries = 100;

// Clients write through the coordinator only, so it is enough to lock its tables. Otherwise Citus would lock them on every node,
// and could not release them again while a node hangs.
const beginLocking = `begin; set local citus.enable_ddl_propagation = off;
  set local statement_timeout = ${lockTimeoutMs}; set local idle_in_transaction_session_timeout = ${maxPauseMs}`;

interface Pause {
  /** Before each try, while others can still write. */
  readonly prepare: () => Promise<void>;
  /** False: try again. The connection that holds the locks must not be used. */
  readonly work: () => Promise<boolean>;
}

/** Runs the work while no transaction that writes is in progress; returns how long writes waited, in all tries together. */
async function whileNobodyWrites(holder: pg.ClientBase, { prepare, work }: Pause): Promise<number> {
  const tables = await lockableTables(holder);
  let pausedMs = 0;
  for (let tries = 0; tries < maxTries; tries++) {
    await prepare();
    const since = performance.now();
    await holder.query(beginLocking);
    let isDone = false;
    try {
      isDone = (await lockAll(holder, tables)) && (await work());
    } catch (error) {
      await holder.query('rollback').catch(() => undefined);
      throw error;
    }
    // Fails if the locks were released in the meantime: what was read may then be of different moments.
    await holder.query('rollback');
    pausedMs += performance.now() - since;
    if (isDone) return pausedMs;
    await pause(lockTimeoutMs);
  }
  throw unavailable('Writes cannot be paused: a transaction takes too long');
}

/** False if that takes too long. */
async function lockAll(holder: pg.ClientBase, tables: readonly string[]): Promise<boolean> {
  try {
    await holder.query(`lock table ${tables.join(', ')} in share mode`);
    return true;
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  }
}

/** All that this role may lock. The application may not lock the audit trail, which is only written together with other tables. */
async function lockableTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition
     where has_table_privilege(logicalrelid, 'update, delete') order by 1`,
  );
  return rows.map(({ name }) => name);
}
