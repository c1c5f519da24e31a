import type { Clock } from './clock.js';
import type { State } from './state.js';
import { messageOf } from './user-error.js';

const hourMs = 3_600_000;

/** What goes wrong at the moment, by its kind: for `status`, and once an hour for the log. */
export class ProblemTracker {
  readonly #lines = new Map<string, string>();
  readonly #saidAt = new Map<string, number>();
  readonly #clock: Clock;
  readonly #log: (line: string) => void;

  constructor({ clock, log }: { readonly clock: Clock; readonly log: (line: string) => void }) {
    this.#clock = clock;
    this.#log = log;
  }

  add(kind: string, error: unknown): void {
    const line = `${kind}: ${messageOf(error)}`;
    const now = this.#clock().getTime();
    const saidAt = this.#saidAt.get(kind);
    if (saidAt === undefined || Math.abs(now - saidAt) >= hourMs) {
      this.#log(line);
      this.#saidAt.set(kind, now);
    }
    this.#lines.set(kind, line);
  }

  resolve(kind: string): void {
    this.#lines.delete(kind);
  }

  /** Without reasons, which may contain paths, or parts of files. */
  kinds(): string[] {
    return [...this.#lines.keys()];
  }

  /** All but those of this kind. */
  list(without: string): string[] {
    return [...this.#lines].flatMap(([kind, line]) => (kind === without ? [] : [line]));
  }

  /** Whether the state tells the same. */
  matches({ problems = [] }: State): boolean {
    return JSON.stringify(problems) === JSON.stringify([...this.#lines.values()]);
  }
}
