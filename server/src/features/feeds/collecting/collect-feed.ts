import { findAnyAccount } from '../../accounts/account-store.js';
import type { Deposit } from '../../deposits/deposit-store.js';
import type { Context, TransactionContext } from '../../../database/context.js';
import { Refusal } from '../../../platform/errors.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { withTimeout } from '../../../platform/time/with-timeout.js';
import { lockServerInLineage, type SealedServer } from '../../servers/server-store.js';
import type { Source } from '@regrove/printers/source';
import { hasSameSource } from '../feed-source.js';
import { lockFeed, type Feed } from '../feed-store.js';
import { addDeviceTroubles, replaceDeviceTroubles, type Unreadable } from '../health/device-troubles.js';
import { recordHealth } from '../health/record-health.js';
import { wholeSourceContext } from '../identity/identification-context.js';
import { withUnidentified } from '../identity/unidentified.js';
import { readSource, type SourceRequest } from './read-source.js';
import { requireReadable } from '../server-permissions.js';
import { identifyReadings } from './identify-readings.js';
import { depositReadings, type TimedReading } from './deposit-readings.js';
import { troubleOf, type Trouble } from '../health/trouble.js';
import { databaseSlots } from './database-slots.js';
import { dayMs } from '../../../platform/time/durations.js';

/** The result of collecting one feed. */
export type CollectionResult = { readonly feed: Feed } & (
  | {
      readonly outcome: 'collected';
      readonly devices: number;
      /** Devices that were read but not counted, because their identity is uncertain. */
      readonly unidentified: number;
      readonly pages: number;
      readonly deposit: Deposit | null;
      readonly resets: readonly string[];
    }
  /** `message` is for the operator. */
  | ({ readonly outcome: 'failed'; readonly message: string } & Trouble)
  | { readonly outcome: 'skipped'; readonly message: string }
);

/** For the whole source. If it takes longer, the pages are counted the next time. */
const timeoutMs = 300_000;

/** Reads all devices of a feed, and deposits the pages printed since the last reading. */
export async function collectFeed(
  context: Context,
  feed: Feed,
  { source, server }: { source: Source; server: SealedServer | undefined },
  { day, stopping }: { day: Date | undefined; stopping: AbortSignal | undefined },
): Promise<CollectionResult> {
  const idle = await databaseSlots(context).run(() => whyIdle(context, feed));
  if (idle !== undefined) return { feed, outcome: 'skipped', message: idle };
  const readings: TimedReading[] = [];
  const addresses: string[] = [];
  const unreadable: Unreadable[] = [];
  try {
    await databaseSlots(context).run(() => requireReadable(context, feed, server));
    const { externalId } = feed;
    const isManagedOnly = feed.collectionScope === 'managed_only';
    const reportAddresses = (queried: readonly string[]): void => void addresses.push(...queried);
    const noteUnreadable = (one: Unreadable): void => void unreadable.push(one);
    const request = { source, server, externalId, isManagedOnly, reportAddresses, noteUnreadable };
    await withTimeout(timeoutMs, stopping, (signal) => readInto(readings, context, request, signal));
  } catch (error) {
    if (stopping?.aborted === true) return { feed, outcome: 'skipped', message: 'the process stops' };
    const trouble = troubleOf(error, server);
    await databaseSlots(context).run(() => addDeviceTroubles(context, feed, unreadable));
    // If some devices could be read, the hourly check finds the feed healthy, and users would get mails about both results,
    // hour after hour. If the feed never completes a reading, it is reported as silent.
    if (readings.length === 0)
      await databaseSlots(context).run(() =>
        recordHealth(context, feed, { health: 'unhealthy', ...trouble }),
      );
    return { feed, outcome: 'failed', ...trouble, message: messageOf(error) };
  }
  try {
    const date = day ? timeWithin(day, context.clock()) : null;
    return await databaseSlots(context).run(() =>
      deposit(context, { feed, server }, { readings, addresses, unreadable, date }),
    );
  } catch (error) {
    // Nothing was counted; the next reading counts all pages.
    context.log.error({ err: error, feedId: feed.id }, 'readings of a feed could not be stored');
    // Only invalid readings are a problem of the feed, and reported to its users.
    const isOfFeed = error instanceof Refusal && error.kind === 'invalid';
    const trouble = { ...troubleOf(error, server), reason: isOfFeed ? 'badAnswer' : 'other' } as const;
    if (isOfFeed)
      await databaseSlots(context).run(() =>
        recordHealth(context, feed, { health: 'unhealthy', ...trouble }),
      );
    return { feed, outcome: 'failed', ...trouble, message: messageOf(error) };
  }
}

