import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RefreshedCache } from '../../src/platform/refreshed-cache.js';

const readMs = 10_000;
const admit = (): Promise<void> => Promise.resolve();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

/** Whatever is being read goes on once its time has passed. */
let running: (() => void)[] = [];

const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));

async function finishReading(): Promise<void> {
  await pass(readMs);
  for (const goOn of running) goOn();
  running = [];
  await pass(0);
}

function start(answers: readonly (object | Error)[]) {
  const cache = new RefreshedCache<object>({ max: 2, freshMs: 60_000, maxAgeMs: 3_600_000 });
  let count = 0;
  const read = vi.fn(async () => {
    const answer = answers[count++];
    await new Promise<void>((resolve) => running.push(resolve));
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const noteFailure = vi.fn();
  return { read, noteFailure, get: (key = 'a') => cache.get(key, { read, admit, onReadError: noteFailure }) };
}

const [first, second] = [{ is: 1 }, { is: 2 }];

describe('A value that takes long to read', () => {
  it('is read once for all who wait, and again in the background while the known one is served', async () => {
    const { read, get } = start([first, second]);
    const waiting = [get(), get(), get()];
    await finishReading();
    expect(await Promise.all(waiting)).toEqual([first, first, first]);
    // Twenty times as long as it took, which is more than a minute.
    await pass(readMs * 19);
    expect(await get()).toBe(first);
    expect(read).toHaveBeenCalledTimes(1);
    await pass(readMs * 2);
    expect([await get(), await get()]).toEqual([first, first]);
    expect(read).toHaveBeenCalledTimes(2);
    await finishReading();
    expect(await get()).toBe(second);
  });

  it('is not tried again by everyone if that fails, but after a while', async () => {
    const { read, get } = start([new Error('too slow'), first]);
    const failed = expect(get()).rejects.toThrow('too slow');
    await finishReading();
    await failed;
    await expect(get()).rejects.toThrow('too slow');
    expect(read).toHaveBeenCalledTimes(1);
    await pass(readMs * 4);
    const found = get();
    await finishReading();
    expect(await found).toBe(first);
  });

  it('stays known if it cannot be read again, which is noted once', async () => {
    const { get, noteFailure } = start([first, new Error('too slow')]);
    const found = get();
    await finishReading();
    await pass(readMs * 21);
    expect([await found, await get()]).toEqual([first, first]);
    await finishReading();
    expect([await get(), await get()]).toEqual([first, first]);
    expect(noteFailure).toHaveBeenCalledTimes(1);
  });
});

describe('The cache', () => {
  it('loses none that is being read, however many are asked for', async () => {
    const keys = Array.from({ length: 260 }, (_, index) => String(index));
    const { get } = start(keys.map((key) => ({ key })));
    const found = keys.map(get);
    await finishReading();
    expect(await Promise.all(found)).toEqual(keys.map((key) => ({ key })));
  });

  it('keeps nothing that does not exist, and reads nothing that is not admitted', async () => {
    const cache = new RefreshedCache<object>({ max: 2, freshMs: 60_000, maxAgeMs: 3_600_000 });
    const read = vi.fn(() => Promise.resolve(undefined));
    const no = (): Promise<void> => Promise.reject(new Error('too many'));
    const noteFailure = vi.fn();
    expect(await cache.get('a', { read, admit, onReadError: noteFailure })).toBeUndefined();
    expect(await cache.get('a', { read, admit, onReadError: noteFailure })).toBeUndefined();
    expect(read).toHaveBeenCalledTimes(2);
    await expect(cache.get('a', { read, admit: no, onReadError: noteFailure })).rejects.toThrow('too many');
    expect(read).toHaveBeenCalledTimes(2);
  });
});
