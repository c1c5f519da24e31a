import type { Context } from '../platform/context.js';
import { checkHealth, type Checkup } from './check-health.js';
import { eachFeed } from './each-feed.js';
import type { Feed } from './feed-store.js';
import { noteHealth } from './note-health.js';
import { turns } from './turns.js';

export interface CheckOptions {
  /** Missing: all feeds. */
  readonly id?: string | undefined;
  /** Stops after those that are being asked. */
  readonly signal?: AbortSignal;
}

/** Checks one feed or all, and notes the outcome. */
export async function checkFeeds(context: Context, options: CheckOptions = {}): Promise<Feed[]> {
  const checked = await eachFeed(context, options, async (feed, server) => {
    const checkup = await checkHealth(context, feed, server);
    const found = isSilent(feed, context.clock()) ? silentOr(checkup) : checkup;
    return turns.pass(() => noteHealth(context, feed, found));
  });
  return checked.filter((feed) => feed !== undefined);
}

const longestSilenceMs = 2 * 24 * 3_600_000;

/** Whether a feed that collects has gone without a reading for too long. */
function isSilent({ status, activatedAt, createdAt, lastReadAt }: Feed, now: Date): boolean {
  const since = Math.max(activatedAt.getTime(), createdAt.getTime(), lastReadAt?.getTime() ?? 0);
  return status === 'active' && now.getTime() - since > longestSilenceMs;
}

/** What the source itself says is wrong explains the silence better than the silence does. */
const silentOr = (checkup: Checkup): Checkup =>
  checkup.health === 'healthy' ? { health: 'unhealthy', reason: 'silence' } : checkup;
