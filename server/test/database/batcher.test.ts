import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBatcher, createBatcherByAccount, unbatched } from '../../src/database/batcher.js';
import {
  createTestBatcher,
  unexpectedError,
  item,
  itemsOf,
  databaseError,
  eventLoopTurn,
  type Item,
} from '../support/batched-items.js';

afterEach(() => vi.useRealTimers());

describe('concurrent requests', () => {
  it('are run immediately if nothing else is in progress, and together while a batch is in progress', async () => {
    const { ask, begun } = createTestBatcher();
    const answers = Promise.all(['a1', 'a2', 'b1'].map(ask));
    expect(itemsOf(begun)).toEqual([['a1']]);
    begun[0]?.end();
    await eventLoopTurn();
    expect(itemsOf(begun)).toEqual([['a1'], ['a2', 'b1']]);
    begun[1]?.end();
    expect(await answers).toEqual(['A1', 'A2', 'B1']);
  });

  it('never join a batch that has started: they read data from after the request', async () => {
    const { ask, begun } = createTestBatcher();
    const first = ask('a1');
    const second = ask('a1');
    expect(itemsOf(begun)).toEqual([['a1']]);
    begun[0]?.end();
    expect(await first).toBe('A1');
    await eventLoopTurn();
    expect(itemsOf(begun)).toEqual([['a1'], ['a1']]);
    begun[1]?.end();
    expect(await second).toBe('A1');
  });

  it('are split into several batches if there are too many for one', async () => {
    const { ask, begun } = createTestBatcher({ maxSize: 2 });
    for (const input of ['a1', 'a2', 'a3', 'a4']) void ask(input);
    begun[0]?.end();
    await eventLoopTurn();
    expect(itemsOf(begun)).toEqual([['a1'], ['a2', 'a3']]);
    begun[1]?.end();
    await eventLoopTurn();
    expect(itemsOf(begun).at(-1)).toEqual(['a4']);
  });

  it('take turns by account, so that an account with many requests does not delay others', async () => {
    const { ask, begun } = createTestBatcher({ maxSize: 3 });
    for (const input of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1', 'd1']) void ask(input);
    for (const batch of [0, 1, 2]) {
      begun[batch]?.end();
      await eventLoopTurn();
    }
    expect(itemsOf(begun)).toEqual([['a1'], ['a2', 'b1', 'c1'], ['d1', 'a3', 'a4'], ['a5', 'a6']]);
  });

  it('run in the async context of the first request of their batch', async () => {
    const asker = new AsyncLocalStorage<string>();
    const askers: (string | undefined)[] = [];
    const ask = createBatcher<Item, string>({
      name: 'tests',
      runBatch: async (items) => {
        askers.push(asker.getStore());
        await eventLoopTurn();
        return items.map(({ input }) => input);
      },
      runAlone: ({ input }) => Promise.resolve(input),
    });
    await Promise.all(['one', 'two', 'three'].map((name) => asker.run(name, () => ask(item(name)))));
    expect(askers).toEqual(['one', 'two']);
  });

  it('are run one by one if a benchmark switches batching off', async () => {
    const { ask, begun, alone } = createTestBatcher();
    unbatched.add('tests');
    try {
      expect(await Promise.all(['a1', 'a2'].map(ask))).toEqual(['a1 alone', 'a2 alone']);
    } finally {
      unbatched.delete('tests');
    }
    expect([begun, alone]).toEqual([[], ['a1', 'a2']]);
  });
});

describe('when batching by account', () => {
  it('a batch has requests of one account only, which is passed once', async () => {
    const begun: [string, readonly string[]][] = [];
    const ask = createBatcherByAccount<string, string, Item, string>({
      name: 'tests',
      runBatch: async (account, inputs) => {
        begun.push([account, inputs]);
        await eventLoopTurn();
        return inputs.map((input) => input.toUpperCase());
      },
      runAlone: ({ input }) => Promise.resolve(input),
    });
    const inputs = ['a1', 'b1', 'a2', 'b2', 'a3'];
    expect(await Promise.all(inputs.map((input) => ask(item(input))))).toEqual([
      'A1',
      'B1',
      'A2',
      'B2',
      'A3',
    ]);
    expect(begun).toEqual([
      ['a', ['a1']],
      ['b', ['b1']],
      ['a', ['a2', 'a3']],
      ['b', ['b2']],
    ]);
  });
});

describe('a batch that fails', () => {
  /** Three concurrent requests, and the one before them that they wait for. */
  const fail = async (error: Error) => {
    const { ask, begun, alone } = createTestBatcher();
    const first = ask('a1');
    const others = ['a2', 'b1!', 'c1'].map((input) => ask(input).catch(String));
    begun[0]?.end();
    await first;
    await eventLoopTurn();
    const later = ask('a4');
    begun[1]?.end(error);
    const answers = await Promise.all(others);
    await eventLoopTurn();
    begun[2]?.end();
    expect(await later).toBe('A4');
    return { answers, alone };
  };

  it.each(['23514', '22003', '23505', '40P01', '55P03', '57014'])(
    'is run one by one if the database refused it (%s): only the faulty request fails, and the next batch runs',
    async (code) => {
      expect(await fail(databaseError(code))).toEqual({
        answers: ['a2 alone', 'Error: b1! is wrong', 'c1 alone'],
        alone: ['a2', 'b1!', 'c1'],
      });
    },
  );

  it.each([
    ['the connection broke', unexpectedError('Connection terminated unexpectedly')],
    ['there was no response', unexpectedError('Query read timeout')],
    ['the database was stopped', databaseError('57P01')],
    ['the database is full', databaseError('53100')],
    ['it is a programming error', new TypeError('no such thing')],
  ])('is not retried if %s: it may have succeeded, or a retry cannot help', async (_, error) => {
    expect(await fail(error)).toEqual({ answers: Array(3).fill(String(error)), alone: [] });
  });

  it('fails with the error of its only item, without a retry', async () => {
    const { ask, begun, alone } = createTestBatcher();
    const answer = ask('a1').catch((error: unknown) => error);
    const error = databaseError('23514');
    begun[0]?.end(error);
    expect([await answer, alone]).toEqual([error, []]);
  });
});
