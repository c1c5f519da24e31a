import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { processRoleVariable } from '../platform/config/config.js';

/** The role of a process in the group. */
export type ProcessRole = 'api' | 'jobs';

const readyMessage = 'regrove:ready';

/** The role of this process in its group; undefined if it was started directly. */
export const ownRole = (): ProcessRole | undefined =>
  cluster.isWorker ? (process.env[processRoleVariable] as ProcessRole) : undefined;

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
  readonly roles: readonly ProcessRole[];
  /** Added to the environment of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Called when a process exits unexpectedly; it is replaced. */
  readonly onLoss: (part: ProcessRole, how: string) => void;
}

const endOf = ({ process: { signalCode, exitCode } }: Worker): string =>
  signalCode ?? `exit code ${String(exitCode)}`;

/** Delay before a process is replaced, so that one that cannot start does not keep the machine busy. */
const successorMs = 1_000;

/** Starts one process per part. API processes share one address and get connections in turn. */
export async function startGroup({ roles, environment, onLoss }: GroupOptions): Promise<ProcessGroup> {
  cluster.setupPrimary({ silent: false });
  const living = new Map<Worker, ProcessRole>();
  let isStopping = false;

  const start = (part: ProcessRole): Promise<void> => {
    const worker = cluster.fork({ ...environment, [processRoleVariable]: part });
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

  const replace = async (part: ProcessRole, how: string): Promise<void> => {
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
    for (const part of roles) await start(part);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
