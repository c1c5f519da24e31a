import { List, type PageOptions } from './list.js';
import type { CallOptions, WriteOptions } from './options.js';
import type { Shape } from './shapes.js';
import type { Send } from './transport.js';

/** Days as `YYYY-MM-DD`, in UTC, both included. */
export interface DayRange {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
}

/** The one that you call so in your own books. */
export interface ExternalIdFilter {
  readonly external_id?: string | undefined;
}

export interface Lists<T, Filters = unknown> {
  /** All of them: `await` it for the array, or iterate over it with `for await` to read page by page. */
  list(options?: Filters & PageOptions & CallOptions): List<T>;
}

export interface Gets<T> {
  /** The one with this id. */
  get(id: string, options?: CallOptions): Promise<T>;
}

export interface Creates<New, T> {
  /** Creates one. Repeated attempts create one all the same. */
  create(body: New, options?: WriteOptions): Promise<T>;
}

export interface CreatesBatches<New, T> {
  /** Creates up to 1,000 of them, all or none; they come back in the same order. Repeated attempts create them once. */
  createBatch(body: New, options?: WriteOptions): Promise<T>;
}

export interface Updates<Changes, T> {
  /** Changes what is given and leaves the rest as it is. */
  update(id: string, changes: Changes, options?: CallOptions): Promise<T>;
}

export interface Keeps<Changes, T> {
  /** As it is now. */
  get(options?: CallOptions): Promise<T>;
  /** Changes what is given and leaves the rest as it is. */
  update(changes: Changes, options?: CallOptions): Promise<T>;
}

export interface Deletes {
  /**
   * Deletes the one with this id. When an answer was lost and the repeated request finds nothing (404), the first
   * attempt has done it, and this counts as success.
   */
  delete(id: string, options?: CallOptions): Promise<Shape<'Deleted'>>;
}

export interface Switches<T> {
  /** Makes it active. Changes nothing if it is. */
  activate(id: string, options?: WriteOptions): Promise<T>;
  /** Makes it inactive. Changes nothing if it is. */
  deactivate(id: string, options?: WriteOptions): Promise<T>;
}

export interface Places<T> {
  /** Places a draft: its offsets are created, once. */
  place(id: string, options?: WriteOptions): Promise<T>;
}

export interface Collects<T> {
  /** Adds one; changes nothing if it is there. Gives the list as it is then. */
  add(id: string, options?: WriteOptions): Promise<T[]>;
  /** Removes one. Gives the list as it is then. A 404 after a lost answer counts as success, as in `delete`. */
  remove(id: string, options?: CallOptions): Promise<T[]>;
}

export interface TakesReadings<New, T> {
  /** Sends counter readings of devices. Says what they came to; repeated attempts count once. */
  pushReadings(id: string, body: New, options?: WriteOptions): Promise<T>;
}

/** Something that can be done with what is at a path. */
export type Ability = (send: Send, path: string) => object;

type All<Abilities> = Abilities extends readonly [infer First extends Ability, ...infer Rest]
  ? ReturnType<First> & All<Rest>
  : unknown;

/** What is at a path, with all that can be done with it. */
export function resource<Abilities extends readonly Ability[]>(
  send: Send,
  path: string,
  ...abilities: Abilities
): All<Abilities> {
  return Object.assign({}, ...abilities.map((ability) => ability(send, path))) as All<Abilities>;
}

export const lists = <T, Filters = unknown>(send: Send, path: string): Lists<T, Filters> => ({
  list(options) {
    const { pageSize, signal, retries, timeoutMs, ...filters }: PageOptions & CallOptions = options ?? {};
    const given = Object.entries<string | undefined>(filters).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const ask = (query: string) => send('GET', path + query, { signal, retries, timeoutMs });
    return new List<T>(ask, Object.fromEntries(given), pageSize);
  },
});

export const gets = <T>(send: Send, path: string): Gets<T> => ({
  get: async (id, options) => (await send('GET', below(path, id), options)).body as T,
});

export const creates = <New, T>(send: Send, path: string): Creates<New, T> => ({
  create: async (body, options) => (await send('POST', path, { ...options, body, isOnce: true })).body as T,
});

export const createsBatches = <New, T>(send: Send, path: string): CreatesBatches<New, T> => ({
  createBatch: async (body, options) =>
    (await send('POST', `${path}/batch`, { ...options, body, isOnce: true })).body as T,
});

export const updates = <Changes, T>(send: Send, path: string): Updates<Changes, T> => ({
  update: async (id, changes, options) =>
    (await send('PATCH', below(path, id), { ...options, body: changes })).body as T,
});

/** For what an account has one of. */
export const keeps = <Changes, T>(send: Send, path: string): Keeps<Changes, T> => ({
  get: async (options) => (await send('GET', path, options)).body as T,
  update: async (changes, options) => (await send('PATCH', path, { ...options, body: changes })).body as T,
});

export const deletes = (send: Send, path: string): Deletes => ({
  delete: async (id, options) => {
    const gone = (): Shape<'Deleted'> => ({ id, deleted: true });
    return (await send('DELETE', below(path, id), { ...options, gone })).body as Shape<'Deleted'>;
  },
});

export const switches = <T>(send: Send, path: string): Switches<T> => ({
  activate: async (id, options) =>
    (await send('POST', `${below(path, id)}/activate`, { ...options, isOnce: true })).body as T,
  deactivate: async (id, options) =>
    (await send('POST', `${below(path, id)}/deactivate`, { ...options, isOnce: true })).body as T,
});

export const places = <T>(send: Send, path: string): Places<T> => ({
  place: async (id, options) =>
    (await send('PATCH', `${below(path, id)}/place`, { ...options, isOnce: true })).body as T,
});

export const takesReadings = <New, T>(send: Send, path: string): TakesReadings<New, T> => ({
  pushReadings: async (id, body, options) =>
    (await send('POST', `${below(path, id)}/readings`, { ...options, body, isOnce: true })).body as T,
});

export const collects = <T>(send: Send, path: string): Collects<T> => ({
  add: async (id, options) => (await send('POST', below(path, id), { ...options, isOnce: true })).body as T[],
  remove: async (id, options) => {
    const gone = async (): Promise<unknown> => (await send('GET', path, options)).body;
    return (await send('DELETE', below(path, id), { ...options, gone })).body as T[];
  },
});

/** The path of one thing. Dots alone would lead to another path, and so perhaps to another account. */
export function below(path: string, id: string): string {
  if (!/[^.]/.test(id)) throw new TypeError(`"${id}" is not an id`);
  return `${path}/${encodeURIComponent(id)}`;
}
