import { LRUCache } from 'lru-cache';
import type { StoredBody } from './stored-body.js';

/** Keeps the bodies that were asked for last, up to so many bytes. Who asks for one that is being made waits for it. */
export class RecentBodies {
  readonly #kept: LRUCache<string, StoredBody>;
  readonly #making = new Map<string, Promise<StoredBody>>();

  constructor(maxBytes: number) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ plain, zipped }, key) => key.length + plain.length + (zipped?.length ?? 0),
    });
  }

  /**
   * The key says all that the body follows from, so that nothing kept is ever out of date. Whoever asks for one that is not
   * there has to be admitted first; of several at the same time each for itself, though it is made once.
   */
  async get(key: string, make: () => Promise<StoredBody>, admit: () => Promise<void>): Promise<StoredBody> {
    const known = this.#find(key);
    if (known) return known;
    await admit();
    return this.#find(key) ?? this.#make(key, make);
  }

  #find(key: string): StoredBody | Promise<StoredBody> | undefined {
    return this.#kept.get(key) ?? this.#making.get(key);
  }

  async #make(key: string, make: () => Promise<StoredBody>): Promise<StoredBody> {
    const making = make();
    this.#making.set(key, making);
    try {
      const body = await making;
      this.#kept.set(key, body);
      return body;
    } finally {
      this.#making.delete(key);
    }
  }
}
