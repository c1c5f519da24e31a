import type { Account, AccountId } from '../accounts/account.js';
import { record, recordDifference } from '../audit/audit-store.js';
import { statusChange } from '../audit/facts.js';
import type { Context } from '../platform/context.js';
import { missing } from '../platform/errors.js';
import { inTransaction } from '../platform/in-transaction.js';
import { checkHealth, shortPatienceMs } from './check-health.js';
import { requireSource, serverForFeed } from './feed-source.js';
import {
  deleteFeed as removeFeed,
  feedFacts,
  findFeed,
  lockFeed,
  setFeedStatus,
  updateFeedHealth,
  updateFeedSource,
  type Feed,
} from './feed-store.js';
import { tellOfHealth } from './tell-of-health.js';

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
  const checkup = await checkHealth(context, { ...source, accountId: account.id }, checked, shortPatienceMs);
  return inTransaction(context, async (tx) => {
    // Another change may have come in between: what this one does not name is taken from what is there now.
    const feed = await lockFeed(tx.db, account.id, id);
    if (!feed) throw missing(noSuchFeed);
    const { type, serverId, externalId } = sourceAfter(feed, changes);
    requireSource(type, { serverId, externalId });
    const server = await serverForFeed(tx.db, account, serverId);
    await updateFeedSource(tx.db, account.id, id, {
      serverAccountId: server?.accountId ?? null,
      serverId,
      externalId,
    });
    const updated = (await updateFeedHealth(tx.db, account.id, id, checkup, tx.clock())) ?? feed;
    await recordDifference(tx, account.id, {
      action: 'feed.update',
      subjectId: id,
      before: feedFacts(feed),
      after: feedFacts(updated),
    });
    await tellOfHealth(tx, feed, updated, checkup);
    return updated;
  });
}

const sourceAfter = (feed: Feed, { serverId, externalId }: FeedChanges) => ({
  type: feed.type,
  serverId: serverId ?? feed.serverId,
  externalId: externalId === undefined ? feed.externalId : externalId,
});

export const changeFeedStatus = (
  context: Context,
  account: AccountId,
  id: string,
  status: Feed['status'],
): Promise<Feed> =>
  inTransaction(context, async (tx) => {
    if (await setFeedStatus(tx.db, account, id, status, tx.clock()))
      await record(tx, account, { subjectId: id, ...statusChange('feed', status) });
    return readFeed(tx, account, id);
  });

/** Its deposits stay. */
export const deleteFeed = (context: Context, account: AccountId, id: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    const feed = await removeFeed(tx.db, account, id);
    if (!feed) throw missing(noSuchFeed);
    await record(tx, account, { action: 'feed.delete', subjectId: id, before: feedFacts(feed) });
  });
