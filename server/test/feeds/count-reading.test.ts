import { describe, expect, it } from 'vitest';
import {
  countReading,
  type CountResult,
  type Counter,
} from '../../src/features/feeds/counting/count-reading.js';
import { randomIntegers, seeds } from '../support/random-integers.js';

const time = (minute: number): Date => new Date(Date.UTC(2026, 0, 1) + minute * 60_000);

interface Step {
  readonly total: number;
  readonly minute: number;
  readonly excludedAs?: 'unmanaged' | 'sheets_count';
}

/** The results of counting these readings of one counter in turn. */
function count(steps: readonly Step[]): CountResult[] {
  let known: Counter | undefined;
  return steps.map(({ total, minute, excludedAs = null }) => {
    const readAt = time(minute);
    const counted = countReading(known, { total, readAt, requestedAt: readAt, excludedAs });
    known = counted.counter;
    return counted;
  });
}

const pagesOf = (steps: readonly Step[]): number => count(steps).reduce((sum, { pages }) => sum + pages, 0);

/** Readings of a device that prints at random times. */
function printing(seed: number, start = 0): Step[] {
  const random = randomIntegers(seed);
  let printed = start;
  return Array.from({ length: 50 }, (_, minute) => {
    if (minute > 0) printed += random(3) === 0 ? 0 : random(200);
    return { total: printed, minute };
  });
}

const last = <Item>(items: readonly Item[]): Item => items[items.length - 1] as Item;
const rise = (steps: readonly Step[]): number => last(steps).total - (steps[0]?.total ?? 0);

describe('The pages of a counter', () => {
  it('are its increase, however often it is read', () => {
    for (const seed of seeds) {
      const steps = printing(seed);
      expect(pagesOf(steps)).toBe(rise(steps));
      const random = randomIntegers(seed);
      const fewer = steps.filter((_, index) => index === 0 || index === 49 || random(2) === 0);
      expect(pagesOf(fewer)).toBe(rise(steps));
    }
  });

  it('are its increase if readings are repeated or arrive late', () => {
    for (const seed of seeds) {
      const steps = printing(seed);
      const random = randomIntegers(seed);
      const arriving = steps.flatMap((step, index) => {
        const earlier = steps[random(index + 1)] ?? step;
        return random(3) === 0 ? [step, earlier, step] : [step];
      });
      expect(pagesOf(arriving)).toBe(rise(steps));
    }
  });

  it('are its increase if some readings dip by up to 10', () => {
    for (const seed of seeds) {
      const steps = printing(seed, 1_000);
      const random = randomIntegers(seed);
      const dipping = steps.map((step, index) => {
        const highest = step.total;
        return index % 49 === 0 ? step : { ...step, total: highest - random(11) };
      });
      expect(pagesOf(dipping)).toBe(rise(steps));
    }
  });

  it.each([1_000_000, 2 ** 24, 2 ** 32])(
    'are none if it falls close to %i: an overflow is not assumed',
    (round) => {
      for (const seed of seeds) {
        const random = randomIntegers(seed);
        const before = round - 1 - random(10_000);
        const after = random(10_000);
        const steps = [before, after, after + 7].map((total, minute) => ({ total, minute }));
        expect(count(steps).map(({ pages, note }) => [pages, note])).toEqual([
          [0, 'baseline'],
          [0, 'reset'],
          [7, null],
        ]);
      }
    },
  );

  it('are never more than the device has printed, whatever happens to its counter', () => {
    const notes = new Set<string | null>();
    for (const seed of seeds) {
      const random = randomIntegers(seed);
      const steps: Step[] = [{ total: random(2_000_000), minute: 0 }];
      let printed = 0;
      for (let minute = 1; minute < 100; minute++) {
        const { total } = last(steps);
        const isReset = random(10) === 0;
        const pages = random(500);
        printed += pages;
        steps.push({ total: isReset ? pages : total + pages, minute: minute - random(2) });
      }
      for (const { note } of count(steps)) notes.add(note);
      expect(pagesOf(steps)).toBeLessThanOrEqual(printed);
    }
    expect(notes).toContain('reset');
    expect(notes).toContain(null);
  });

  it('are none while it is excluded, and its increase after that', () => {
    for (const seed of seeds) {
      const steps = printing(seed, 1_000);
      const random = randomIntegers(seed);
      const from = 1 + random(48);
      const mixed = steps.map((step, index): Step =>
        index < from
          ? { ...step, total: step.total - (index === 0 ? 0 : random(11)), excludedAs: 'unmanaged' }
          : step,
      );
      const counted = count(mixed);
      expect(counted.slice(1, from).every(({ pages, note }) => pages === 0 && note === 'unmanaged')).toBe(
        true,
      );
      const known = counted[from - 1]?.counter.mark ?? 0;
      expect(known).toBe(Math.max(...mixed.slice(0, from).map(({ total }) => total)));
      expect(pagesOf(mixed)).toBe(last(steps).total - known);
    }
  });
});

describe('The mark of a counter', () => {
  it.each([
    ['stays if a reading is late', 90, 0, 'late', 100],
    ['stays if a lower total has the same time', 50, 1, 'late', 100],
    ['stays at a dip', 90, 2, 'dip', 100],
    ['moves down at a reset', 89, 2, 'reset', 89],
    ['moves up', 101, 2, null, 101],
  ])('%s', (_, total, minute, note, mark) => {
    const [, counted] = count([
      { total: 100, minute: 1 },
      { total, minute },
    ]);
    expect(counted).toMatchObject({ note, counter: { mark } });
    expect(counted?.counter.readAt).toEqual(time(Math.max(minute, 1)));
  });

  it('moves down at a reset of an excluded counter, so that counting starts there', () => {
    const steps: Step[] = [
      { total: 5_000, minute: 0 },
      { total: 20, minute: 1, excludedAs: 'sheets_count' },
      { total: 50, minute: 2 },
    ];
    expect(count(steps).map(({ pages, note }) => [pages, note])).toEqual([
      [0, 'baseline'],
      [0, 'sheets_count'],
      [30, null],
    ]);
  });
});
