import { unavailable } from '../errors.js';

export interface SemaphoreOptions {
  readonly permits: number;
  /** Missing: the queue and the wait are unlimited. */
  readonly queue?: QueueLimits;
}

export interface QueueLimits {
  readonly maxLength: number;
  readonly maxWaitMs: number;
  /** Error message on timeout or when the queue is full. */
  readonly refusal: string;
}

/** Limits concurrency. Waiters are served in order, and rejected if the queue is full or the wait is too long. */
export class Semaphore {
  readonly #permits: number;
  readonly #limits: QueueLimits | undefined;
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor({ permits, queue }: SemaphoreOptions) {
    this.#permits = permits;
    this.#limits = queue;
    this.#free = permits;
  }

  isBusy(): boolean {
    return this.#free < this.#permits;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await this.#permit();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #permit(): Promise<void> {
    const limits = this.#limits;
    if (!limits) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
      return;
    }
    const { maxLength, maxWaitMs, refusal } = limits;
    if (this.#waiting.size >= maxLength) throw unavailable(refusal);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(go);
        reject(unavailable(refusal));
      }, maxWaitMs);
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(go);
    });
  }

  /** Passes the permit to the next waiter, so that later callers cannot overtake. */
  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
