import type { Context } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { checkHealth } from './check-health.js';
import type { HealthResult } from './health-result.js';
import { mapFeeds } from '../collecting/map-feeds.js';
import { lockFeed, type Feed } from '../feed-store.js';
import { recordHealth } from './record-health.js';
import { withUnidentified } from '../identity/unidentified.js';
import { checkPushHealth } from './push-health.js';
import { databaseSlots } from '../collecting/database-slots.js';

/** No one is waiting, so slow servers get enough time. */
const timeoutMs = 30_000;

export interface CheckOptions {
  /** Default: all feeds. */
  readonly id?: string | undefined;
  /** When it aborts, checks that are running are finished and no new ones are started. */
  readonly signal?: AbortSignal;
}

/** Checks one feed or all feeds, and stores the results. */
export async function checkFeeds(context: Context, options: CheckOptions = {}): Promise<Feed[]> {
  const checked = await mapFeeds(context, options, async (feed, server) => {
    const result = await checkHealth(context, feed, server, timeoutMs);
    return databaseSlots(context).run(() => note(context, feed, result));
  });
  return checked.filter((feed) => feed !== undefined);
}

const note = (context: Context, checked: Feed, result: HealthResult): Promise<Feed | undefined> =>
  inTransaction(context, async (tx) => {
    // The feed may have been read or deactivated since it was listed.
    const feed = await lockFeed(tx.db, checked.accountId, checked.id);
    if (!feed) return undefined;
    // An error of the source is more useful to report than the silence that it causes.
    const found = await withUnidentified(tx, feed, result);
    return recordHealth(tx, checked, found.health === 'healthy' ? await checkPushHealth(tx, feed) : found);
  });
