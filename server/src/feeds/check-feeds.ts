import type { Context } from '../platform/context.js';
import { holdServerOfLineage } from '../servers/server-store.js';
import { checkHealth } from './check-health.js';
import { listEveryFeed, type Feed } from './feed-store.js';
import { noteHealth } from './note-health.js';

/** Checks one feed or all, and notes the outcome. */
export async function checkFeeds(context: Context, id?: string): Promise<Feed[]> {
  const { db } = context;
  const checked: Feed[] = [];
  for (const feed of await listEveryFeed(db, id)) {
    const server =
      feed.serverAccountId !== null && feed.serverId !== null
        ? await holdServerOfLineage(db, [feed.serverAccountId], feed.serverId)
        : undefined;
    const noted = await noteHealth(context, feed, await checkHealth(context, feed, server));
    if (noted) checked.push(noted);
  }
  return checked;
}
