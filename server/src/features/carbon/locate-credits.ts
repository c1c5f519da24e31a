import type { Database } from '../../database/database.js';
import { mapInBatches } from '../../platform/limits/batches.js';
import type { Reason } from '../../platform/reason.js';
import { shorten } from '../../platform/text/shorten.js';
import { subtractRanges } from './compare-retirements.js';
import type { CreditRange } from './credit-segments.js';
import { findLotsOfCredits, type UsedLot } from './retirement-store.js';
import { possibleRanges, type SerialRange } from './serial-range.js';

/** A serial that somebody else wrote, maybe with the number of its credits. */
export interface WrittenSerial {
  readonly serial: string;
  readonly tonnes?: string | undefined;
}

export interface LocatedCredits {
  readonly range: SerialRange;
  /** Those with some of the credits, in the order of the credits. */
  readonly lots: readonly UsedLot[];
}

export interface NotLocated {
  readonly fault: { readonly what: string; readonly reason: Reason };
  /** Those with some of the credits, if it is known which are meant. */
  readonly found?: LocatedCredits;
}

const batchSize = 500;
/** Of a lot, with room for spaces. */
const maxSerialLength = 300;

/** Where the credits are in our lots. A fault where not all of them are, or where it is not clear which are meant. */
export async function locateCredits(
  db: Database,
  written: readonly WrittenSerial[],
): Promise<(LocatedCredits | NotLocated)[]> {
  const ranges = await mapInBatches(written, batchSize, ({ serial, tonnes }) =>
    serial.length > maxSerialLength ? [] : possibleRanges(serial, wholeNumber(tonnes)),
  );
  const lots = await findLotsOfCredits(db, ranges.flat());
  let place = 0;
  return ranges.map((possible, index) => {
    const found = possible.flatMap((range) => {
      const known = lots.get(place++);
      return known ? [{ range, lots: known }] : [];
    });
    return chosen(written[index]?.serial ?? '', possible, found);
  });
}

/** As registries write numbers, with or without commas. */
export function wholeNumber(text = ''): number | undefined {
  const digits = text.replaceAll(/[,\s]/g, '').replace(/\.0+$/, '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

function chosen(
  serial: string,
  possible: readonly SerialRange[],
  found: readonly LocatedCredits[],
): LocatedCredits | NotLocated {
  const named = shorten(serial) || '(no serial)';
  if (possible.length === 0)
    return {
      fault: {
        what: `${named} is not a serial with a range of credits`,
        reason: { code: 'serial-unreadable', params: { serial: named } },
      },
    };
  const whole = found.filter((one) => creditsInNoLot(one).length === 0);
  const [only, ...others] = whole.length > 0 ? whole : found;
  if (others.length > 0)
    return {
      fault: {
        what: `${named} can be read as several ranges of your credits: add a column tonnes`,
        reason: { code: 'serial-ambiguous', params: { serial: named } },
      },
    };
  if (!only)
    return {
      fault: {
        what: `no lot has credits of ${named}`,
        reason: { code: 'credits-unknown', params: { serial: named } },
      },
    };
  const [missing] = creditsInNoLot(only);
  if (!missing) return only;
  return {
    fault: {
      what: `${named} has credits that are in no lot: ${missing.first} to ${missing.last}`,
      reason: { code: 'credits-not-in-lots', params: { serial: named } },
    },
    found: only,
  };
}

/** Those of the range that no lot has. */
export const creditsInNoLot = ({ range, lots }: LocatedCredits): CreditRange[] =>
  subtractRanges(
    [range],
    lots.map(({ firstCredit, lastCredit }) => ({ first: firstCredit, last: lastCredit })),
  );
