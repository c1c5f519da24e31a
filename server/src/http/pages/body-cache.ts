import { LRUCache } from 'lru-cache';
import type { PrecompressedBody } from './precompressed-body.js';

/** Caches recently used bodies, up to a number of bytes. Concurrent requests for one wait for the same rendering. */
export class BodyCache {
  readonly #cache: LRUCache<string, PrecompressedBody>;
  readonly #making = new Map<string, Promise<PrecompressedBody>>();

  constructor(maxBytes: number) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ plain, gzipped }, key) => key.length + plain.length + (gzipped?.length ?? 0),
    });
  }

  /**
   * The key must contain everything the body depends on, so that cached bodies are never outdated. A request for an uncached body
   * must be admitted first. Of several concurrent requests, each needs admission, but the body is rendered once.
   */
  async get(
    key: string,
    make: () => Promise<PrecompressedBody>,
    admit: () => Promise<void>,
  ): Promise<PrecompressedBody> {
    const known = this.#find(key);
    if (known) return known;
    await admit();
    return this.#find(key) ?? this.#make(key, make);
  }

  #find(key: string): PrecompressedBody | Promise<PrecompressedBody> | undefined {
    return this.#cache.get(key) ?? this.#making.get(key);
  }

  async #make(key: string, make: () => Promise<PrecompressedBody>): Promise<PrecompressedBody> {
    const making = make();
    this.#making.set(key, making);
    try {
      const body = await making;
      this.#cache.set(key, body);
      return body;
    } finally {
      this.#making.delete(key);
    }
  }
}
