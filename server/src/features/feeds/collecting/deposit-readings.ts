import { recordChange } from '../../audit/audit-store.js';
import { recordEvents } from '../../events/event-store.js';
import type { Deposit } from '../../deposits/deposit-store.js';
import { mapInBatches } from '../../../platform/limits/batches.js';
import type { TransactionContext } from '../../../database/context.js';
import type { Reading } from '@regrove/printers/source';
import { countDevice, noCounters, type DeviceCounters } from '../counting/count-device.js';
import type { CountResult, CounterReading } from '../counting/count-reading.js';
import { depositByDay } from './deposit-by-day.js';
import { feedEvent, updateLastRead, type Feed } from '../feed-store.js';
import { isoDay, startOfMonth } from '../../../platform/time/months.js';
import type { DeviceFacts } from '../counting/count-store.js';
import { findDeviceCounters, saveDevices } from '../counting/device-counters.js';
import { saveReadings, type StoredReading } from './reading-store.js';

export type TimedReading = Reading & Pick<CounterReading, 'readAt' | 'requestedAt'>;

export interface DepositedReadings {
  /** As it is now. */
  readonly feed: Feed;
  readonly devices: number;
  readonly pages: number;
  /** The deposit of the newest day, including these pages; null if there are no pages. */
  readonly deposit: Deposit | null;
  /** Devices whose counter was reset. */
  readonly resets: readonly string[];
}

export interface ReadingsToDeposit {
  readonly readings: readonly TimedReading[];
  /** The date for all pages; null for the time of each reading. */
  readonly date: Date | null;
  /** Set if the whole source was read. */
  readonly collectedAt: Date | null;
}

const batchSize = 500;

/**
 * Counts the readings of a feed and deposits the pages. The feed must be locked. Counters and deposits change in the same
 * transaction, so each page is counted once, despite failures, repeats and concurrent collections.
 */
export async function depositReadings(
  tx: TransactionContext,
  feed: Feed,
  { readings, date, collectedAt }: ReadingsToDeposit,
): Promise<DepositedReadings> {
  const { accountId, id } = feed;
  const devices = [...new Set(readings.map(({ device }) => device))];
  const known = await findDeviceCounters(tx, feed, devices);
  const lines = new Map<string, StoredReading>();
  await mapInBatches(inOrder(readings, known), batchSize, (reading) => {
    const { device, unit, total, readAt, managed } = reading;
    const excludedAs = feed.collectionScope === 'managed_only' && managed === false ? 'unmanaged' : null;
    const counted = countDevice(known.get(device) ?? noCounters, { ...reading, excludedAs });
    known.set(device, counted.counters);
    const moment = `${unit} ${readAt.getTime()} ${device}`;
    lines.set(
      moment,
      merged(lines.get(moment), { device, unit, total, readAt, managed: managed ?? null }, counted),
    );
  });
  const kept = [...lines.values()];
  await saveDevices(tx, feed, known, factsOf(readings, kept, date));
  await saveReadings(tx.db, accountId, id, kept);
  const lastReadAt = kept.reduce((newest, { readAt }) => (readAt > newest ? readAt : newest), new Date(0));
  const read = await updateLastRead(tx.db, accountId, id, { lastReadAt, collectedAt });
  const resets = kept.filter(({ note }) => note === 'reset').map(({ device }) => device);
  if (resets.length > 0)
    await recordChange(tx, accountId, { action: 'feed.reset', subjectId: id, after: { devices: resets } });
  const portions = kept.map(({ pages, readAt }) => ({ pages, date: date ?? readAt }));
  const pages = kept.reduce((sum, line) => sum + line.pages, 0);
  const deposits = await depositByDay(tx, feed, portions);
  await recordEvents(
    tx,
    accountId,
    ...deposits.map(({ deposit, pages: collected }) =>
      feedEvent('feed.collected', read, { pages: collected, deposit_id: deposit.id }),
    ),
  );
  const deposit = deposits.at(-1)?.deposit ?? null;
  return { feed: read, devices: devices.length, pages, deposit, resets };
}

/** By device: what it is called, as told last, and its pages of the newest month among these readings. */
function factsOf(
  readings: readonly TimedReading[],
  lines: readonly StoredReading[],
  date: Date | null,
): Map<string, DeviceFacts> {
  const facts = new Map<string, DeviceFacts>();
  for (const { device, readAt, pages } of lines) {
    const month = isoDay(startOfMonth(date ?? readAt));
    const known = facts.get(device);
    if (known && known.month > month) continue;
    const before = known?.month === month ? known.monthPages : 0;
    facts.set(device, { name: null, model: null, month, monthPages: before + pages });
  }
  const inTime = [...readings].sort((a, b) => a.readAt.getTime() - b.readAt.getTime());
  for (const { device, name, model } of inTime) {
    const known = facts.get(device);
    if (known) facts.set(device, { ...known, name: name ?? known.name, model: model ?? known.model });
  }
  return facts;
}

/**
 * By time. At the same time sheets come first, because impressions depend on what sheets have counted. The exception is a
 * device's first reading of sheets: impressions are still counted up to it.
 */
function inOrder(
  readings: readonly TimedReading[],
  known: ReadonlyMap<string, DeviceCounters>,
): readonly TimedReading[] {
  const begin = new Map<string, number>();
  for (const { device, unit, readAt } of readings) {
    if (unit !== 'sheets' || known.get(device)?.sheets) continue;
    begin.set(device, Math.min(begin.get(device) ?? Infinity, readAt.getTime()));
  }
  const place = ({ device, unit, readAt }: TimedReading): number =>
    unit === 'sheets' ? 1 : begin.get(device) === readAt.getTime() ? 0 : 2;
  return [...readings].sort((a, b) => a.readAt.getTime() - b.readAt.getTime() || place(a) - place(b));
}

/** Two readings of a counter with the same time become one row with the pages of both. */
const merged = (
  known: StoredReading | undefined,
  reading: Omit<StoredReading, 'pages' | 'note'>,
  { pages, note }: Pick<CountResult, 'pages' | 'note'>,
): StoredReading =>
  known
    ? { ...known, total: Math.max(known.total, reading.total), pages: known.pages + pages }
    : { ...reading, pages, note };
