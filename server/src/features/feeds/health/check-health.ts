import type { Context } from '../../../database/context.js';
import { withTimeout } from '../../../platform/time/with-timeout.js';
import type { SealedServer } from '../../servers/server-store.js';
import { sources } from '../../../sources/index.js';
import type { HealthResult } from './health-result.js';
import { troubleOf } from './trouble.js';
import type { Feed } from '../feed-store.js';
import { readSource } from '../collecting/read-source.js';
import { requireReadable, type FeedOnServer } from '../server-permissions.js';

/** For checks that a caller waits for. */
export const shortTimeoutMs = 2_000;

/**
 * Reads one device of the feed, in the same way as a collection. If the two differed, a feed could alternate between healthy
 * and unhealthy. Feeds that receive readings have nothing to check here; they become unhealthy when readings stop.
 */
export async function checkHealth(
  context: Context,
  feed: FeedOnServer & Pick<Feed, 'externalId' | 'collectionScope'>,
  server: SealedServer | undefined,
  timeoutMs: number,
): Promise<HealthResult> {
  const source = sources.get(feed.type);
  if (!source) return { health: 'healthy' };
  const { externalId } = feed;
  const isManagedOnly = feed.collectionScope === 'managed_only';
  const isInteractive = timeoutMs <= shortTimeoutMs;
  const request = { source, server, externalId, isManagedOnly, isInteractive };
  try {
    await requireReadable(context, feed, server);
    await withTimeout(timeoutMs, undefined, (deadline) => readSource(context, request, deadline).next());
    return { health: 'healthy' };
  } catch (error) {
    context.log.info({ serverId: server?.id, reason: String(error) }, 'feed source could not be read');
    return { health: 'unhealthy', ...troubleOf(error, server) };
  }
}
