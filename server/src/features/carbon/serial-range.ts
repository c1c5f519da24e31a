import { invalid } from '../../platform/errors.js';

/** The range of credits in a registry's serial. */
export interface SerialRange {
  readonly first: number;
  readonly last: number;
  /** The serial without its range, normalized, because registries and spreadsheets format it differently. */
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
 * Registries put the range anywhere among other numbers. In known formats it is identified by its position, otherwise by its
 * length: one credit is one tonne. `serialOf` locates it by the same rule.
 */
export function parseSerial({ serial, tonnes }: SerialLot): SerialRange {
  const { before, first, last, after } = locate(serial, tonnes);
  if (BigInt(last) > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw invalid(`the serial ${serial} has credits beyond ${Number.MAX_SAFE_INTEGER}`, {
      code: 'serial-too-high',
      params: { serial },
    });
  }
  return { first: Number(first), last: Number(last), series: seriesOf(before, after) };
}

/**
 * Every range that a serial may name if it is not known to be a whole lot: one in a known format, otherwise as many as it has
 * pairs of numbers. Those of as many credits as `tonnes` come alone, if there are any. Only the lots tell which one is meant.
 */
export function possibleRanges(serial: string, tonnes?: number): SerialRange[] {
  const ranges = placesOf(serial).flatMap(({ before, first, last, after }) => {
    const [start, end] = [Number(first), Number(last)];
    return Number.isSafeInteger(end) && start <= end
      ? [{ first: start, last: end, series: seriesOf(before, after) }]
      : [];
  });
  const fitting = ranges.filter(({ first, last }) => last - first + 1 === tonnes);
  return fitting.length > 0 ? fitting : ranges;
}

// Spreadsheets remove leading zeros and add spaces.
const seriesOf = (before: string, after: string): string =>
  `${before}#${after}`
    .replaceAll(/\s+/g, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '')
    .toUpperCase();

/** The serial of the credits `first` to `last` of a lot, in the registry's format. */
export function serialOf(lot: SerialLot, first: number, last: number): string {
  const place = locate(lot.serial, lot.tonnes);
  // Credits beside the lot may have fewer digits, and leading zeros only if those of the lot have some.
  const width = place.first.startsWith('0') ? place.first.length : 0;
  const written = (credit: number): string => String(credit).padStart(width, '0');
  return `${place.before}${written(first)}${place.separator}${written(last)}${place.after}`;
}

const wholeNumber = /(?<![\p{L}\p{N}])\d+(?![\p{L}\p{N}])/gu;
const separator = /^(?:\s*(?:[-–—:]|\.\.)\s*|\s+to\s+)$/i;

function locate(serial: string, tonnes: number): Place {
  const [place, ...others] = placesOf(serial).filter(
    ({ first, last }) => BigInt(last) - BigInt(first) + 1n === BigInt(tonnes),
  );
  if (!place)
    throw invalid(`the serial ${serial} has no range of ${tonnes} credits`, {
      code: 'serial-no-range',
      params: { serial, tonnes },
    });
  if (others.length > 0) {
    const readings = [place, ...others].map(marked).join(' or ');
    throw invalid(`the serial ${serial} has more than one range of ${tonnes} credits: ${readings}`, {
      code: 'serial-many-ranges',
      params: { serial, tonnes },
    });
  }
  return place;
}

/** In a known format one, otherwise all that could be the range. */
function placesOf(serial: string): Place[] {
  const pairs = pairsOf(serial);
  const known = pairs.find(isWhereVerraHasIt) ?? pairs.find(isWhereGoldStandardHasIt);
  return known ? [known] : pairs;
}

/** 9344-86055-86154-VCS-VCU-262-VER-BR-14-1686-01012016-31122016-0 */
const isWhereVerraHasIt = ({ before, after }: Place): boolean =>
  /^\s*\d+\s*-\s*$/.test(before) && /^\s*-\s*VCS\s*-\s*VCU\s*-/i.test(after);

/** GS1-1-ID-GS1247-2-2017-7324-1-12 */
const isWhereGoldStandardHasIt = ({ before, after }: Place): boolean =>
  /^\s*GS1\s*-/i.test(before) && after.trim() === '';

const marked = ({ before, first, separator: between, last, after }: Place): string =>
  `${before}[${first}${between}${last}]${after}`;

/** All pairs of adjacent whole numbers that could be a range. */
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
