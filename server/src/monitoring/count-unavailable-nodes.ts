import { unavailableNodes } from '../database/cluster-store.js';
import type { Database } from '../database/database.js';
import { withTimeout } from '../platform/time/with-timeout.js';
import { cachedCheck } from './cached-check.js';

const timeoutMs = 2_000;

/**
 * How many nodes of a distributed store do not respond; one if this cannot be found out in time, undefined if the coordinator
 * does not respond either.
 */
export function countUnavailableNodes(db: Database): () => Promise<number | undefined> {
  if (db.layout !== 'distributed') return () => Promise.resolve(0);
  let asking: Promise<string[]> | undefined;
  return cachedCheck(async () => {
    // A pending query occupies a connection, so there is never a second one.
    asking ??= unavailableNodes(db).finally(() => (asking = undefined));
    const answered = asking;
    try {
      return (await withTimeout(timeoutMs, undefined, () => answered)).length;
    } catch (error) {
      return error instanceof DOMException ? 1 : undefined;
    }
  });
}
