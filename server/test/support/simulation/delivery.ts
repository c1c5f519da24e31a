import type { Account } from '../../../src/features/accounts/account.js';
import { findAnyAccount } from '../../../src/features/accounts/account-store.js';
import { collectFeed } from '../../../src/features/feeds/collecting/collect-feed.js';
import { findFeed } from '../../../src/features/feeds/feed-store.js';
import { pushReadings } from '../../../src/features/feeds/collecting/push-readings.js';
import type { Context } from '../../../src/database/context.js';
import { Refusal } from '../../../src/platform/errors.js';
import type { SealedServer } from '../../../src/features/servers/server-store.js';
import type { Reading, Source } from '../../../src/sources/source.js';
import type { Glimpse } from './device.js';
import { Mishap } from './mishaps.js';

/** Whether readings were stored, refused because the feed is switched off, or rolled back by a failure. */
export type Fate = 'taken' | 'refused' | 'undone';

export type Delivery = (context: Context, glimpses: readonly Glimpse[], day?: Date) => Promise<Fate>;

/** Delivers readings as a third party does. */
export const pushTo =
  (account: Account, feedId: string): Delivery =>
  async (context, glimpses) => {
    try {
      const now = (await findAnyAccount(context.db, account.id)) ?? account;
      const pushed = glimpses.flatMap((glimpse) =>
        readingsOf(glimpse).map((reading) => ({ ...reading, readAt: glimpse.at })),
      );
      await pushReadings(context, now, feedId, pushed);
      return 'taken';
    } catch (error) {
      if (error instanceof Mishap) return 'undone';
      if (error instanceof Refusal) return 'refused';
      throw error;
    }
  };

/** Delivers readings as the collector does, from a source that returns just these. */
export const collectFor =
  (account: Account, feedId: string): Delivery =>
  async (context, glimpses, day) => {
    const feed = await findFeed(context.db, account.id, feedId);
    if (!feed) throw new Error('the feed is gone');
    const place = { source: sourceOf(glimpses), server: anyServer(account) };
    const collected = await collectFeed(context, feed, place, { day, stopping: undefined });
    if (collected.outcome === 'failed' && !/died|lost/.test(collected.message))
      throw new Error(collected.message);
    return ({ collected: 'taken', skipped: 'refused', failed: 'undone' } as const)[collected.outcome];
  };

const sourceOf = (glimpses: readonly Glimpse[]): Source => ({
  defaultPorts: { 'http:': 80 },
  needsExternalId: false,
  // oxlint-disable-next-line typescript/require-await
  async *read() {
    yield* glimpses.flatMap(readingsOf);
  },
});

/** Never called. */
export const sourceUrl = 'http://127.0.0.1';

const anyServer = (account: Account): SealedServer => ({
  id: account.id,
  accountId: account.id,
  type: 'print_tracker',
  url: sourceUrl,
  username: '',
  contact: null,
  createdAt: account.createdAt,
  passwordSealed: null,
});

function readingsOf({ device, total, managed }: Glimpse): Reading[] {
  const sheets: Reading = { device: device.serial, total, unit: 'sheets', managed };
  return device.tellsBoth ? [{ ...sheets, unit: 'impressions', total: 2 * total }, sheets] : [sheets];
}
