import { unavailable } from '../errors.js';

export interface SemaphoreOptions {
  /** As many run at once. */
  readonly permits: number;
  /** Missing: everybody waits for as long as it takes. */
  readonly queue?: QueueLimits;
}

export interface QueueLimits {
  /** As many others wait, for so long. */
  readonly maxLength: number;
  readonly maxWaitMs: number;
  /** Told to who has waited in vain, or finds the queue full. */
  readonly refusal: string;
}

/** Lets so many run at once. Others wait in the order in which they came; they are refused when they are too many or wait too long. */
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

  /** Hands the permit on, so that nobody who comes later is faster. */
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
