import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { sources } from '../../sources/index.js';
import { checkFeeds } from './health/check-feeds.js';
import type { CollectionResult } from './collecting/collect-feed.js';
import { collectFeeds } from './collecting/collect-feeds.js';
import type { Feed } from './feed-store.js';

/** Someone is waiting. A source that takes longer is read by the nightly collection. */
const defaultTimeoutMs = 60_000;

const gone = (): Error => missing('There is no such feed');

export async function checkFeedNow(context: Context, { id }: Feed): Promise<Feed> {
  const [feed] = await checkFeeds(context, { id });
  if (!feed) throw gone();
  return feed;
}

const underWay = new Map<string, Promise<CollectionResult>>();

/** Collects a feed now. Concurrent calls for the same feed share one collection. */
export async function collectFeedNow(
  context: Context,
  feed: Feed,
  { timeoutMs = defaultTimeoutMs }: { readonly timeoutMs?: number } = {},
): Promise<Exclude<CollectionResult, { outcome: 'skipped' }>> {
  if (!sources.has(feed.type))
    throw invalid(`Feeds of type ${feed.type} send their readings: there is nothing to collect`, {
      code: 'nothing-to-collect',
    });
  let run = underWay.get(feed.id);
  if (!run) {
    run = collect(context, feed, timeoutMs).finally(() => underWay.delete(feed.id));
    underWay.set(feed.id, run);
  }
  const collected = await run;
  if (collected.outcome === 'skipped')
    throw invalid(`Nothing was collected: ${collected.message}`, { code: 'collection-skipped' });
  return collected;
}

async function collect(context: Context, feed: Feed, timeoutMs: number): Promise<CollectionResult> {
  const signal = AbortSignal.timeout(timeoutMs);
  const [collected] = await collectFeeds(context, { id: feed.id, signal });
  if (collected?.outcome !== 'collected' && signal.aborted)
    return { feed, outcome: 'failed', reason: 'noAnswer', host: null, message: 'it took too long' };
  if (!collected) throw gone();
  return collected;
}
