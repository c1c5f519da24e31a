import type { TroubleReason } from '../mail/mail.js';
import type { Context } from '../platform/context.js';
import type { SealedServer } from '../servers/server-store.js';
import { pullTypes } from './feed-types.js';

export type Health = 'healthy' | 'unhealthy';

/** What a check found. */
export type Checkup =
  { readonly health: 'healthy' } | { readonly health: 'unhealthy'; readonly reason: TroubleReason };

/** A caller waits for the first check, so it gives up early. */
const patienceMs = 2_000;

/** Asks the feed's source whether it is there. A push type has nothing to ask: it is well until readings fail to come. */
export async function checkHealth(
  { secrets, network, log }: Context,
  feed: { readonly type: string; readonly externalId: string | null },
  server: SealedServer | undefined,
): Promise<Checkup> {
  const type = pullTypes.get(feed.type);
  if (!type) return { health: 'healthy' };
  if (!server) return { health: 'unhealthy', reason: 'other' };
  const patience = AbortSignal.timeout(patienceMs);
  const ask = async (): Promise<void> => {
    const password = server.passwordSealed && secrets.open(server.passwordSealed, server.id);
    await type.check({ server, password, externalId: feed.externalId }, network, patience);
  };
  try {
    await Promise.race([ask(), failureOf(patience)]);
    return { health: 'healthy' };
  } catch (error) {
    log.info({ serverId: server.id, reason: String(error) }, 'feed source did not answer');
    return { health: 'unhealthy', reason: reasonOf(error) };
  }
}

const silence: ReadonlySet<unknown> = new Set([
  'TimeoutError',
  'RequestTimedOutError',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const reasonOf = (error: unknown): TroubleReason =>
  error instanceof Error && (silence.has(error.name) || ('code' in error && silence.has(error.code)))
    ? 'noAnswer'
    : 'other';

const failureOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
