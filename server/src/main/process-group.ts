import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';

/** What a process of the group does. */
export type Part = 'api' | 'jobs';

/** A process that listens says where. */
export interface Listening {
  readonly port: number;
  readonly httpPort: number;
}

const partVariable = 'REGROVE_PROCESS_PART';
const readyMessage = 'regrove:ready';

interface Ready {
  readonly type: typeof readyMessage;
  readonly listening: Listening | null;
}

/** What this process is to do for the one that started it; undefined where it was started by a person. */
export const ownPart = (): Part | undefined =>
  cluster.isWorker ? (process.env[partVariable] as Part) : undefined;

/** Tells the one that started us that we are at work. */
export const sayReady = (listening: Listening | null): void => {
  process.send?.({ type: readyMessage, listening } satisfies Ready);
};

/** Settles when the one that started us is gone, however it ended: nobody is left to look after us. */
export const groupEnded = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('disconnect', resolve);
  });

export interface ProcessGroup {
  readonly listening: Listening;
  /** Lets every process finish what is under way. */
  stop(): Promise<void>;
}

export interface GroupOptions {
  readonly parts: readonly Part[];
  /** One that was not told to end did; another one takes its place. */
  readonly onLoss: (part: Part, how: string) => void;
}

const endOf = ({ process: { signalCode, exitCode } }: Worker): string =>
  signalCode ?? `exit code ${String(exitCode)}`;

/** Between the end of a process and its successor, so that one that cannot start does not keep the machine busy. */
const successorMs = 1_000;

/** Starts a process for each part. Those of the API share one address; connections go to them in turn. */
export async function startGroup({ parts, onLoss }: GroupOptions): Promise<ProcessGroup> {
  cluster.setupPrimary({ silent: false });
  const living = new Map<Worker, Part>();
  let isStopping = false;

  const start = (part: Part): Promise<Listening | null> => {
    const worker = cluster.fork({ [partVariable]: part });
    living.set(worker, part);
    return new Promise((resolve, reject) => {
      let isReady = false;
      worker.on('message', (message: Partial<Ready>) => {
        if (message.type !== readyMessage) return;
        isReady = true;
        resolve(message.listening ?? null);
      });
      worker.once('exit', () => {
        living.delete(worker);
        // What went wrong, it has said itself.
        if (!isReady) reject(new Error('A process of the server ended before it was ready'));
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
    const started: (Listening | null)[] = [];
    for (const part of parts) started.push(await start(part));
    const listening = started.find((one) => one !== null);
    if (!listening) throw new Error('No process of the server listens');
    return { listening, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
