import type { FastifyInstance, FastifyReply } from 'fastify';
import { pendingMigrations } from '../database/migrate.js';
import type { Pool } from '../database/database.js';
import { withTimeout } from '../platform/time/with-timeout.js';

/** Why requests had better go elsewhere. */
type Unready = 'starting' | 'draining' | 'database' | 'schema';

export interface Health {
  readonly mount: (app: FastifyInstance) => void;
  /** From now on it is ready, as far as it lies with this process. */
  readonly begin: () => void;
  /** From now on it is not: whoever sends requests here has time to notice. */
  readonly drain: () => void;
}

/** Anybody may ask, as often as they like: the database is asked no more often than this. */
const freshMs = 1_000;
const timeoutMs = 2_000;

/** What load balancers ask: whether the process lives, and whether it can do its work. */
export function createHealth(pool: Pool, isPrepared: () => boolean): Health {
  let phase: 'starting' | 'serving' | 'draining' = 'starting';
  const databaseTrouble = kept(databaseCheck(pool));
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
          return reason === undefined
            ? answer(reply, 200, { ready: true })
            : answer(reply, 503, { ready: false, reason });
        },
      });
    },
    begin: () => void (phase = 'serving'),
    drain: () => void (phase = 'draining'),
  };
}

const answer = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply.code(status).header('Cache-Control', 'no-store').send(body);

/** A schema that is ahead of this version is none: during an update old servers go on beside new ones. */
function databaseCheck(pool: Pool): () => Promise<Unready | undefined> {
  let asking: Promise<string[]> | undefined;
  return async () => {
    // One that has not been answered yet holds a connection: there is no second one beside it.
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

/** One look at a time, and none while the last is fresh. */
function kept<T>(look: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (last && performance.now() < until) return last;
    until = Infinity;
    last = look().finally(() => (until = performance.now() + freshMs));
    return last;
  };
}
