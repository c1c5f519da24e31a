import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { processPartVariable } from '../platform/config/config.js';

/** What a process of the group does. */
export type Part = 'api' | 'jobs';

const readyMessage = 'regrove:ready';

/** What this process is to do for the one that started it; undefined where it was started by a person. */
export const ownPart = (): Part | undefined =>
  cluster.isWorker ? (process.env[processPartVariable] as Part) : undefined;

/** Tells the one that started us that we are at work. */
export const sayReady = (): void => {
  process.send?.(readyMessage);
};

/** Lets this process end once its work has: being in touch with the one that started it would keep it alive. */
export const leaveGroup = (): void => {
  process.disconnect();
};

export interface ProcessGroup {
  /** Lets every process finish what is under way. */
  stop(): Promise<void>;
}

export interface GroupOptions {
  readonly parts: readonly Part[];
  /** What they find in their environment besides what is in ours. */
  readonly environment: Readonly<Record<string, string>>;
  /** One that was not told to end did; another one takes its place. */
  readonly onLoss: (part: Part, how: string) => void;
}

const endOf = ({ process: { signalCode, exitCode } }: Worker): string =>
  signalCode ?? `exit code ${String(exitCode)}`;

/** Between the end of a process and its successor, so that one that cannot start does not keep the machine busy. */
const successorMs = 1_000;

/** Starts a process for each part. Those of the API share one address; connections go to them in turn. */
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
        // What went wrong, it has said itself.
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
    // One after the other: the first makes what the others find.
    for (const part of parts) await start(part);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
