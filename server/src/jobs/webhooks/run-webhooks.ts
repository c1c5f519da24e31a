import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from '../../database/instance.js';
import { deliverAsLeader, type Client } from './deliver-as-leader.js';

const lock = "hashtextextended('regrove webhooks', 0)";
const tryToLead = `select pg_try_advisory_lock(${lock}) as taken`;
const leave = `select pg_advisory_unlock(${lock}); unlisten *`;

/** How soon another process takes over after the one that leads has died. */
const askMs = 500;

/**
 * Delivers webhooks until told to stop, if no other process does. One of all processes that run jobs leads: the one that holds a
 * lock of the database, which ends with its connection.
 */
export async function runWebhooks(
  { context, pool, instrumentation }: Pick<Instance, 'context' | 'pool' | 'instrumentation'>,
  stopping: AbortSignal,
): Promise<void> {
  const actor = { kind: 'job', id: 'webhooks' } as const;
  while (!stopping.aborted) {
    await pool
      .withClient((client) =>
        leadOn(client, (lost) =>
          deliverAsLeader({ context: { ...context, actor }, instrumentation, client, stopping, lost }),
        ),
      )
      .catch((error: unknown) => {
        context.log.warn({ err: error }, 'webhooks wait for the database');
      });
    await pause(askMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Does nothing if another process leads. */
async function leadOn(client: Client, work: (lost: AbortSignal) => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(tryToLead);
  if (rows[0]?.taken !== true) return;
  const broken = new AbortController();
  const onEnd = (): void => {
    broken.abort();
  };
  client.once('error', onEnd).once('end', onEnd);
  try {
    await work(broken.signal);
  } finally {
    client.off('error', onEnd).off('end', onEnd);
    // The connection returns to the pool and must not keep the lock.
    if (!broken.signal.aborted) await client.query(leave);
  }
}
