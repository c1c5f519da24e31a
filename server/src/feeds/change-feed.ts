import type { Account, AccountId } from '../accounts/account.js';
import type { Context } from '../platform/context.js';
import { missing } from '../platform/errors.js';
import { checkHealth } from './check-health.js';
import { requireSource, serverForFeed } from './feed-source.js';
import {
  deleteFeed as removeFeed,
  findFeed,
  lockFeed,
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
  const source = sourceAfter(await readFeed(context, account.id, id), changes);
  const checked = await serverForFeed(context.db, account, source.serverId);
  requireSource(source.type, source);
  const health = await checkHealth(context, source, checked);
  return context.db.transaction(async (tx) => {
    // Another change may have come in between: what this one does not name is taken from what is there now.
    const feed = await lockFeed(tx, account.id, id);
    if (!feed) throw missing(noSuchFeed);
    const { type, serverId, externalId } = sourceAfter(feed, changes);
    requireSource(type, { serverId, externalId });
    const server = await serverForFeed(tx, account, serverId);
    await updateFeedSource(tx, account.id, id, {
      serverAccountId: server?.accountId ?? null,
      serverId,
      externalId,
    });
    return (await updateFeedHealth(tx, account.id, id, health, context.clock())) ?? feed;
  });
}

const sourceAfter = (feed: Feed, { serverId, externalId }: FeedChanges) => ({
  type: feed.type,
  serverId: serverId ?? feed.serverId,
  externalId: externalId === undefined ? feed.externalId : externalId,
});

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
