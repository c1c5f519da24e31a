import { expect, it } from 'vitest';
import { IdleEvictionMap } from '../../src/platform/limits/idle-eviction-map.js';
import { Semaphore } from '../../src/platform/limits/semaphore.js';
import { until } from '../support/until.js';

const refusal = 'Too many';
const semaphoreOf = ({
  permits,
  ...limits
}: {
  permits: number;
  maxLength?: number;
  maxWaitMs?: number;
}): Semaphore => new Semaphore({ permits, queue: { maxLength: 10, maxWaitMs: 60_000, refusal, ...limits } });

/** Work that ends on request. */
function work() {
  let end = (): void => undefined;
  let hasBegun = false;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return {
    begin: () => {
      hasBegun = true;
      return ended;
    },
    end: () => {
      end();
    },
    hasBegun: () => hasBegun,
  };
}

it('runs as many as it has permits, and the others in order of arrival', async () => {
  const semaphore = semaphoreOf({ permits: 2 });
  const works = [work(), work(), work(), work()];
  const runs = works.map(({ begin }) => semaphore.run(begin));
  const begun = (): boolean[] => works.map(({ hasBegun }) => hasBegun());
  expect(begun()).toEqual([true, true, false, false]);
  works[1]?.end();
  await until('the third to begin', () => works[2]?.hasBegun() === true);
  expect(begun()).toEqual([true, true, true, false]);
  works[0]?.end();
  await until('the fourth to begin', () => works[3]?.hasBegun() === true);
  for (const { end } of works) end();
  await Promise.all(runs);
  expect(semaphore.isBusy()).toBe(false);
});

it('passes the permit of failed work to the next', async () => {
  const semaphore = semaphoreOf({ permits: 1 });
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await semaphore.run(() => Promise.resolve('done'))).toBe('done');
});

it('refuses work that would exceed the maximum queue length', async () => {
  const semaphore = semaphoreOf({ permits: 1, maxLength: 1 });
  const [first, second] = [work(), work()];
  const runs = [semaphore.run(first.begin), semaphore.run(second.begin)];
  await expect(semaphore.run(() => Promise.resolve())).rejects.toMatchObject({
    kind: 'unavailable',
    message: refusal,
  });
  first.end();
  second.end();
  await Promise.all(runs);
});

it('refuses work that has waited too long, and does not run it later', async () => {
  const semaphore = semaphoreOf({ permits: 1, maxWaitMs: 5 });
  const [first, late] = [work(), work()];
  const running = semaphore.run(first.begin);
  await expect(semaphore.run(late.begin)).rejects.toMatchObject({ kind: 'unavailable', message: refusal });
  first.end();
  await running;
  expect(late.hasBegun()).toBe(false);
  expect(await semaphore.run(() => Promise.resolve('next'))).toBe('next');
});

it('Entries that are kept by key are dropped once there are many, unless they are busy', () => {
  const busy = { isBusy: () => true };
  const idle = { isBusy: () => false };
  const made: { isBusy(): boolean }[] = [busy];
  const kept = new IdleEvictionMap(() => made.pop() ?? idle);
  expect(kept.of('busy')).toBe(busy);
  for (let key = 0; key < 10_000; key++) kept.of(String(key));
  expect(kept.size).toBeLessThan(2_000);
  expect(kept.of('busy')).toBe(busy);
});
