import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { addressesOf } from '../servers/server-store.js';
import type { Feed } from './feed-store.js';

/** A feed, and where its counts come from, as far as whoever looks may know. */
export interface WatchedFeed extends Feed {
  readonly serverUrl: string | null;
}

/** `inReach`: the accounts whose servers may be shown. */
export async function watchFeeds(
  db: Database,
  inReach: readonly AccountId[],
  feeds: readonly Feed[],
): Promise<WatchedFeed[]> {
  const ids = feeds.flatMap(({ serverId }) => serverId ?? []);
  const addresses = ids.length === 0 ? undefined : await addressesOf(db, inReach, ids);
  return feeds.map((feed) => ({ ...feed, serverUrl: addresses?.get(feed.serverId ?? '') ?? null }));
}
