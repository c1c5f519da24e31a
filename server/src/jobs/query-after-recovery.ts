import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from '../database/database.js';

const askAgainMs = 500;

/**
 * The pool for the schedule of the queue: a failed query is reported only when the database responds again. Otherwise,
 * the schedule would back off up to a minute and could not be stopped in between.
 */
export function queryAfterRecovery(pool: Pool['driver'], stopping: AbortSignal): Pool['driver'] {
  const query = async (...args: unknown[]): Promise<unknown> => {
    try {
      return await ask(...args);
    } catch (error) {
      while (!stopping.aborted && !(await answers(pool))) {
        await pause(askAgainMs, undefined, { signal: stopping }).catch(() => undefined);
      }
      throw error;
    }
  };
  const ask = pool.query.bind(pool) as unknown as typeof query;
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const answers = (pool: Pool['driver']): Promise<boolean> =>
  pool.query('select').then(
    () => true,
    () => false,
  );
