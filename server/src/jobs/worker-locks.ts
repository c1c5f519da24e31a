import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from '../platform/db/database.js';
import { holdWorkerLock } from './queue-store.js';

/**
 * Keeps one connection open that holds a lock for each worker of this process. When the process dies, however it dies,
 * the database lets the locks go, and others give its jobs back to the queue.
 */
export class WorkerLocks {
  readonly #workers: string[] = [];
  #lock: ((worker: string) => Promise<unknown>) | undefined;

  add(worker: string): void {
    this.#workers.push(worker);
    // A connection that breaks is replaced, and takes all locks again.
    this.#lock?.(worker).catch(() => undefined);
  }

  async hold(pool: Pool, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      await pool
        .withClient(async (client) => {
          const broken = new Promise<void>((resolve) => {
            client.once('error', resolve).once('end', resolve);
            stopping.addEventListener('abort', () => resolve(), { once: true });
          });
          this.#lock = (worker) => client.query(holdWorkerLock, [worker]);
          for (const worker of this.#workers) await this.#lock(worker);
          await broken;
        })
        .catch(() => undefined);
      this.#lock = undefined;
      await pause(1_000, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