async function readInto(
  readings: TimedReading[],
  context: Context,
  request: SourceRequest,
  signal: AbortSignal,
): Promise<void> {
  const requestedAt = context.clock();
  for await (const reading of readSource(context, request, signal))
    readings.push({ ...reading, requestedAt, readAt: context.clock() });
}

interface Collected {
  readonly readings: readonly TimedReading[];
  readonly addresses: readonly string[];
  readonly unreadable: readonly Unreadable[];
  /** The day of the deposit. */
  readonly date: Date | null;
}

const deposit = (
  context: Context,
  read: { readonly feed: Feed; readonly server: SealedServer | undefined },
  { readings: found, addresses, unreadable, date }: Collected,
): Promise<CollectionResult> =>
  inTransaction(context, async (tx) => {
    // The feed may have been deactivated, changed or deleted while its source was read.
    const feed = await lockFeed(tx.db, read.feed.accountId, read.feed.id);
    if (!feed) return { feed: read.feed, outcome: 'skipped', message: 'the feed was deleted' };
    const idle = await whyIdle(tx, feed);
    if (idle !== undefined) return { feed, outcome: 'skipped', message: idle };
    const elsewhere = await whyElsewhere(tx, feed, read);
    if (elsewhere !== undefined) {
      tx.log.info({ feedId: feed.id }, `readings are dropped: ${elsewhere}`);
      return { feed, outcome: 'skipped', message: elsewhere };
    }
    const { readings, unidentified } = await identifyReadings(
      tx,
      feed,
      found,
      wholeSourceContext(tx, feed, addresses),
    );
    const taken = await depositReadings(tx, feed, { readings, date, collectedAt: tx.clock() });
    await replaceDeviceTroubles(tx, feed, unreadable, new Set(readings.map(({ device }) => device)));
    // If no device is identified the feed becomes silent. Marking it healthy here would cause mails about both states.
    const noted =
      taken.devices > 0 &&
      (await recordHealth(tx, feed, await withUnidentified(tx, feed, { health: 'healthy' })));
    return { ...taken, feed: noted || feed, outcome: 'collected', unidentified };
  });

async function whyIdle({ db, clock }: Context, feed: Feed): Promise<string | undefined> {
  if (feed.status !== 'active') return 'the feed is inactive';
  if (feed.activatedAt > clock()) return 'the feed begins later';
  const account = await findAnyAccount(db, feed.accountId);
  return account?.status === 'active' ? undefined : 'the account is inactive';
}

/** Readings from another source may belong to other devices, even if the device names are the same. */
async function whyElsewhere(
  { db }: TransactionContext,
  feed: Feed,
  read: { readonly feed: Feed; readonly server: SealedServer | undefined },
): Promise<string | undefined> {
  if (!hasSameSource(feed, read.feed)) return 'the feed was changed while it was read';
  const { serverAccountId, serverId } = feed;
  if (serverAccountId === null || serverId === null) return undefined;
  const server = await lockServerInLineage(db, [serverAccountId], serverId);
  return server?.url === read.server?.url ? undefined : 'the server was changed while it was read';
}

/** Now, or the nearest time within the given day. */
function timeWithin(day: Date, now: Date): Date {
  const lastSecond = new Date(day.getTime() + dayMs - 1_000);
  return now < day ? day : now > lastSecond ? lastSecond : now;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
