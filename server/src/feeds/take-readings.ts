import { record } from '../audit/audit-store.js';
import type { Deposit } from '../deposits/deposit-store.js';
import type { Context } from '../platform/context.js';
import type { Reading, Unit } from '../sources/source.js';
import { countReading, type Counted, type Counter, type CounterReading } from './count-reading.js';
import { depositByDay } from './day-deposit.js';
import { noteReading, type Feed } from './feed-store.js';
import {
  countersOf,
  keepCounters,
  keepReadings,
  type CounterKey,
  type KeptReading,
} from './reading-store.js';

export type TimedReading = Reading & Pick<CounterReading, 'readAt' | 'askedAt'>;

/** What became of readings. */
export interface Taken {
  readonly devices: number;
  readonly pages: number;
  /** The feed's deposit of the newest day that these pages are of, with them in it; null where there were none. */
  readonly deposit: Deposit | null;
  /** Devices whose counter began anew. */
  readonly resets: readonly string[];
}

export interface Taking {
  readonly readings: readonly TimedReading[];
  /** The time that all pages are for; null: each that of its reading. */
  readonly date: Date | null;
  /** Set where the whole source was read. */
  readonly collectedAt: Date | null;
}

/**
 * Counts readings of a feed whose row the transaction holds: how far each counter has been counted and the deposits move
 * together, so that a page is counted once whatever breaks off, repeats or runs beside.
 */
export async function takeReadings(
  tx: Context,
  feed: Feed,
  { readings, date, collectedAt }: Taking,
): Promise<Taken> {
  const { accountId, id } = feed;
  const devices = [...new Set(readings.map(({ device }) => device))];
  const counters = new Map<string, CounterKey & Counter>();
  for (const counter of await countersOf(tx.db, accountId, id, devices))
    counters.set(keyOf(counter), counter);
  const kept = new Map<string, KeptReading>();
  for (const reading of [...readings].sort(byTime)) {
    const { device, unit, total, readAt, askedAt, managed } = reading;
    const leftOut = whyLeftOut(feed, reading, (other) => counters.has(keyOf({ device, unit: other })));
    const counted = countReading(counters.get(keyOf(reading)), { total, readAt, askedAt, leftOut });
    counters.set(keyOf(reading), { device, unit, ...counted.counter });
    const moment = `${keyOf(reading)} ${readAt.getTime()}`;
    kept.set(
      moment,
      merged(kept.get(moment), { device, unit, total, readAt, managed: managed ?? null }, counted),
    );
  }
  const lines = [...kept.values()];
  await keepCounters(tx.db, accountId, id, [...counters.values()]);
  await keepReadings(tx.db, accountId, id, lines);
  const lastReadAt = lines.reduce((newest, { readAt }) => (readAt > newest ? readAt : newest), new Date(0));
  await noteReading(tx.db, accountId, id, { lastReadAt, collectedAt });
  const resets = lines.filter(({ note }) => note === 'reset').map(({ device }) => device);
  if (resets.length > 0)
    await record(tx, accountId, { action: 'feed.reset', subjectId: id, after: { devices: resets } });
  const pages = lines.reduce((sum, line) => sum + line.pages, 0);
  const portions = lines.map((line) => ({ pages: line.pages, date: date ?? line.readAt }));
  return { devices: devices.length, pages, deposit: await depositByDay(tx, feed, portions), resets };
}

const keyOf = ({ device, unit }: CounterKey): string => `${unit} ${device}`;

// At the same moment impressions first: they count up to when sheets are known.
const byTime = (a: TimedReading, b: TimedReading): number =>
  a.readAt.getTime() - b.readAt.getTime() || (a.unit < b.unit ? -1 : a.unit > b.unit ? 1 : 0);

function whyLeftOut(
  { collectionScope }: Feed,
  { unit, managed }: TimedReading,
  isKnown: (unit: Unit) => boolean,
): 'unmanaged' | 'sheets_count' | null {
  if (collectionScope === 'managed_only' && managed === false) return 'unmanaged';
  return unit === 'impressions' && isKnown('sheets') ? 'sheets_count' : null;
}

/** A counter that is read twice for the same moment has one line, with all that both came to. */
const merged = (
  known: KeptReading | undefined,
  reading: Omit<KeptReading, 'pages' | 'note'>,
  { pages, note }: Counted,
): KeptReading =>
  known
    ? { ...known, total: Math.max(known.total, reading.total), pages: known.pages + pages }
    : { ...reading, pages, note };
