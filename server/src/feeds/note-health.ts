import { recordDifference } from '../audit/audit-store.js';
import type { Context } from '../platform/context.js';
import { inTransaction } from '../platform/in-transaction.js';
import type { Health } from './check-health.js';
import { feedFacts, lockFeed, updateFeedHealth, type Feed } from './feed-store.js';

/** Notes the outcome of a check; undefined when the feed is gone meanwhile. */
export const noteHealth = (
  context: Context,
  { accountId, id }: Pick<Feed, 'accountId' | 'id'>,
  health: Health,
): Promise<Feed | undefined> =>
  inTransaction(context, async (tx) => {
    const feed = await lockFeed(tx.db, accountId, id);
    const noted = await updateFeedHealth(tx.db, accountId, id, health, tx.clock());
    if (!feed || !noted) return undefined;
    await recordDifference(tx, accountId, {
      action: 'feed.health',
      subjectId: id,
      before: feedFacts(feed),
      after: feedFacts(noted),
    });
    return noted;
  });
