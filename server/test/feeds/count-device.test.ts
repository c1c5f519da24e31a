import { describe, expect, it } from 'vitest';
import {
  countDevice,
  noCounters,
  type DeviceReading,
  type DeviceCounters,
} from '../../src/features/feeds/counting/count-device.js';
import { randomIntegers, seeds } from '../support/random-integers.js';

type Unit = DeviceReading['unit'];

/** `askedOn`: the day of the request, if it differs from the day of the reading. */
type Step = readonly [day: number, unit: Unit, total: number, askedOn?: number];

const time = (day: number): Date => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000);

/** The results of counting these readings of one device in turn. */
function count(steps: readonly Step[]): { pages: number; note: string | null }[] {
  let known: DeviceCounters = noCounters;
  return steps.map(([day, unit, total, askedOn = day]) => {
    const readAt = time(day);
    const requestedAt = time(askedOn);
    const { counters, pages, note } = countDevice(known, {
      unit,
      total,
      readAt,
      requestedAt,
      excludedAs: null,
    });
    known = counters;
    return { pages, note };
  });
}

const pagesOf = (steps: readonly Step[]): number[] => count(steps).map(({ pages }) => pages);
const notesOf = (steps: readonly Step[]): (string | null)[] => count(steps).map(({ note }) => note);
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

describe('Impressions of a device that reports sheets', () => {
  const both = (day: number, sheets: number, impressions: number): Step[] => [
    [day, 'sheets', sheets],
    [day, 'impressions', impressions],
  ];

  it('are not counted while sheets are read', () => {
    const steps: Step[] = [...both(0, 100, 1_000), ...both(1, 140, 1_080), ...both(9, 200, 1_200)];
    expect(pagesOf(steps)).toEqual([0, 0, 40, 0, 60, 0]);
    expect(notesOf(steps)).toEqual(['baseline', 'baseline', null, 'sheets_count', null, 'sheets_count']);
  });

  it('are counted after two days without sheets, starting from the last reading of sheets', () => {
    const steps: Step[] = [
      ...both(0, 100, 1_000),
      [1, 'impressions', 1_030],
      [2, 'impressions', 1_050],
      [3, 'impressions', 1_060],
      [4, 'impressions', 1_065],
    ];
    expect(pagesOf(steps)).toEqual([0, 0, 0, 0, 60, 5]);
    expect(notesOf(steps).slice(2)).toEqual(['sheets_count', 'sheets_count', null, null]);
  });

  it('are counted from their first reading if there is none from the time of the last sheets', () => {
    const steps: Step[] = [
      [0, 'sheets', 100],
      [1, 'impressions', 1_030],
      [2, 'impressions', 1_050],
      [3, 'impressions', 1_060],
    ];
    expect(pagesOf(steps)).toEqual([0, 0, 0, 30]);
    expect(notesOf(steps)).toEqual(['baseline', 'baseline', 'sheets_count', null]);
  });

  it('start with a new baseline if they were only read before the last sheets', () => {
    const steps: Step[] = [
      ...both(0, 100, 1_000),
      [1, 'sheets', 120],
      [9, 'impressions', 1_100],
      [10, 'impressions', 1_107],
    ];
    expect(pagesOf(steps)).toEqual([0, 0, 20, 0, 7]);
    expect(notesOf(steps).slice(3)).toEqual(['baseline', null]);
  });

  it('are counted from the new total if they were reset during the two days', () => {
    const steps: Step[] = [
      ...both(0, 100, 1_000),
      [1, 'impressions', 20],
      [2, 'impressions', 25],
      [3, 'impressions', 50],
    ];
    expect(pagesOf(steps)).toEqual([0, 0, 0, 0, 30]);
  });
});

