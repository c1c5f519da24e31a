import type { Account, AccountId } from '../accounts/account.js';
import { recordChange, recordDifference } from '../audit/audit-store.js';
import { statusChange } from '../audit/audited-fields.js';
import { recordEvents } from '../events/event-store.js';
import { revokeKeysOfFeed } from '../keys/revoke-key.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { checkHealth, shortTimeoutMs } from './health/check-health.js';
import { applySourceChanges, type FeedChanges } from './apply-source-changes.js';
import { hasSameSource, lockServerForFeed, findServerForFeed } from './feed-source.js';
import {
  deleteFeed as removeFeed,
  feedEvent,
  feedFacts,
  findFeed,
  lockFeed,
  setFeedStatus,
  updateFeedHealth,
  updateFeedSource,
  type Feed,
} from './feed-store.js';
import { requireSandboxDeviceQuota } from './require-sandbox-device-quota.js';
import { clearDeviceTroubles } from './health/device-troubles.js';
import { clearUnidentified } from './identity/unidentified.js';
import { announceHealthChange } from './health/announce-health-change.js';

const noSuchFeed = 'There is no such feed';

export async function readFeed({ db }: Context, account: AccountId, id: string): Promise<Feed> {
  const feed = await findFeed(db, account, id);
  if (!feed) throw missing(noSuchFeed);
  return feed;
}

/** Fields that are not given stay as they are. The source is checked again. */
export async function updateFeed(
  context: Context,
  account: Account,
  seen: Feed,
  changes: FeedChanges,
): Promise<Feed> {
  const { id } = seen;
  const serverIdOf = (feed: Feed): string | null =>
    changes.serverId === undefined ? feed.serverId : changes.serverId;
  const server = await findServerForFeed(context.db, account, serverIdOf(seen));
  const wanted = applySourceChanges(context, account, seen, changes, server);
  const result = await checkHealth(context, wanted, server, shortTimeoutMs);
  return inTransaction(context, async (tx) => {
    // The feed may have changed since it was read: fields that this change does not name are taken from the locked row.
    const feed = await lockFeed(tx.db, account.id, id);
    if (!feed) throw missing(noSuchFeed);
    const held = await lockServerForFeed(tx.db, account, serverIdOf(feed));
    await updateFeedSource(tx.db, account.id, id, applySourceChanges(tx, account, feed, changes, held));
    const updated = (await updateFeedHealth(tx.db, account.id, id, result, tx.clock())) ?? feed;
    if (!hasSameSource(feed, updated)) {
      await clearUnidentified(tx, feed);
      await clearDeviceTroubles(tx, feed);
      await requireSandboxDeviceQuota(tx, updated);
      await recordEvents(tx, account.id, feedEvent('feed.updated', updated));
    }
    await recordDifference(tx, account.id, {
      action: 'feed.update',
      subjectId: id,
      before: feedFacts(feed),
      after: feedFacts(updated),
    });
    await announceHealthChange(tx, feed, updated, result);
    return updated;
  });
}

export const changeFeedStatus = (
  context: Context,
  account: AccountId,
  id: string,
  status: Feed['status'],
): Promise<Feed> =>
  inTransaction(context, async (tx) => {
    const feed = await lockFeed(tx.db, account, id);
    if (!feed) throw missing(noSuchFeed);
    if (feed.status === status) return feed;
    await recordChange(tx, account, { subjectId: id, ...statusChange('feed', status) });
    const changed = await setFeedStatus(tx.db, account, id, status, tx.clock());
    await recordEvents(tx, account, feedEvent('feed.updated', changed));
    return changed;
  });

/** Keeps its deposits. Keys that can only send its readings are revoked. */
export const deleteFeed = (context: Context, account: AccountId, id: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    const feed = await removeFeed(tx.db, account, id);
    if (!feed) throw missing(noSuchFeed);
    await revokeKeysOfFeed(tx, account, id);
    await recordChange(tx, account, { action: 'feed.delete', subjectId: id, before: feedFacts(feed) });
    await recordEvents(tx, account, feedEvent('feed.deleted', feed));
  });
