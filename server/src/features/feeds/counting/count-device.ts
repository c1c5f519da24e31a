import type { Unit } from '@regrove/printers/source';
import { countReading, type CountResult, type Counter, type CounterReading } from './count-reading.js';
import { maxSilenceMs } from '../health/push-health.js';

/** How far the counters of a device have been counted. */
export interface DeviceCounters {
  readonly sheets: Counter | undefined;
  readonly impressions: Counter | undefined;
  /** Pages counted by impressions since sheets were last read. They are subtracted when sheets are read again. */
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
 * The pages that a reading adds to the count of a device. Sheets take precedence. Impressions are counted while the device
 * reports no sheets, and subtracted when it does again, so that no page is counted by both.
 */
export const countDevice = (known: DeviceCounters, reading: DeviceReading): DeviceCountResult =>
  reading.unit === 'sheets' ? countSheets(known, reading) : countImpressions(known, reading);

function countSheets(known: DeviceCounters, reading: DeviceReading): DeviceCountResult {
  const { sheets, impressions, ahead } = known;
  const isNewest = !impressions || reading.requestedAt >= impressions.readAt;
  // Starting from an older reading would count pages that impressions have already counted.
  if (!sheets && !isNewest) return { pages: 0, note: 'late', counters: known };
  const { pages, note, counter } = countReading(sheets, reading);
  if (note === 'late') return { pages, note, counters: known };
  return {
    pages: Math.max(0, pages - ahead),
    note: ahead > 0 ? (note ?? 'baseline') : note,
    // Impressions may have counted a duplex sheet as two pages. The rest of the difference is dropped once sheets are newer.
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
  // Impressions from before the last reading of sheets include pages that sheets have counted since.
  const areUpToSheets = impressions !== undefined && impressions.readAt >= sheets.readAt;
  if (areSheetsAway && areUpToSheets) {
    const { pages, note, counter } = countReading(impressions, reading);
    return { pages, note, counters: { sheets, impressions: counter, ahead: ahead + pages } };
  }
  const { pages, note, counter } = countReading(impressions, { ...reading, excludedAs: 'sheets_count' });
  // While it is open whether sheets are still reported, the mark stays, so that impressions can be counted from there.
  const doesWait = areUpToSheets && counter.mark > impressions.mark;
  return {
    pages,
    note: areSheetsAway && note === 'sheets_count' ? 'baseline' : note,
    counters: { ...known, impressions: doesWait ? impressions : counter },
  };
}
