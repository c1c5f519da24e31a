import { recordDifference } from '../audit/audit-store.js';
import type { Context } from '../platform/context.js';
import { inTransaction } from '../platform/in-transaction.js';
import type { Checkup } from './check-health.js';
import { feedFacts, lockFeed, updateFeedHealth, type Feed } from './feed-store.js';
import { tellOfHealth } from './tell-of-health.js';

/** Notes the outcome of a check; undefined when the feed is gone meanwhile. */
export const noteHealth = (
  context: Context,
  { accountId, id }: Pick<Feed, 'accountId' | 'id'>,
  checkup: Checkup,
): Promise<Feed | undefined> =>
  inTransaction(context, async (tx) => {
    const feed = await lockFeed(tx.db, accountId, id);
    const noted = await updateFeedHealth(tx.db, accountId, id, checkup, tx.clock());
    if (!feed || !noted) return undefined;
    await recordDifference(tx, accountId, {
      action: 'feed.health',
      subjectId: id,
      before: feedFacts(feed),
      after: feedFacts(noted),
    });
    await tellOfHealth(tx, feed, noted, checkup);
    return noted;
  });
