import { invalid } from '../platform/errors.js';

/** Where in a registry's serial its range of credits stands. */
export interface SerialRange {
  readonly first: number;
  readonly last: number;
  /** The serial without its range, in one spelling, however the registry or a spreadsheet spaced it. */
  readonly series: string;
}

export interface SerialLot {
  readonly serial: string;
  readonly tonnes: number;
}

interface Place {
  readonly before: string;
  readonly first: string;
  readonly separator: string;
  readonly last: string;
  readonly after: string;
}

/**
 * Registries put the range anywhere among other numbers, so it is known by its length: one credit is one tonne.
 * Where several fit, the one at the end counts (most registries put it there), then the first: always the same one,
 * since parts of the range are written by the same rule.
 */
export function parseSerial({ serial, tonnes }: SerialLot): SerialRange {
  const { before, first, last, after } = locate(serial, tonnes);
  if (BigInt(last) > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw invalid(`the serial ${serial} has credits beyond ${Number.MAX_SAFE_INTEGER}`);
  }
  const series = `${before}#${after}`.replaceAll(/\s+/g, '').toUpperCase();
  return { first: Number(first), last: Number(last), series };
}

/** The credits `first` to `last` of a lot in the registry's own form. */
export function serialOf(lot: SerialLot, first: number, last: number): string {
  const place = locate(lot.serial, lot.tonnes);
  // Leading zeros stay; a number without them is never shorter than the range's first.
  const written = (credit: number): string => String(credit).padStart(place.first.length, '0');
  return `${place.before}${written(first)}${place.separator}${written(last)}${place.after}`;
}

const wholeNumber = /(?<![\p{L}\p{N}])\d+(?![\p{L}\p{N}])/gu;
const separator = /^(?:\s*(?:[-–—:]|\.\.)\s*|\s+to\s+)$/i;

function locate(serial: string, tonnes: number): Place {
  const fitting = pairsOf(serial).filter(
    ({ first, last }) => BigInt(last) - BigInt(first) + 1n === BigInt(tonnes),
  );
  const place = fitting.find(({ after }) => after === '') ?? fitting[0];
  if (!place) throw invalid(`the serial ${serial} has no range of ${tonnes} credits`);
  return place;
}

/** Every two neighbouring whole numbers that could be a range. */
function pairsOf(serial: string): Place[] {
  const numbers = [...serial.matchAll(wholeNumber)];
  return numbers.slice(1).flatMap((end, index) => {
    const start = numbers[index] as RegExpExecArray;
    const [[first], [last]] = [start, end];
    const between = serial.slice(start.index + first.length, end.index);
    if (!separator.test(between)) return [];
    const before = serial.slice(0, start.index);
    return [{ before, first, separator: between, last, after: serial.slice(end.index + last.length) }];
  });
}
