import { record } from '../../audit/audit-store.js';
import type { Deposit } from '../../deposits/deposit-store.js';
import { mapInBatches } from '../../../platform/limits/batches.js';
import type { TransactionContext } from '../../../database/context.js';
import type { Reading } from '../../../sources/source.js';
import { countDevice, noCounters, type DeviceCounters } from '../counting/count-device.js';
import type { CountResult, CounterReading } from '../counting/count-reading.js';
import { depositByDay } from './deposit-by-day.js';
import { updateLastRead, type Feed } from '../feed-store.js';
import { saveDeviceCounters, findDeviceCounters } from '../counting/device-counters.js';
import { saveReadings, type StoredReading } from './reading-store.js';

export type TimedReading = Reading & Pick<CounterReading, 'readAt' | 'askedAt'>;

/** What became of readings. */
export interface DepositedReadings {
  /** As it is now. */
  readonly feed: Feed;
  readonly devices: number;
  readonly pages: number;
  /** The feed's deposit of the newest day that these pages are of, with them in it; null where there were none. */
  readonly deposit: Deposit | null;
  /** Devices whose counter began anew. */
  readonly resets: readonly string[];
}

export interface ReadingsToDeposit {
  readonly readings: readonly TimedReading[];
  /** The time that all pages are for; null: each that of its reading. */
  readonly date: Date | null;
  /** Set where the whole source was read. */
  readonly collectedAt: Date | null;
}

const batchSize = 500;

/**
 * Counts readings of a feed whose row the transaction holds: how far each counter has been counted and the deposits move
 * together, so that a page is counted once whatever breaks off, repeats or runs beside.
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
  await saveDeviceCounters(tx, feed, known);
  await saveReadings(tx.db, accountId, id, kept);
  const lastReadAt = kept.reduce((newest, { readAt }) => (readAt > newest ? readAt : newest), new Date(0));
  const read = await updateLastRead(tx.db, accountId, id, { lastReadAt, collectedAt });
  const resets = kept.filter(({ note }) => note === 'reset').map(({ device }) => device);
  if (resets.length > 0)
    await record(tx, accountId, { action: 'feed.reset', subjectId: id, after: { devices: resets } });
  const portions = kept.map(({ pages, readAt }) => ({ pages, date: date ?? readAt }));
  const pages = kept.reduce((sum, line) => sum + line.pages, 0);
  const deposit = await depositByDay(tx, feed, portions);
  return { feed: read, devices: devices.length, pages, deposit, resets };
}

/**
 * By their times. At the same moment sheets first, so that impressions know what those have counted; but where sheets begin,
 * impressions count up to then.
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

/** A counter that is read twice for the same moment has one line, with all that both came to. */
const merged = (
  known: StoredReading | undefined,
  reading: Omit<StoredReading, 'pages' | 'note'>,
  { pages, note }: Pick<CountResult, 'pages' | 'note'>,
): StoredReading =>
  known
    ? { ...known, total: Math.max(known.total, reading.total), pages: known.pages + pages }
    : { ...reading, pages, note };
