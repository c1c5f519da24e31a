import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** How long a change of the schema that waits for a lock may block the queries queued behind it. */
const lockTimeoutMs = 2_000;
const maxTries = 30;
/** It did not get the lock in time, or it and others waited for each other's. */
const lockedOut: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Runs changes of the schema in a transaction. If it cannot get a lock within two seconds, it rolls back to let others
 * proceed, and tries again for about a minute and a half.
 */
export async function withLockTimeout<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      if (tries === maxTries || !isLockedOut(error)) throw error;
    }
    await pause(lockTimeoutMs / 2);
  }
}

/** More than a change of the catalog ever needs, even on a busy machine. */
const catalogTimeoutMs = 5_000;

/**
 * The same for changes that read no rows. If one does nevertheless, or if this process stalls, PostgreSQL rolls back, because
 * everyone else waits for the lock.
 */
export const changeCatalog = <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> =>
  withLockTimeout(client, async () => {
    await client.query(
      `set local statement_timeout = ${catalogTimeoutMs};
       set local idle_in_transaction_session_timeout = ${catalogTimeoutMs}`,
    );
    return work();
  });

const isLockedOut = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && lockedOut.has(error.code)) || (error.cause !== undefined && isLockedOut(error.cause)));
