import { recordDifference } from '../../audit/audit-store.js';
import type { Context, TransactionContext } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import type { HealthResult } from './health-result.js';
import { hasSameSource } from '../feed-source.js';
import { feedFacts, lockFeed, updateFeedHealth, type Feed } from '../feed-store.js';
import { announceHealthChange } from './announce-health-change.js';

/**
 * Stores the result of a check and returns the updated feed; undefined if it has been deleted. The result is ignored if the
 * feed has another source by now.
 */
export const recordHealth = (
  context: Context,
  checked: Feed,
  result: HealthResult,
): Promise<Feed | undefined> =>
  inTransaction(context, async (tx) => {
    const feed = await lockFeed(tx.db, checked.accountId, checked.id);
    if (!feed) return undefined;
    return hasSameSource(feed, checked) ? recordLockedFeedHealth(tx, feed, result) : feed;
  });

/** The same for a feed that is as the transaction has locked it. */
export async function recordLockedFeedHealth(
  tx: TransactionContext,
  feed: Feed,
  result: HealthResult,
): Promise<Feed> {
  const { accountId, id } = feed;
  const noted = (await updateFeedHealth(tx.db, accountId, id, result, tx.clock())) ?? feed;
  await recordDifference(tx, accountId, {
    action: 'feed.health',
    subjectId: id,
    before: feedFacts(feed),
    after: feedFacts(noted),
  });
  await announceHealthChange(tx, feed, noted, result);
  return noted;
}
