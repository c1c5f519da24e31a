import { openCheckpoint, openLog, rootOf, type Entry } from '@regrove/verify';
import type { Traffic } from './traffic.js';

interface SeenCheckpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
}

/** A stranger who looks at the transparency log now and then, and remembers what it has signed. */
export class LogMonitor {
  #seen = new Map<string, SeenCheckpoint>();
  readonly keys = new Set<string>();

  constructor(readonly traffic: Traffic) {}

  get count(): number {
    return this.#seen.size;
  }

  /** Remembers the newest checkpoint, verified with the key of the moment. A year may begin with a version that has no log. */
  async look(): Promise<void> {
    if (this.keys.size === 0 && (await this.traffic.page('/log/key')).status === 404) return;
    this.keys.add((await this.#get('/log/key')).toString().trim());
    const note = await this.#get('/log/checkpoint').catch(() => undefined);
    // Nothing has been signed yet.
    if (note === undefined) return;
    const { origin, size, root } = await openCheckpoint(note, { keys: [...this.keys] });
    const text = Buffer.from(root).toString('base64');
    this.#seen.set(`${origin} ${size} ${text}`, { origin, size, root: text });
  }

  /** A log that was given up tells nobody of what it had signed after this many entries. */
  forget(origin: string, after: number): void {
    this.#seen = new Map([...this.#seen].filter(([, one]) => one.origin !== origin || one.size <= after));
  }

  /** All entries, verified, and the checkpoints that are not about a beginning of them. */
  async audit(): Promise<{ entries: Entry[]; size: number; contradicted: SeenCheckpoint[] }> {
    const key = (await this.#get('/log/key')).toString().trim();
    const log = await openLog({ keys: [key], fetchResource: (path) => this.#get(`/log/${path}`) });
    const entries: Entry[] = [];
    const hashes: Uint8Array[] = [];
    const left = new Map(this.#seen);
    const sizes = new Set([...left.values()].map(({ size }) => size));
    for await (const { entry, hash } of log.entries()) {
      entries.push(entry);
      hashes.push(hash);
      if (!sizes.has(hashes.length)) continue;
      const root = Buffer.from(await rootOf(hashes)).toString('base64');
      for (const [name, one] of left) if (one.size === hashes.length && one.root === root) left.delete(name);
    }
    return { entries, size: log.checkpoint.size, contradicted: [...left.values()] };
  }

  async #get(path: string): Promise<Buffer> {
    const { status, body } = await this.traffic.page(path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return body;
  }
}
