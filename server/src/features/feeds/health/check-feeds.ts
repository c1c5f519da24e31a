import type { Context } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { checkHealth } from './check-health.js';
import type { HealthResult } from './health-result.js';
import { mapFeeds } from '../collecting/map-feeds.js';
import { lockFeed, type Feed } from '../feed-store.js';
import { recordHealth } from './record-health.js';
import { withUnidentified } from '../identity/unidentified.js';
import { isSilent } from './silence.js';
import { databaseSlots } from '../collecting/database-slots.js';

/** Nobody waits: a server that is only slow is no trouble. */
const timeoutMs = 30_000;

export interface CheckOptions {
  /** Missing: all feeds. */
  readonly id?: string | undefined;
  /** Stops after those that are being asked. */
  readonly signal?: AbortSignal;
}

/** Checks one feed or all, and notes the outcome. */
export async function checkFeeds(context: Context, options: CheckOptions = {}): Promise<Feed[]> {
  const checked = await mapFeeds(context, options, async (feed, server) => {
    const result = await checkHealth(context, feed, server, timeoutMs);
    return databaseSlots.run(() => note(context, feed, result));
  });
  return checked.filter((feed) => feed !== undefined);
}

const note = (context: Context, checked: Feed, result: HealthResult): Promise<Feed | undefined> =>
  inTransaction(context, async (tx) => {
    // It may have been read or switched off since it was listed: its silence is judged by how it is now.
    const feed = await lockFeed(tx.db, checked.accountId, checked.id);
    if (!feed) return undefined;
    const found = await withUnidentified(tx, feed, result);
    return recordHealth(tx, checked, (await isSilent(tx, feed)) ? silentOr(found) : found);
  });

/** What the source itself says is wrong explains the silence better than the silence does. */
const silentOr = (result: HealthResult): HealthResult =>
  result.health === 'healthy' ? { health: 'unhealthy', reason: 'silence', host: null } : result;
