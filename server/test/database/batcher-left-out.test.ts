import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBatcher, leftOut } from '../../src/database/batcher.js';
import { createTestBatcher, item, itemsOf, eventLoopTurn, type Item } from '../support/batched-items.js';

afterEach(() => vi.useRealTimers());

describe('what a batch leaves out', () => {
  it('is run alone, and the next batch does not wait for it, unless it is of the same account', async () => {
    const { ask, begun, alone } = createTestBatcher({ leavesOut: 'b1' });
    void ask('a1');
    const others = Promise.all(['a2', 'b1'].map(ask));
    begun[0]?.end();
    await eventLoopTurn();
    void ask('c1');
    const later = ask('b2');
    begun[1]?.end();
    await vi.waitFor(() => {
      expect(itemsOf(begun)).toEqual([['a1'], ['a2', 'b1'], ['c1']]);
    });
    expect(await others).toEqual(['A2', 'b1 alone']);
    expect(alone).toEqual(['b1']);
    begun[2]?.end();
    await vi.waitFor(() => {
      expect(itemsOf(begun).at(-1)).toEqual(['b2']);
    });
    begun[3]?.end();
    expect(await later).toBe('B2');
  });

  it('because of a lock does not hold the lock against all that come later', async () => {
    let lock = eventLoopTurn().then(eventLoopTurn).then(eventLoopTurn);
    let waitingForIt = 1;
    void lock.then(() => waitingForIt--);
    let alone = 0;
    const ask = createBatcher<Item, string>({
      name: 'tests',
      runBatch: async (items) => {
        await eventLoopTurn();
        return items.map(() => (waitingForIt > 0 ? leftOut : 'together'));
      },
      runAlone: async () => {
        alone++;
        waitingForIt++;
        lock = lock.then(eventLoopTurn);
        await lock;
        waitingForIt--;
        return 'alone';
      },
    });
    const client = async (): Promise<void> => {
      for (let requests = 0; requests < 100; requests++) await ask(item('a1'));
    };
    await Promise.all(Array.from({ length: 10 }, client));
    // The first batches of all ten clients, at most.
    expect(alone).toBeLessThanOrEqual(10);
  });

  it('holds up others of its account for one second at most', async () => {
    vi.useFakeTimers();
    const begun: number[] = [];
    const ask = createBatcher<Item, string>({
      name: 'tests',
      runBatch: (items) => {
        begun.push(items.length);
        return Promise.resolve(items.map(({ input }) => (input === 'a1' ? leftOut : input)));
      },
      runAlone: () => new Promise(() => {}),
    });
    void ask(item('a1'));
    await vi.advanceTimersByTimeAsync(100);
    const later = ask(item('a2'));
    await vi.advanceTimersByTimeAsync(800);
    expect(begun).toEqual([1]);
    await vi.advanceTimersByTimeAsync(200);
    expect(begun).toEqual([1, 1]);
    expect(await later).toBe('a2');
  });
});

describe('while a batch does not end', () => {
  it('the next batch waits for one second, then runs concurrently', async () => {
    vi.useFakeTimers();
    const { ask, begun } = createTestBatcher();
    void ask('a1');
    const second = ask('a2');
    await vi.advanceTimersByTimeAsync(900);
    expect(itemsOf(begun)).toEqual([['a1']]);
    await vi.advanceTimersByTimeAsync(200);
    expect(itemsOf(begun)).toEqual([['a1'], ['a2']]);
    begun[1]?.end();
    expect(await second).toBe('A2');
  });
});
