import type { FastifyInstance, FastifyReply } from 'fastify';
import { readLogTrouble } from '../features/log/log-trouble-store.js';
import { pendingMigrations } from '../database/migrate.js';
import type { Pool } from '../database/database.js';
import { withTimeout } from '../platform/time/with-timeout.js';
import { cachedCheck } from './cached-check.js';
import { countUnavailableNodes } from './count-unavailable-nodes.js';

/** Why requests should not be sent here. */
type Unready = 'starting' | 'draining' | 'database' | 'schema';

export interface Health {
  readonly mount: (app: FastifyInstance) => void;
  /** Ready from now on, unless the database is not. */
  readonly begin: () => void;
  /** Not ready from now on, so that load balancers have time to notice. */
  readonly drain: () => void;
}

const timeoutMs = 2_000;

/** Health checks for load balancers: whether the process is alive, and whether it can serve requests. */
export function createHealth(pool: Pool, isPrepared: () => boolean): Health {
  let phase: 'starting' | 'serving' | 'draining' = 'starting';
  const databaseTrouble = cachedCheck(databaseCheck(pool));
  const unavailable = countUnavailableNodes(pool);
  const logTrouble = cachedCheck(() => hasLogTrouble(pool));
  const trouble = async (): Promise<Unready | undefined> => {
    if (phase === 'draining') return phase;
    if (phase === 'starting' || !isPrepared()) return 'starting';
    return databaseTrouble();
  };
  return {
    mount(app) {
      const method = ['GET', 'HEAD'];
      app.route({ method, url: '/health/live', handler: (_, reply) => answer(reply, 200, { live: true }) });
      app.route({
        method,
        url: '/health/ready',
        handler: async (_, reply) => {
          const reason = await trouble();
          if (reason !== undefined) return answer(reply, 503, { ready: false, reason });
          // Accounts on other nodes can still be served.
          const missing = (await unavailable()) ?? 1;
          return answer(reply, 200, {
            ready: true,
            ...(missing > 0 && { nodes_away: missing }),
            // Everything else works.
            ...((await logTrouble()) && { log_halted: true }),
          });
        },
      });
    },
    begin: () => void (phase = 'serving'),
    drain: () => void (phase = 'draining'),
  };
}

/** False if it cannot be found out. */
const hasLogTrouble = async (pool: Pool): Promise<boolean> => {
  try {
    return (await withTimeout(timeoutMs, undefined, () => readLogTrouble(pool))).trouble !== null;
  } catch {
    return false;
  }
};

const answer = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply.code(status).header('Cache-Control', 'no-store').send(body);

/** A schema newer than this version is fine: during an update, old servers keep running next to new ones. */
function databaseCheck(pool: Pool): () => Promise<Unready | undefined> {
  let asking: Promise<string[]> | undefined;
  return async () => {
    // A pending query occupies a connection, so there is never a second one.
    asking ??= pendingMigrations(pool).finally(() => (asking = undefined));
    const answered = asking;
    try {
      const pending = await withTimeout(timeoutMs, undefined, () => answered);
      return pending.length > 0 ? 'schema' : undefined;
    } catch {
      return 'database';
    }
  };
}
