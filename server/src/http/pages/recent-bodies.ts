import type { StoredBody } from './stored-body.js';

/** Keeps the bodies that were asked for last, up to so many bytes. Who asks for one that is being made waits for it. */
export class RecentBodies {
  private readonly kept = new Map<string, Promise<StoredBody>>();
  private readonly sizes = new Map<string, number>();
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  /**
   * The key says all that the body follows from, so that nothing kept is ever out of date. Whoever asks for one that is not
   * there has to be admitted first; of several at the same time each for itself, though it is made once.
   */
  async get(key: string, make: () => Promise<StoredBody>, admit: () => Promise<void>): Promise<StoredBody> {
    if (!this.kept.has(key)) await admit();
    const known = this.kept.get(key);
    const body = known ?? make();
    // To the end of the row: the first in it is the one that was not asked for for the longest time.
    this.kept.delete(key);
    this.kept.set(key, body);
    if (!known) {
      body.then(
        ({ plain, zipped }) => {
          // It may have been pushed out while it was made.
          if (this.kept.get(key) === body) this.count(key, key.length + plain.length + (zipped?.length ?? 0));
        },
        () => this.kept.delete(key),
      );
    }
    return body;
  }

  private count(key: string, size: number): void {
    this.sizes.set(key, size);
    this.size += size;
    for (const oldest of this.kept.keys()) {
      if (this.size <= this.maxBytes) return;
      this.size -= this.sizes.get(oldest) ?? 0;
      this.sizes.delete(oldest);
      this.kept.delete(oldest);
    }
  }
}
