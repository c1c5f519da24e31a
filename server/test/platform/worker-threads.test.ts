import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.js';
import {
  createWorkerThreads,
  defaultLimits,
  siblingModule,
  type ThreadLimits,
  type ThreadTask,
  type WorkerThreads,
} from '../../src/platform/worker-threads.js';
import { until } from '../support/until.js';

interface Job {
  readonly doing: string;
  readonly value?: unknown;
}

const task: ThreadTask<Job, unknown> = {
  name: 'test',
  module: new URL('../support/threads/work.mjs', import.meta.url).href,
};

let threads: WorkerThreads | undefined;
afterEach(() => threads?.close());

function start(limits: Partial<ThreadLimits> = {}): (job: Job, whose?: string) => Promise<unknown> {
  const started = createWorkerThreads(createLog('silent'), { ...defaultLimits, ...limits });
  threads = started;
  return (job, whose = 'one') => started.run(task, job, whose);
}

/** Work that continues until it is released. */
function gate(): { readonly job: Job; readonly open: () => void } {
  const shared = new SharedArrayBuffer(4);
  return {
    job: { doing: 'wait', value: shared },
    open: () => {
      const flag = new Int32Array(shared);
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    },
  };
}

const answer: Job = { doing: 'answer', value: 42 };

describe('A worker thread', () => {
  it('returns the result of its work, refusals as refusals and errors as errors', async () => {
    const run = start();
    expect(await run(answer)).toBe(42);
    await expect(run({ doing: 'refuse', value: 'No.' })).rejects.toMatchObject({
      name: 'Refusal',
      kind: 'invalid',
      message: 'No.',
    });
    await expect(run({ doing: 'throw', value: 'a mistake' })).rejects.toThrow(/^a mistake$/);
    expect(await run(answer)).toBe(42);
  });

  it.each(['spin', 'hang'])('that exceeds its timeout is terminated and replaced: %s', async (doing) => {
    const run = start({ maxThreads: 1, timeoutMs: 3_000 });
    await expect(run({ doing })).rejects.toMatchObject({ name: 'Refusal', kind: 'unavailable' });
    // On a busy machine a new thread can take longer to start than the timeout here.
    await until('an answer from a new thread', async () => (await run(answer).catch(() => undefined)) === 42);
  });

  it.each(['exit', 'eat'])('that crashes is replaced: %s', async (doing) => {
    const run = start({ maxThreads: 1, maxHeapMegabytes: 32, timeoutMs: 120_000 });
    await expect(run({ doing })).rejects.toMatchObject({ name: 'Refusal', kind: 'unavailable' });
    expect(await run(answer)).toBe(42);
  });

  it('refuses work beyond its queue limit, and completes what it has accepted', async () => {
    const run = start({ maxThreads: 1, maxQueue: 2, timeoutMs: 120_000 });
    const { job, open } = gate();
    const taken = [run(job), run(answer), run(answer)];
    await expect(run(answer)).rejects.toMatchObject({ name: 'Refusal', kind: 'unavailable' });
    open();
    expect(await Promise.all(taken)).toEqual(['waited', 42, 42]);
    expect(await run(answer)).toBe(42);
  });

  it('refuses work of an account that has enough waiting, and takes that of others', async () => {
    const run = start({ maxThreads: 1, maxQueue: 10, maxPerAccount: 2, timeoutMs: 120_000 });
    const { job, open } = gate();
    const taken = [run(job), run(answer)];
    await expect(run(answer)).rejects.toMatchObject({ name: 'Refusal', kind: 'unavailable' });
    taken.push(run(answer, 'other'), run(answer, 'other'));
    await expect(run(answer, 'other')).rejects.toMatchObject({ name: 'Refusal', kind: 'unavailable' });
    open();
    expect(await Promise.all(taken)).toEqual(['waited', 42, 42, 42]);
    expect(await Promise.all([run(answer), run(answer, 'other')])).toEqual([42, 42]);
  });

  it('is terminated with all its waiting work, and closing it again is safe', async () => {
    const run = start({ maxThreads: 1, timeoutMs: 120_000 });
    const { job } = gate();
    const results = Promise.allSettled([run(job), run(answer)]);
    await threads?.close();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await threads?.close();
  });

  it('runs the built module from any location', () => {
    expect(siblingModule('file:///usr/src/app/server/src/pages/a.ts', 'b')).toBe(
      'file:///usr/src/app/server/dist/pages/b.js',
    );
    expect(siblingModule('file:///usr/src/app/server/dist/pages/a.js', 'b')).toBe(
      'file:///usr/src/app/server/dist/pages/b.js',
    );
  });
});
