import type { Json } from '../api-client.js';

/** What a client of the API knows about one thing that it asked for. */
export interface Memory {
  /** What tells it from all others, also when its id was never answered. */
  readonly mark: string;
  /** As it was answered last. */
  body: Json;
  /** `doubtful`: whether it was made, or is gone, was never answered. */
  state: 'kept' | 'deleted' | 'doubtful';
}

/** Kinds of things, by the path that lists them. */
export const kinds = [
  '/accounts',
  '/biomass/offsets',
  '/deposits',
  '/feeds',
  '/orders',
  '/quotes',
  '/servers',
  '/users',
] as const;
export type Kind = (typeof kinds)[number];

export class Memories {
  readonly #all = new Map<Kind, Memory[]>(kinds.map((kind) => [kind, []]));

  of(kind: Kind): Memory[] {
    return this.#all.get(kind) ?? [];
  }

  add(kind: Kind, memory: Memory): void {
    this.of(kind).push(memory);
  }
}
