import type { Context } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { checkHealth, type Checkup } from './check-health.js';
import { eachFeed } from '../collecting/each-feed.js';
import { lockFeed, type Feed } from '../feed-store.js';
import { noteHealth } from './note-health.js';
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
  const checked = await eachFeed(context, options, async (feed, server) => {
    const checkup = await checkHealth(context, feed, server, timeoutMs);
    return databaseSlots.run(() => note(context, feed, checkup));
  });
  return checked.filter((feed) => feed !== undefined);
}

const note = (context: Context, checked: Feed, checkup: Checkup): Promise<Feed | undefined> =>
  inTransaction(context, async (tx) => {
    // It may have been read or switched off since it was listed: its silence is judged by how it is now.
    const feed = await lockFeed(tx.db, checked.accountId, checked.id);
    if (!feed) return undefined;
    const found = await withUnidentified(tx, feed, checkup);
    return noteHealth(tx, checked, (await isSilent(tx, feed)) ? silentOr(found) : found);
  });

/** What the source itself says is wrong explains the silence better than the silence does. */
const silentOr = (checkup: Checkup): Checkup =>
  checkup.health === 'healthy' ? { health: 'unhealthy', reason: 'silence', host: null } : checkup;
