import type { Json } from '../api-client.js';

/** What a client of the API knows about a resource that it requested. */
export interface KnownResource {
  /** Identifies the resource even if the client never received its id. */
  readonly mark: string;
  /** As in the last response. */
  body: Json;
  /** `unknown`: the client never learned whether it was created or deleted. */
  state: 'exists' | 'deleted' | 'unknown';
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

export class KnownResources {
  readonly #all = new Map<Kind, KnownResource[]>(kinds.map((kind) => [kind, []]));

  of(kind: Kind): KnownResource[] {
    return this.#all.get(kind) ?? [];
  }

  add(kind: Kind, resource: KnownResource): void {
    this.of(kind).push(resource);
  }
}
