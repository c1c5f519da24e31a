import type { Unit } from '../../../sources/source.js';
import { countReading, type CountResult, type Counter, type CounterReading } from './count-reading.js';
import { maxSilenceMs } from '../health/silence.js';

/** How far a device has been counted. */
export interface DeviceCounters {
  readonly sheets: Counter | undefined;
  readonly impressions: Counter | undefined;
  /** Pages that impressions have come to since sheets were last read: sheets come to so many less when they are again. */
  readonly ahead: number;
}

export const noCounters: DeviceCounters = { sheets: undefined, impressions: undefined, ahead: 0 };

export interface DeviceReading extends CounterReading {
  readonly unit: Unit;
  readonly excludedAs: 'unmanaged' | null;
}

export interface DeviceCountResult extends Pick<CountResult, 'pages' | 'note'> {
  readonly counters: DeviceCounters;
}

/**
 * What a reading of one of its counters adds to what was counted of a device. Its sheets are the truth. Impressions stand in
 * for them while it gives no sheets, and what they came to is taken off when it does again: no page counts by both.
 */
export const countDevice = (known: DeviceCounters, reading: DeviceReading): DeviceCountResult =>
  reading.unit === 'sheets' ? countSheets(known, reading) : countImpressions(known, reading);

function countSheets(known: DeviceCounters, reading: DeviceReading): DeviceCountResult {
  const { sheets, impressions, ahead } = known;
  const isNewest = !impressions || reading.askedAt >= impressions.readAt;
  // Begun there, they would count anew what impressions have counted since.
  if (!sheets && !isNewest) return { pages: 0, note: 'late', counters: known };
  const { pages, note, counter } = countReading(sheets, reading);
  if (note === 'late') return { pages, note, counters: known };
  return {
    pages: Math.max(0, pages - ahead),
    note: ahead > 0 ? (note ?? 'baseline') : note,
    // Two sides of a sheet may have counted as two pages: that is over once sheets are known from after them.
    counters: { sheets: counter, impressions, ahead: isNewest ? 0 : Math.max(0, ahead - pages) },
  };
}

function countImpressions(known: DeviceCounters, reading: DeviceReading): DeviceCountResult {
  const { sheets, impressions, ahead } = known;
  if (!sheets || reading.excludedAs) {
    const { pages, note, counter } = countReading(impressions, reading);
    return { pages, note, counters: { ...known, impressions: counter } };
  }
  const areSheetsAway = reading.readAt.getTime() - sheets.readAt.getTime() > maxSilenceMs;
  // What was read before the last sheets includes pages that those have counted.
  const areUpToSheets = impressions !== undefined && impressions.readAt >= sheets.readAt;
  if (areSheetsAway && areUpToSheets) {
    const { pages, note, counter } = countReading(impressions, reading);
    return { pages, note, counters: { sheets, impressions: counter, ahead: ahead + pages } };
  }
  const { pages, note, counter } = countReading(impressions, { ...reading, excludedAs: 'sheets_count' });
  // Until it is clear whether sheets stay away, the mark stays as well: impressions count from there if they do.
  const doesWait = areUpToSheets && counter.mark > impressions.mark;
  return {
    pages,
    note: areSheetsAway && note === 'sheets_count' ? 'baseline' : note,
    counters: { ...known, impressions: doesWait ? impressions : counter },
  };
}
