import type { Context } from '../../../database/context.js';
import { sources } from '../../../sources/index.js';
import { collectFeed, type CollectionResult } from './collect-feed.js';
import { mapFeeds } from './map-feeds.js';

export interface CollectOptions {
  /** Default: all feeds. */
  readonly id?: string | undefined;
  /** Only feeds that have not been collected since. */
  readonly collectedBefore?: Date | undefined;
  /** Midnight of the day of the deposits. Default: today. */
  readonly day?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Collects one feed or all feeds. */
export function collectFeeds(context: Context, options: CollectOptions = {}): Promise<CollectionResult[]> {
  const { id, collectedBefore, day, signal } = options;
  return mapFeeds(
    context,
    { id, collectedBefore, signal },
    async (feed, server): Promise<CollectionResult> => {
      const source = sources.get(feed.type);
      if (!source) return { feed, outcome: 'skipped', message: 'its readings are sent to us' };
      return collectFeed(context, feed, { source, server }, { day, stopping: signal });
    },
  );
}
