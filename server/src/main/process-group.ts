import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { processPartVariable } from '../platform/config/config.js';

/** The role of a process in the group. */
export type Part = 'api' | 'jobs';

const readyMessage = 'regrove:ready';

/** The role of this process in its group; undefined if it was started directly. */
export const ownPart = (): Part | undefined =>
  cluster.isWorker ? (process.env[processPartVariable] as Part) : undefined;

/** Tells the parent process that this one is ready. */
export const reportReady = (): void => {
  process.send?.(readyMessage);
};

/** Lets this process exit when its work is done: the channel to the parent would keep it alive. */
export const disconnectFromParent = (): void => {
  process.disconnect();
};

export interface ProcessGroup {
  /** Lets every process finish its work in progress. */
  stop(): Promise<void>;
}

export interface GroupOptions {
  readonly parts: readonly Part[];
  /** Added to the environment of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Called when a process exits unexpectedly; it is replaced. */
  readonly onLoss: (part: Part, how: string) => void;
}

const endOf = ({ process: { signalCode, exitCode } }: Worker): string =>
  signalCode ?? `exit code ${String(exitCode)}`;

/** Delay before a process is replaced, so that one that cannot start does not keep the machine busy. */
const successorMs = 1_000;

/** Starts one process per part. API processes share one address and get connections in turn. */
export async function startGroup({ parts, environment, onLoss }: GroupOptions): Promise<ProcessGroup> {
  cluster.setupPrimary({ silent: false });
  const living = new Map<Worker, Part>();
  let isStopping = false;

  const start = (part: Part): Promise<void> => {
    const worker = cluster.fork({ ...environment, [processPartVariable]: part });
    living.set(worker, part);
    return new Promise((resolve, reject) => {
      let isReady = false;
      worker.on('message', (message: unknown) => {
        if (message !== readyMessage) return;
        isReady = true;
        resolve();
      });
      worker.once('exit', () => {
        living.delete(worker);
        // The process itself has already reported the cause.
        if (!isReady) reject(new Error('A server process exited before it was ready'));
        if (isReady && !isStopping) void replace(part, endOf(worker));
      });
    });
  };

  const replace = async (part: Part, how: string): Promise<void> => {
    onLoss(part, how);
    await pause(successorMs);
    if (isStopping) return;
    await start(part).catch((error: unknown) => replace(part, String(error)));
  };

  const stop = async (): Promise<void> => {
    isStopping = true;
    const ends = [...living.keys()].map((worker) => {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.process.kill('SIGTERM');
      return ended;
    });
    await Promise.all(ends);
  };

  try {
    // One after the other: the first process creates what the rest need.
    for (const part of parts) await start(part);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
