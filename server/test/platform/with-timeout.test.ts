import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { withTimeout } from '../../src/platform/time/with-timeout.js';

setFlagsFromString('--expose-gc');
const cleanUpMemory = runInNewContext('gc') as () => void;

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

describe('A timeout', () => {
  it('fires even if garbage collection runs meanwhile', async () => {
    const stopping = new AbortController();
    const waiting = withTimeout(200, stopping.signal, untilAborted);
    const ended = expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
    for (let round = 0; round < 3; round++) {
      await nextTurn();
      cleanUpMemory();
    }
    await ended;
  });

  it('ends when it is aborted, before or during the work', async () => {
    const stopping = new AbortController();
    const reason = new Error('the process stops');
    const ended = expect(withTimeout(60_000, stopping.signal, untilAborted)).rejects.toBe(reason);
    stopping.abort(reason);
    await ended;
    await expect(withTimeout(60_000, stopping.signal, untilAborted)).rejects.toBe(reason);
  });

  it('fires in time even if the work ignores it', async () => {
    const deaf = new Promise<never>(() => undefined);
    await expect(withTimeout(20, undefined, () => deaf)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('returns the result of the work, and is cleared afterwards', async () => {
    vi.useFakeTimers();
    let kept: AbortSignal | undefined;
    const result = await withTimeout(10, undefined, (signal) => {
      kept = signal;
      return Promise.resolve('done');
    });
    await vi.advanceTimersByTimeAsync(30);
    vi.useRealTimers();
    expect({ result, aborted: kept?.aborted }).toEqual({ result: 'done', aborted: false });
  });
});
