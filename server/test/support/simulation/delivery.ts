import type { Account } from '../../../src/features/accounts/account.js';
import { findAnyAccount } from '../../../src/features/accounts/account-store.js';
import { collectFeed } from '../../../src/features/feeds/collecting/collect-feed.js';
import { findFeed } from '../../../src/features/feeds/feed-store.js';
import { pushReadings } from '../../../src/features/feeds/collecting/push-readings.js';
import type { Context } from '../../../src/database/context.js';
import { Refusal } from '../../../src/platform/errors.js';
import type { SealedServer } from '../../../src/features/servers/server-store.js';
import type { Reading, Source } from '../../../../printers/src/source.js';
import type { Snapshot } from './device.js';
import { InjectedFailure } from './injected-failures.js';

/** Whether readings were stored, refused because the feed is switched off, or rolled back by a failure. */
export type DeliveryResult = 'stored' | 'refused' | 'rolledBack';

export type Delivery = (
  context: Context,
  snapshots: readonly Snapshot[],
  day?: Date,
) => Promise<DeliveryResult>;

/** Delivers readings as a third party does. */
export const pushTo =
  (account: Account, feedId: string): Delivery =>
  async (context, snapshots) => {
    try {
      const now = (await findAnyAccount(context.db, account.id)) ?? account;
      const pushed = snapshots.flatMap((snapshot) =>
        readingsOf(snapshot).map((reading) => ({ ...reading, readAt: snapshot.at })),
      );
      await pushReadings(context, now, feedId, { readings: pushed });
      return 'stored';
    } catch (error) {
      if (error instanceof InjectedFailure) return 'rolledBack';
      if (error instanceof Refusal) return 'refused';
      throw error;
    }
  };

/** Delivers readings as the collector does, from a source that returns just these. */
export const collectFor =
  (account: Account, feedId: string): Delivery =>
  async (context, snapshots, day) => {
    const feed = await findFeed(context.db, account.id, feedId);
    if (!feed) throw new Error('the feed is gone');
    const place = { source: sourceOf(snapshots), server: anyServer(account) };
    const collected = await collectFeed(context, feed, place, { day, stopping: undefined });
    if (collected.outcome === 'failed' && !/died|lost/.test(collected.message))
      throw new Error(collected.message);
    return ({ collected: 'stored', skipped: 'refused', failed: 'rolledBack' } as const)[collected.outcome];
  };

const sourceOf = (snapshots: readonly Snapshot[]): Source => ({
  defaultPorts: { 'http:': 80 },
  needsExternalId: false,
  // oxlint-disable-next-line typescript/require-await
  async *read() {
    yield* snapshots.flatMap(readingsOf);
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

function readingsOf({ device, total, managed }: Snapshot): Reading[] {
  const sheets: Reading = { device: device.serial, total, unit: 'sheets', managed };
  return device.reportsBothUnits ? [{ ...sheets, unit: 'impressions', total: 2 * total }, sheets] : [sheets];
}
