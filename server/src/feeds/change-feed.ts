import type { Account, AccountId } from '../accounts/account.js';
import type { Context } from '../platform/context.js';
import { missing } from '../platform/errors.js';
import { checkHealth } from './check-health.js';
import { requireSource, serverForFeed } from './feed-source.js';
import {
  deleteFeed as removeFeed,
  findFeed,
  setFeedStatus,
  updateFeedHealth,
  updateFeedSource,
} from './feed-store.js';
import type { Feed } from './feed-store.js';

export interface FeedChanges {
  readonly serverId?: string | undefined;
  /** null: none. */
  readonly externalId?: string | null | undefined;
}

const noSuchFeed = 'There is no such feed';

export async function readFeed({ db }: Context, account: AccountId, id: string): Promise<Feed> {
  const feed = await findFeed(db, account, id);
  if (!feed) throw missing(noSuchFeed);
  return feed;
}

/** What is not given stays as it is. A changed source is checked anew. */
export async function updateFeed(
  context: Context,
  account: Account,
  id: string,
  changes: FeedChanges,
): Promise<Feed> {
  const feed = await readFeed(context, account.id, id);
  const serverId = changes.serverId ?? feed.serverId;
  const externalId = changes.externalId === undefined ? feed.externalId : changes.externalId;
  const checked = await serverForFeed(context.db, account, serverId);
  requireSource(feed.type, { serverId, externalId });
  const health = await checkHealth(context, { type: feed.type, externalId }, checked);
  return context.db.transaction(async (tx) => {
    const server = await serverForFeed(tx, account, serverId);
    const source = { serverAccountId: server?.accountId ?? null, serverId, externalId };
    await updateFeedSource(tx, account.id, id, source);
    const updated = await updateFeedHealth(tx, account.id, id, health, context.clock());
    if (!updated) throw missing(noSuchFeed);
    return updated;
  });
}

export async function changeFeedStatus(
  context: Context,
  account: AccountId,
  id: string,
  status: Feed['status'],
): Promise<Feed> {
  await setFeedStatus(context.db, account, id, status, context.clock());
  return readFeed(context, account, id);
}

/** Its deposits stay. */
export async function deleteFeed({ db }: Context, account: AccountId, id: string): Promise<void> {
  if (!(await removeFeed(db, account, id))) throw missing(noSuchFeed);
}
