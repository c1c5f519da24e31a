import { LRUCache } from 'lru-cache';

export interface RefreshedCacheOptions {
  readonly max: number;
  /** What was read stays fresh for at least so long. */
  readonly freshMs: number;
  /** Older values are not shown to anyone. */
  readonly maxAgeMs: number;
}

export interface CacheLoader<Value> {
  /** What does not exist is undefined, and not kept. */
  readonly read: () => Promise<Value | undefined>;
  /** A request for an unknown value must be admitted first. */
  readonly admit: () => Promise<void>;
  /** Called for failures of background refreshes. */
  readonly onReadError: (error: unknown) => void;
}

interface Known<Value> {
  readonly value: Value;
  /** When it is to be read again. */
  readonly dueAt: number;
}

/** Reading takes at most this part of the time, however long it takes. */
const partOfTime = 1 / 20;
/** What failed is tried again after this many times as long as it took to fail. */
const pauseFactor = 4;

/**
 * Values that take long to read, and that many ask for. A value that is no longer fresh is still served while it is read again, so only
 * the first one waits. Each is read once at a time, and a reading that took long to fail is not retried by every caller.
 */
export class RefreshedCache<Value extends object> {
  readonly #options: RefreshedCacheOptions;
  readonly #known: LRUCache<string, Known<Value>>;
  /** Apart from the known ones, so that none is lost to other keys while it is being read. */
  readonly #reading = new Map<string, Promise<Value | undefined>>();

  constructor(options: RefreshedCacheOptions) {
    this.#options = options;
    this.#known = new LRUCache({ max: options.max, ttl: options.maxAgeMs });
  }

  async get(key: string, { read, admit, onReadError }: CacheLoader<Value>): Promise<Value | undefined> {
    const known = this.#known.get(key);
    if (!known) {
      await admit();
      return this.#read(key, read);
    }
    if (performance.now() >= known.dueAt && !this.#reading.has(key)) this.#read(key, read).catch(onReadError);
    return known.value;
  }

  #read(key: string, read: CacheLoader<Value>['read']): Promise<Value | undefined> {
    const reading = this.#reading.get(key) ?? this.#begin(key, read);
    this.#reading.set(key, reading);
    return reading;
  }

  async #begin(key: string, read: CacheLoader<Value>['read']): Promise<Value | undefined> {
    const start = performance.now();
    const took = (): number => performance.now() - start;
    try {
      const value = await read();
      const freshMs = Math.max(this.#options.freshMs, took() / partOfTime);
      if (value) this.#known.set(key, { value, dueAt: performance.now() + freshMs });
      else this.#known.delete(key);
      this.#reading.delete(key);
      return value;
    } catch (error) {
      setTimeout(() => this.#reading.delete(key), took() * pauseFactor).unref();
      throw error;
    }
  }
}
