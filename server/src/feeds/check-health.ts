import type { TroubleReason } from '../mail/mail.js';
import type { Context } from '../platform/context.js';
import { withPatience } from '../platform/patience.js';
import type { SealedServer } from '../servers/server-store.js';
import { sources } from '../sources/index.js';
import { reasonOf } from '../sources/trouble.js';
import { readSource } from './read-source.js';

export type Health = 'healthy' | 'unhealthy';

/** What a check found. */
export type Checkup =
  { readonly health: 'healthy' } | { readonly health: 'unhealthy'; readonly reason: TroubleReason };

/** A caller waits for the first check, so it gives up early. */
const patienceMs = 2_000;

/**
 * Asks the feed's source for the reading of one device. A push type has nothing to ask: it is well until readings fail to
 * come.
 */
export async function checkHealth(
  context: Context,
  feed: { readonly type: string; readonly externalId: string | null },
  server: SealedServer | undefined,
): Promise<Checkup> {
  const source = sources.get(feed.type);
  if (!source) return { health: 'healthy' };
  const asked = { source, server, externalId: feed.externalId };
  try {
    await withPatience(patienceMs, undefined, (patience) => readSource(context, asked, patience).next());
    return { health: 'healthy' };
  } catch (error) {
    context.log.info({ serverId: server?.id, reason: String(error) }, 'feed source could not be read');
    return { health: 'unhealthy', reason: reasonOf(error) };
  }
}
