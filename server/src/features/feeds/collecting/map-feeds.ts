import type { Context } from '../../../database/context.js';
import { nodeUnavailable } from '../../../database/failures.js';
import { findServerInLineage, type SealedServer } from '../../servers/server-store.js';
import { forEachConcurrent } from './for-each-concurrent.js';
import { findFeedsOnNodes, type Feed, type FeedSelection } from '../feed-store.js';
import { databaseSlots } from './database-slots.js';

/** High enough that servers which do not answer do not hold up the others. */
const maxServerConcurrency = 200;
/** Limits the load on a single print server. */
const maxFeedConcurrency = 8;

/**
 * Runs `work` for each selected feed. Feeds are grouped by server, so that a slow server only delays its own feeds. Results
 * are in the order of completion.
 */
export async function mapFeeds<Result>(
  context: Context,
  { signal, ...selection }: FeedSelection & { readonly signal?: AbortSignal | undefined },
  work: (feed: Feed, server: SealedServer | undefined) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const groups = new Map<string | null, Feed[]>();
  const { rows: selected, isComplete } = await findFeedsOnNodes(context.db, selection);
  if (!isComplete && selected.length === 0 && selection.id !== undefined) throw nodeUnavailable();
  if (!isComplete) context.log.warn('feeds of accounts on a node that does not respond are left out');
  for (const feed of selected) {
    const group = groups.get(feed.serverId);
    if (group) group.push(feed);
    else groups.set(feed.serverId, [feed]);
  }
  await forEachConcurrent(
    maxServerConcurrency,
    groups.values(),
    async (feeds) => {
      const server = await databaseSlots(context).run(() => serverOf(context, feeds[0]));
      await forEachConcurrent(
        maxFeedConcurrency,
        feeds,
        async (feed) => {
          results.push(await work(feed, server));
        },
        signal,
      );
    },
    signal,
  );
  return results;
}

async function serverOf({ db }: Context, feed: Feed | undefined): Promise<SealedServer | undefined> {
  const { serverAccountId, serverId } = feed ?? { serverAccountId: null, serverId: null };
  if (serverAccountId === null || serverId === null) return undefined;
  return findServerInLineage(db, [serverAccountId], serverId);
}
