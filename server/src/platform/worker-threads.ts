import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { Refusal, unavailable } from './errors.js';
import type { Log } from './log.js';
import { withTimeout } from './time/with-timeout.js';
import type { ThreadAnswer } from './thread-task.js';

/** Work that is done in a thread of its own: a function that a module exports by the name of `run`. */
export interface ThreadTask<Input, Output> {
  /** For the log. */
  readonly name: string;
  readonly module: string;
  /** Never set: says what goes in and what comes out. */
  readonly types?: (input: Input) => Output;
}

/** Threads for what would keep this one busy for too long. None is started before there is work for it. */
export interface WorkerThreads {
  /** Refuses as unavailable what comes when too much waits, what takes too long, and what its thread dies of. */
  run<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output>;
  /** Ends the threads; what is under way fails. */
  close(): Promise<void>;
}

export interface ThreadLimits {
  readonly maxThreads: number;
  /** How much work may wait, besides what is being done. */
  readonly maxQueue: number;
  /** From being asked for to being done; a thread that works longer is ended. */
  readonly timeoutMs: number;
  /** A thread that uses more is ended. */
  readonly maxHeapMegabytes: number;
}

export const defaultLimits: ThreadLimits = {
  // Each keeps its own copy of the fonts that it uses.
  maxThreads: Math.min(2, availableParallelism()),
  maxQueue: 32,
  timeoutMs: 15_000,
  maxHeapMegabytes: 256,
};

const idleMs = 60_000;

export function createWorkerThreads(log: Log, limits: ThreadLimits = defaultLimits): WorkerThreads {
  const { maxThreads, maxQueue, timeoutMs, maxHeapMegabytes } = limits;
  let pool: Promise<Piscina> | undefined;
  let pending = 0;

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
    async run<Input, Output>({ name, module }: ThreadTask<Input, Output>, input: Input): Promise<Output> {
      if (pending >= maxThreads + maxQueue) throw unavailable('The server is too busy: try again shortly');
      pending++;
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
      }
    },
    async close() {
      await (await pool)?.destroy();
      pool = undefined;
    },
  };
}

/** Whether the thread is gone, by time, by memory or by itself; else it is the work that failed. */
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
 * The address of a module beside another. Where the sources themselves run, as under test, a thread takes what was built of
 * them: it reads no TypeScript.
 */
export const moduleBeside = (address: string, name: string): string =>
  new URL(`${name}.js`, address.endsWith('.ts') ? address.replace(/^(.*)\/src\//, '$1/dist/') : address).href;
