import { recordDifference } from '../../audit/audit-store.js';
import type { Context } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import type { Checkup } from './check-health.js';
import { hasSameSource } from '../feed-source.js';
import { feedFacts, lockFeed, updateFeedHealth, type Feed } from '../feed-store.js';
import { tellOfHealth } from './tell-of-health.js';

/**
 * Notes the outcome of a check of the feed, and how it is then; undefined when it is gone meanwhile. Of one that reads from
 * elsewhere now, the outcome says nothing.
 */
export const noteHealth = (context: Context, checked: Feed, checkup: Checkup): Promise<Feed | undefined> =>
  inTransaction(context, async (tx) => {
    const { accountId, id } = checked;
    const feed = await lockFeed(tx.db, accountId, id);
    if (feed && !hasSameSource(feed, checked)) return feed;
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
