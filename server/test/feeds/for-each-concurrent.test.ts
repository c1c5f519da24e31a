import { setImmediate as breath } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { forEachConcurrent } from '../../src/features/feeds/collecting/for-each-concurrent.js';
import { Semaphore } from '../../src/platform/limits/semaphore.js';

const numbers = Array.from({ length: 20 }, (_, number) => number);

/** Work that knows how many did it at the same time, and who was done. */
function watched(failing: readonly number[] = []) {
  const seen = { most: 0, done: [] as number[] };
  let working = 0;
  const work = async (number: number): Promise<void> => {
    seen.most = Math.max(seen.most, ++working);
    await breath();
    working--;
    if (failing.includes(number)) throw new Error(`${number} failed`);
    seen.done.push(number);
  };
  return { seen, work };
}

describe('Work on so many at once', () => {
  it('is done for all, no more than that many at a time', async () => {
    const { seen, work } = watched();
    await forEachConcurrent(3, numbers, work);
    expect(seen).toEqual({ most: 3, done: numbers });
  });

  it('goes on when some fail, and says so when all the others are done', async () => {
    const failing = [0, 1, 2, 9];
    const { seen, work } = watched(failing);
    await expect(forEachConcurrent(3, numbers, work)).rejects.toThrow('0 failed');
    expect(seen.done).toEqual(numbers.filter((number) => !failing.includes(number)));
  });

  it('begins nothing more once it is told to stop', async () => {
    const stopping = new AbortController();
    const { seen, work } = watched();
    await forEachConcurrent(
      2,
      numbers,
      async (number) => {
        await work(number);
        if (number === 4) stopping.abort();
      },
      stopping.signal,
    );
    expect(seen.done.length).toBeLessThan(8);
  });
});

describe('A semaphore without limits of its queue', () => {
  it('lets so many through at a time, in the order in which they came', async () => {
    const { seen, work } = watched();
    const semaphore = new Semaphore({ permits: 3 });
    await Promise.all(numbers.map((number) => semaphore.run(() => work(number))));
    expect(seen).toEqual({ most: 3, done: numbers });
  });

  it('lets the next one through when one fails', async () => {
    const { seen, work } = watched([0, 5]);
    const semaphore = new Semaphore({ permits: 1 });
    const all = await Promise.allSettled(numbers.map((number) => semaphore.run(() => work(number))));
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(seen.done).toHaveLength(18);
    expect(await semaphore.run(() => Promise.resolve('still open'))).toBe('still open');
  });
});
