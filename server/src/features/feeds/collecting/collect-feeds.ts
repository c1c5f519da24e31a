import type { Context } from '../../../database/context.js';
import { sources } from '../../../sources/index.js';
import { collectFeed, type CollectionResult } from './collect-feed.js';
import { mapFeeds } from './map-feeds.js';

export interface CollectOptions {
  /** Missing: all feeds that have a source. */
  readonly id?: string | undefined;
  /** Only those that were not collected since. */
  readonly collectedBefore?: Date | undefined;
  /** Midnight of the day that the deposits are for. Missing: today. */
  readonly day?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads the devices of one feed or of all, and deposits what they printed. */
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
