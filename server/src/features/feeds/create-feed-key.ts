import type { AccountId } from '../accounts/account.js';
import { createKey, type NewKey } from '../keys/create-key.js';
import type { ApiKey } from '../keys/key-store.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { invalid, missing } from '../../platform/errors.js';
import { sources } from '../../sources/index.js';
import { lockFeed } from './feed-store.js';

/** A key that can only send readings of this feed. The feed is held, so that none is made while it is being deleted. */
export const createFeedKey = (
  context: Context,
  account: AccountId,
  feedId: string,
  named: Pick<NewKey, 'name' | 'revision' | 'mcpWrite'>,
): Promise<ApiKey & { key: string }> =>
  inTransaction(context, async (tx) => {
    const feed = await lockFeed(tx.db, account, feedId);
    if (!feed) throw missing('There is no such feed', 'scope.feed_id');
    if (sources.has(feed.type))
      throw invalid(`Feeds of type ${feed.type} are read by Regrove and do not accept readings`, {
        code: 'feed-is-read',
        field: 'scope.feed_id',
      });
    return createKey(tx, account, { ...named, scope: { kind: 'readings', feedId } });
  });
