import type { Context } from '../platform/context.js';
import { holdServerOfLineage } from '../servers/server-store.js';
import { checkHealth } from './check-health.js';
import { listEveryFeed, type Feed } from './feed-store.js';
import { noteHealth } from './note-health.js';

/** Feeds that are asked at the same time: most of the time of a check is waiting for an answer. */
const atOnce = 20;

export interface CheckOptions {
  /** Missing: all feeds. */
  readonly id?: string | undefined;
  /** Stops after those that are being asked. */
  readonly signal?: AbortSignal;
}

/** Checks one feed or all, and notes the outcome. */
export async function checkFeeds(context: Context, { id, signal }: CheckOptions = {}): Promise<Feed[]> {
  const feeds = await listEveryFeed(context.db, id);
  const checked: Feed[] = [];
  for (let next = 0; next < feeds.length && signal?.aborted !== true; next += atOnce) {
    const some = await Promise.all(feeds.slice(next, next + atOnce).map((feed) => checkFeed(context, feed)));
    checked.push(...some.filter((feed) => feed !== undefined));
  }
  return checked;
}

async function checkFeed(context: Context, feed: Feed): Promise<Feed | undefined> {
  const { serverAccountId, serverId } = feed;
  const server =
    serverAccountId !== null && serverId !== null
      ? await holdServerOfLineage(context.db, [serverAccountId], serverId)
      : undefined;
  return noteHealth(context, feed, await checkHealth(context, feed, server));
}
