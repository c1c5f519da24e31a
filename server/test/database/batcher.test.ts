import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBatcher } from '../../src/database/batcher.js';

interface Round {
  readonly inputs: readonly string[];
  readonly end: (error?: Error) => void;
}

/** What is asked for is answered in capitals, once its round is told to end. */
function gathered(maxSize = 100): { ask: (input: string) => Promise<string>; begun: Round[] } {
  const begun: Round[] = [];
  const ask = createBatcher<string, string>({
    runBatch: (inputs) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error): void => {
          if (error) reject(error);
          else resolve(inputs.map((input) => input.toUpperCase()));
        };
        begun.push({ inputs, end });
      }),
    groupOf: (input) => input[0] ?? '',
    maxSize,
  });
  return { ask, begun };
}

const inputsOf = (begun: readonly Round[]): (readonly string[])[] => begun.map(({ inputs }) => inputs);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('what is asked for at the same time', () => {
  it('is done at once when nobody else asks, and together while a round is under way', async () => {
    const { ask, begun } = gathered();
    const answers = Promise.all(['a1', 'a2', 'a3'].map(ask));
    expect(inputsOf(begun)).toEqual([['a1']]);
    begun[0]?.end();
    await turn();
    expect(inputsOf(begun)).toEqual([['a1'], ['a2', 'a3']]);
    begun[1]?.end();
    expect(await answers).toEqual(['A1', 'A2', 'A3']);
  });

  it('never joins a round that has begun: what it reads is of a time after it asked', async () => {
    const { ask, begun } = gathered();
    const first = ask('a1');
    const second = ask('a1');
    expect(inputsOf(begun)).toEqual([['a1']]);
    begun[0]?.end();
    expect(await first).toBe('A1');
    await turn();
    expect(inputsOf(begun)).toEqual([['a1'], ['a1']]);
    begun[1]?.end();
    expect(await second).toBe('A1');
  });

  it('is kept apart by its group', () => {
    const { ask, begun } = gathered();
    for (const input of ['a1', 'b1', 'a2', 'b2']) void ask(input);
    expect(inputsOf(begun)).toEqual([['a1'], ['b1']]);
  });

  it('is done in several rounds where it is more than fits', async () => {
    const { ask, begun } = gathered(2);
    for (const input of ['a1', 'a2', 'a3', 'a4']) void ask(input);
    begun[0]?.end();
    await turn();
    expect(inputsOf(begun)).toEqual([['a1'], ['a2', 'a3']]);
    begun[1]?.end();
    await turn();
    expect(inputsOf(begun).at(-1)).toEqual(['a4']);
  });

  it('fails with its round, and the next goes on', async () => {
    const { ask, begun } = gathered();
    const first = ask('a1');
    const others = [ask('a2'), ask('a3')].map((one) => one.catch(String));
    begun[0]?.end();
    await first;
    await turn();
    const later = ask('a4');
    begun[1]?.end(new Error('no luck'));
    expect(await Promise.all(others)).toEqual(['Error: no luck', 'Error: no luck']);
    await turn();
    begun[2]?.end();
    expect(await later).toBe('A4');
  });

  describe('while a round does not end', () => {
    afterEach(() => vi.useRealTimers());

    it('waits for a second, and goes on beside it', async () => {
      vi.useFakeTimers();
      const { ask, begun } = gathered();
      void ask('a1');
      const second = ask('a2');
      await vi.advanceTimersByTimeAsync(900);
      expect(inputsOf(begun)).toEqual([['a1']]);
      await vi.advanceTimersByTimeAsync(200);
      expect(inputsOf(begun)).toEqual([['a1'], ['a2']]);
      begun[1]?.end();
      expect(await second).toBe('A2');
    });
  });

  it('is done in the name of the first of its round', async () => {
    const asker = new AsyncLocalStorage<string>();
    const askers: (string | undefined)[] = [];
    const ask = createBatcher<string, string>({
      runBatch: async (inputs) => {
        askers.push(asker.getStore());
        await turn();
        return inputs;
      },
      groupOf: () => '',
      maxSize: 100,
    });
    await Promise.all(['one', 'two', 'three'].map((name) => asker.run(name, () => ask(name))));
    expect(askers).toEqual(['one', 'two']);
  });
});