describe('Sheets', () => {
  it('count everything printed while the device was unreachable', () => {
    const steps: Step[] = [
      [0, 'sheets', 100],
      [30, 'sheets', 400],
      [60.1, 'impressions', 9_000],
      [60.2, 'sheets', 500],
    ];
    expect(pagesOf(steps)).toEqual([0, 300, 0, 100]);
  });

  const away: Step[] = [
    [0, 'sheets', 100],
    [0, 'impressions', 1_000],
    [3, 'impressions', 1_060],
  ];

  it.each<[string, Step[], number[], (string | null)[]]>([
    [
      'what impressions have not counted',
      [
        [4, 'sheets', 170],
        [5, 'sheets', 175],
      ],
      [10, 5],
      ['baseline', null],
    ],
    [
      'nothing, if that is less',
      [
        [4, 'sheets', 150],
        [5, 'sheets', 155],
      ],
      [0, 5],
      ['baseline', null],
    ],
    [
      'nothing if they were reset',
      [
        [4, 'sheets', 7],
        [5, 'sheets', 12],
      ],
      [0, 5],
      ['reset', null],
    ],
    [
      'no page twice if they are late',
      [
        [2, 'sheets', 140],
        [4, 'sheets', 165],
      ],
      [0, 5],
      ['baseline', 'baseline'],
    ],
    [
      'everything since then if a late reading is followed by a new one',
      [
        [2, 'sheets', 165],
        [4, 'sheets', 171],
      ],
      [5, 6],
      ['baseline', null],
    ],
  ])('that are reported again count %s', (_, steps, pages, notes) => {
    expect(pagesOf([...away, ...steps]).slice(2)).toEqual([60, ...pages]);
    expect(notesOf([...away, ...steps]).slice(3)).toEqual(notes);
  });

  it('count no page twice if they are requested while impressions are counted', () => {
    const steps: Step[] = [...away, [3.2, 'sheets', 140, 2.9], [3.3, 'sheets', 140, 3.1], [4, 'sheets', 165]];
    expect(pagesOf(steps).slice(3)).toEqual([0, 0, 5]);
  });

  it('are counted instead of impressions once they are reported again', () => {
    const steps: Step[] = [...away, [4, 'sheets', 170], [4, 'impressions', 1_070], [5, 'impressions', 1_090]];
    expect(pagesOf(steps).slice(3)).toEqual([10, 0, 0]);
  });

  it('do not start with a reading older than counted impressions', () => {
    const steps: Step[] = [
      [0, 'impressions', 1_000],
      [2, 'impressions', 1_100],
      [1, 'sheets', 550],
      [3, 'sheets', 700],
      [4, 'sheets', 710],
    ];
    expect(pagesOf(steps)).toEqual([0, 100, 0, 0, 10]);
    expect(notesOf(steps).slice(2)).toEqual(['late', 'baseline', null]);
  });
});

/**
 * Readings of a device that prints on this many sides of each sheet, over some months: sheets, impressions or both, some
 * days apart, and some later than those after them. Counters may begin again from 0 now and then.
 */
function readings(
  seed: number,
  { sides, isReset = false }: { sides: number; isReset?: boolean },
): { steps: Step[]; sheets: number } {
  const random = randomIntegers(seed);
  let day = 0;
  let sheets = 0;
  const begun = { sheets: 0, impressions: 0 };
  const read = (unit: Unit): Step => [day, unit, (unit === 'sheets' ? sheets : sides * sheets) - begun[unit]];
  const given: Unit[][] = [['impressions'], ['impressions'], ['sheets'], ['sheets', 'impressions']];
  const steps = Array.from({ length: 60 }, (): Step[] => {
    if (isReset && random(20) === 0) begun.sheets = sheets;
    if (isReset && random(20) === 0) begun.impressions = sides * sheets;
    day += (1 + random(7)) / 2;
    sheets += random(300);
    return (given[random(given.length)] ?? []).map(read);
  }).flat();
  for (let at = 1; at < steps.length; at++)
    if (random(6) === 0) steps.splice(at - 1, 2, ...steps.slice(at - 1, at + 1).reverse());
  const begin: Step[] = [
    [0, 'sheets', 0],
    [0, 'impressions', 0],
  ];
  day += 1;
  return { steps: [...begin, ...steps, read('sheets')], sheets };
}

describe('The pages of a device, whichever of its counters are read', () => {
  it('are its sheets if each has one side', () => {
    for (const seed of seeds) {
      const { steps, sheets } = readings(seed, { sides: 1 });
      expect([seed, sum(pagesOf(steps))]).toEqual([seed, sheets]);
    }
  });

  it('are between its sheets and its impressions if each sheet has two sides', () => {
    let hasCountedImpressions = false;
    for (const seed of seeds) {
      const { steps, sheets } = readings(seed, { sides: 2 });
      const pages = sum(pagesOf(steps));
      hasCountedImpressions ||= pages > sheets;
      expect(pages).toBeGreaterThanOrEqual(sheets);
      expect(pages).toBeLessThanOrEqual(2 * sheets);
    }
    expect(hasCountedImpressions).toBe(true);
  });

  it('are never more than it has printed, whatever happens to its counters', () => {
    let isLost = false;
    for (const seed of seeds) {
      const { steps, sheets } = readings(seed, { sides: 1, isReset: true });
      const pages = sum(pagesOf(steps));
      isLost ||= pages < sheets;
      expect([seed, pages]).toEqual([seed, Math.min(pages, sheets)]);
    }
    expect(isLost).toBe(true);
  });
});
