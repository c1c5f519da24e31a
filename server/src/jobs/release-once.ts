import type pg from 'pg';
import type { Pool } from '../database/database.js';

type Receive = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * The pool for the listener of the queue, which releases its connection twice if it is stopped while LISTEN fails, for example
 * on a server that has become a standby. The second time would end the process.
 */
export function releaseOnce(pool: Pool['driver']): Pool['driver'] {
  const connect = (receive?: Receive): unknown => {
    if (!receive) return pool.connect();
    pool.connect((error, client, release) => {
      let isReleased = false;
      receive(error, client, (reason) => {
        if (!isReleased) release(reason);
        isReleased = true;
      });
    });
    return undefined;
  };
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
