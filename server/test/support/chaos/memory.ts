import type { Json } from '../api-client.js';

/** What a client of the API knows about a resource that it requested. */
export interface Memory {
  /** Identifies the resource even if the client never received its id. */
  readonly mark: string;
  /** As in the last response. */
  body: Json;
  /** `doubtful`: the client never learned whether it was created or deleted. */
  state: 'kept' | 'deleted' | 'doubtful';
}

/** Kinds of resources, by the path that lists them. */
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
