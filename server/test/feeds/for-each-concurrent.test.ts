import { setImmediate as breath } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { forEachConcurrent } from '../../src/features/feeds/collecting/for-each-concurrent.js';
import { Semaphore } from '../../src/platform/limits/semaphore.js';

const numbers = Array.from({ length: 20 }, (_, number) => number);

/** Work that records how many items ran at the same time, and which are done. */
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

describe('forEachConcurrent', () => {
  it('processes all items within the limit', async () => {
    const { seen, work } = watched();
    await forEachConcurrent(3, numbers, work);
    expect(seen).toEqual({ most: 3, done: numbers });
  });

  it('continues after failures, and throws when all items are done', async () => {
    const failing = [0, 1, 2, 9];
    const { seen, work } = watched(failing);
    await expect(forEachConcurrent(3, numbers, work)).rejects.toThrow('0 failed');
    expect(seen.done).toEqual(numbers.filter((number) => !failing.includes(number)));
  });

  it('starts no new items once the signal aborts', async () => {
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

describe('A semaphore with an unlimited queue', () => {
  it('runs a limited number at a time, in order of arrival', async () => {
    const { seen, work } = watched();
    const semaphore = new Semaphore({ permits: 3 });
    await Promise.all(numbers.map((number) => semaphore.run(() => work(number))));
    expect(seen).toEqual({ most: 3, done: numbers });
  });

  it('runs the next one after a failure', async () => {
    const { seen, work } = watched([0, 5]);
    const semaphore = new Semaphore({ permits: 1 });
    const all = await Promise.allSettled(numbers.map((number) => semaphore.run(() => work(number))));
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(seen.done).toHaveLength(18);
    expect(await semaphore.run(() => Promise.resolve('still open'))).toBe('still open');
  });
});
