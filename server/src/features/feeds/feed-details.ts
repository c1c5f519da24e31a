import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { findServerUrls } from '../servers/server-store.js';
import type { Feed } from './feed-store.js';

export interface FeedDetails extends Feed {
  /** Null if the feed has no server, or the viewer may not see it. */
  readonly serverUrl: string | null;
}

/** `accessible`: the accounts whose servers the viewer may see. */
export async function withServerUrl(
  db: Database,
  accessible: readonly AccountId[],
  feeds: readonly Feed[],
): Promise<FeedDetails[]> {
  const ids = feeds.flatMap(({ serverId }) => serverId ?? []);
  const addresses = ids.length === 0 ? undefined : await findServerUrls(db, accessible, ids);
  return feeds.map((feed) => ({ ...feed, serverUrl: addresses?.get(feed.serverId ?? '') ?? null }));
}
