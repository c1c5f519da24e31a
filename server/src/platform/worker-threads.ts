import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { Refusal, unavailable } from './errors.js';
import type { Log } from './log.js';
import { withTimeout } from './time/with-timeout.js';
import type { ThreadAnswer } from './thread-task.js';

/** Work for a worker thread: a function that a module exports as `run`. */
export interface ThreadTask<Input, Output> {
  /** For the log. */
  readonly name: string;
  readonly module: string;
  /** Never set: carries the input and output types. */
  readonly types?: (input: Input) => Output;
}

/** Threads for work that would block the event loop for too long. They are started on demand. */
export interface WorkerThreads {
  /**
   * Rejects as unavailable if the queue is full, the work takes too long or its thread dies, or if too much of the same account, which
   * `whose` names, waits already.
   */
  run<Input, Output>(task: ThreadTask<Input, Output>, input: Input, whose: string): Promise<Output>;
  /** Ends the threads. Work in progress fails. */
  close(): Promise<void>;
}

export interface ThreadLimits {
  readonly maxThreads: number;
  /** How much work may wait, in addition to the work in progress. */
  readonly maxQueue: number;
  /** How much of one account may be in progress or wait, so that others do not wait for all of it. */
  readonly maxPerAccount: number;
  /** From submission to completion. A thread that exceeds it is ended. */
  readonly timeoutMs: number;
  /** A thread that exceeds it is ended. */
  readonly maxHeapMegabytes: number;
}

export const defaultLimits: ThreadLimits = {
  // Each thread has its own copy of the fonts it uses.
  maxThreads: Math.min(2, availableParallelism()),
  maxQueue: 32,
  maxPerAccount: 8,
  timeoutMs: 15_000,
  maxHeapMegabytes: 256,
};

const idleMs = 60_000;

export function createWorkerThreads(log: Log, limits: ThreadLimits = defaultLimits): WorkerThreads {
  const { maxThreads, maxQueue, maxPerAccount, timeoutMs, maxHeapMegabytes } = limits;
  let pool: Promise<Piscina> | undefined;
  let pending = 0;
  const pendingOf = new Map<string, number>();

  const open = async (): Promise<Piscina> => {
    const { Piscina } = await import('piscina');
    return new Piscina({
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      atomics: 'disabled',
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
  };

  return {
    async run<Input, Output>(
      { name, module }: ThreadTask<Input, Output>,
      input: Input,
      whose: string,
    ): Promise<Output> {
      const own = pendingOf.get(whose) ?? 0;
      if (pending >= maxThreads + maxQueue || own >= maxPerAccount)
        throw unavailable('The server is too busy: try again shortly');
      pending++;
      pendingOf.set(whose, own + 1);
      try {
        const threads = await (pool ??= open());
        const answer = (await withTimeout(timeoutMs, undefined, (signal) =>
          threads.run(input, { filename: module, name: 'run', signal }),
        )) as ThreadAnswer<Output>;
        if ('value' in answer) return answer.value;
        const { kind, message, reason } = answer.refusal;
        throw new Refusal(kind, message, reason);
      } catch (error) {
        if (!isLoss(error)) throw error;
        log.error({ err: error, task: name }, 'a worker thread was lost');
        throw Object.assign(unavailable('This took too long: try again shortly'), { cause: error });
      } finally {
        pending--;
        const left = (pendingOf.get(whose) ?? 1) - 1;
        if (left > 0) pendingOf.set(whose, left);
        else pendingOf.delete(whose);
      }
    },
    async close() {
      await (await pool)?.destroy();
      pool = undefined;
    },
  };
}

/** Whether the thread was lost (timeout, memory, exit), rather than the work having failed. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Refusal) return false;
  const { code = '' } = error as { code?: unknown };
  return (
    error.name === 'TimeoutError' ||
    String(code).startsWith('ERR_WORKER') ||
    /worker (thread )?exited|terminating worker/i.test(error.message)
  );
}

/**
 * The URL of a module next to another. When running from source, as in tests, threads use the built module, because they
 * cannot load TypeScript.
 */
export const siblingModule = (address: string, name: string): string =>
  new URL(`${name}.js`, address.endsWith('.ts') ? address.replace(/^(.*)\/src\//, '$1/dist/') : address).href;
