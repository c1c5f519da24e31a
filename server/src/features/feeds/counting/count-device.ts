import type { Unit } from '../../../sources/source.js';
import { countReading, type Counted, type Counter, type CounterReading } from './count-reading.js';
import { longestSilenceMs } from '../health/silence.js';

/** How far a device has been counted. */
export interface KnownDevice {
  readonly sheets: Counter | undefined;
  readonly impressions: Counter | undefined;
  /** Pages that impressions have come to since sheets were last read: sheets come to so many less when they are again. */
  readonly ahead: number;
}

export const unknownDevice: KnownDevice = { sheets: undefined, impressions: undefined, ahead: 0 };

export interface DeviceReading extends CounterReading {
  readonly unit: Unit;
  readonly leftOut: 'unmanaged' | null;
}

export interface CountedDevice extends Pick<Counted, 'pages' | 'note'> {
  readonly device: KnownDevice;
}

/**
 * What a reading of one of its counters adds to what was counted of a device. Its sheets are the truth. Impressions stand in
 * for them while it gives no sheets, and what they came to is taken off when it does again: no page counts by both.
 */
export const countDevice = (known: KnownDevice, reading: DeviceReading): CountedDevice =>
  reading.unit === 'sheets' ? countSheets(known, reading) : countImpressions(known, reading);

function countSheets(known: KnownDevice, reading: DeviceReading): CountedDevice {
  const { sheets, impressions, ahead } = known;
  const isNewest = !impressions || reading.askedAt >= impressions.readAt;
  // Begun there, they would count anew what impressions have counted since.
  if (!sheets && !isNewest) return { pages: 0, note: 'late', device: known };
  const { pages, note, counter } = countReading(sheets, reading);
  if (note === 'late') return { pages, note, device: known };
  return {
    pages: Math.max(0, pages - ahead),
    note: ahead > 0 ? (note ?? 'baseline') : note,
    // Two sides of a sheet may have counted as two pages: that is over once sheets are known from after them.
    device: { sheets: counter, impressions, ahead: isNewest ? 0 : Math.max(0, ahead - pages) },
  };
}

function countImpressions(known: KnownDevice, reading: DeviceReading): CountedDevice {
  const { sheets, impressions, ahead } = known;
  if (!sheets || reading.leftOut) {
    const { pages, note, counter } = countReading(impressions, reading);
    return { pages, note, device: { ...known, impressions: counter } };
  }
  const areSheetsAway = reading.readAt.getTime() - sheets.readAt.getTime() > longestSilenceMs;
  // What was read before the last sheets includes pages that those have counted.
  const areUpToSheets = impressions !== undefined && impressions.readAt >= sheets.readAt;
  if (areSheetsAway && areUpToSheets) {
    const { pages, note, counter } = countReading(impressions, reading);
    return { pages, note, device: { sheets, impressions: counter, ahead: ahead + pages } };
  }
  const { pages, note, counter } = countReading(impressions, { ...reading, leftOut: 'sheets_count' });
  // Until it is clear whether sheets stay away, the mark stays as well: impressions count from there if they do.
  const doesWait = areUpToSheets && counter.mark > impressions.mark;
  return {
    pages,
    note: areSheetsAway && note === 'sheets_count' ? 'baseline' : note,
    device: { ...known, impressions: doesWait ? impressions : counter },
  };
}
