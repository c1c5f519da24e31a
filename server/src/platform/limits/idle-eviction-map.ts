const firstSweep = 1_000;

/** Keeps one entry per key, created on first use. Once there are many, idle entries are dropped. */
export class IdleEvictionMap<Entry extends { isBusy(): boolean }> {
  readonly #make: () => Entry;
  readonly #entries = new Map<string, Entry>();
  #sweepAt = firstSweep;

  constructor(make: () => Entry) {
    this.#make = make;
  }

  get size(): number {
    return this.#entries.size;
  }

  of(key: string): Entry {
    const known = this.#entries.get(key);
    if (known) return known;
    if (this.#entries.size >= this.#sweepAt) this.#sweep();
    const made = this.#make();
    this.#entries.set(key, made);
    return made;
  }

  #sweep(): void {
    for (const [key, entry] of this.#entries) if (!entry.isBusy()) this.#entries.delete(key);
    this.#sweepAt = firstSweep + 2 * this.#entries.size;
  }
}
