import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from '../database/database.js';
import { acquireWorkerLock, releaseWorkerLock } from './queue-store.js';

type Client = Parameters<Parameters<Pool['withClient']>[0]>[0];

/**
 * Keeps one connection open that holds a lock for each worker of this process. When the process dies, the database
 * releases the locks, and other processes return its jobs to the queue.
 */
export class WorkerLocks {
  readonly #workers = new Set<string>();
  readonly #changes = new EventEmitter();

  add(worker: string): void {
    this.#workers.add(worker);
    this.#changes.emit('change');
  }

  /** For a worker that has ended: its unfinished jobs return to the queue, too. */
  drop(worker: string): void {
    this.#workers.delete(worker);
    this.#changes.emit('change');
  }

  /** Runs until told to stop; replaces a broken connection and takes the locks again. */
  async hold(pool: Pool, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      await pool.withClient((client) => this.#holdOn(client, stopping)).catch(() => undefined);
      await pause(1_000, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  async #holdOn(client: Client, stopping: AbortSignal): Promise<void> {
    const broken = new AbortController();
    const onEnd = (): void => {
      broken.abort();
    };
    client.once('error', onEnd).once('end', onEnd);
    const over = AbortSignal.any([stopping, broken.signal]);
    const held = new Set<string>();
    while (!over.aborted) {
      await bring(client, held, this.#workers);
      if (isSame(held, this.#workers)) {
        await once(this.#changes, 'change', { signal: over }).catch(() => undefined);
      }
    }
    client.off('error', onEnd).off('end', onEnd);
    // The connection returns to the pool and must not keep the locks.
    await bring(client, held, new Set());
  }
}

/** One lock at a time, because a connection runs one query at a time. */
async function bring(client: Client, held: Set<string>, wanted: ReadonlySet<string>): Promise<void> {
  for (const worker of [...wanted].filter((one) => !held.has(one))) {
    await client.query(acquireWorkerLock, [worker]);
    held.add(worker);
  }
  for (const worker of [...held].filter((one) => !wanted.has(one))) {
    await client.query(releaseWorkerLock, [worker]);
    held.delete(worker);
  }
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));
