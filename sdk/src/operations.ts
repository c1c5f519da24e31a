import { List, type PageOptions } from './list.js';
import type { CallOptions, WriteOptions } from './options.js';
import type { Shape } from './shapes.js';
import type { Send } from './transport.js';

/** Days as `YYYY-MM-DD`, in UTC, both inclusive. */
export interface DayRange {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
}

/** Filters by your own identifier. */
export interface ExternalIdFilter {
  readonly external_id?: string | undefined;
}

/** Which events. */
export interface EventFilter extends DayRange {
  /** A type such as `order.placed`, or all types of a resource: `order.*`. */
  readonly type?: string | undefined;
  /** Whether to add the events of accounts below. */
  readonly include_descendants?: boolean | undefined;
}

/** Which annual report. */
export interface ReportFilter {
  /** A calendar year, in UTC. */
  readonly year: number;
  /** Whether to add the accounts below. */
  readonly include_descendants?: boolean | undefined;
  /** The language of texts. */
  readonly locale?: string | undefined;
}

/** Which deliveries of webhooks. */
export interface DeliveryFilter {
  readonly status?: Shape<'WebhookDelivery'>['status'] | undefined;
}

export interface Lists<T, Filters = unknown> {
  /** All items: `await` it for the array, or iterate over it with `for await` to read page by page. */
  list(options?: Filters & PageOptions & CallOptions): List<T>;
}

export interface Gets<T> {
  /** Returns the one with this id. */
  get(id: string, options?: CallOptions): Promise<T>;
}

/** Asks for fields that are only returned on request. */
export interface Expansion<Name extends string> {
  readonly expand?: Name | undefined;
}

export interface GetsExpanded<T, Name extends string> {
  /** Returns the one with this id, with the field that `expand` names. */
  get(id: string, options?: Expansion<Name> & CallOptions): Promise<T>;
}

export interface Creates<New, T> {
  /** Creates one. Retries do not create another. */
  create(body: New, options?: WriteOptions): Promise<T>;
}

export interface CreatesWithSecret<New, T> {
  /** Creates one, with a secret that is shown this once. Never retried: a retry would create another. */
  create(body?: New, options?: Omit<CallOptions, 'retries'>): Promise<T>;
}

export interface SandboxOperations<Mail, Advance, State> {
  /** The clock of the sandbox that the key belongs to. */
  get(options?: CallOptions): Promise<State>;
  /** Starts to move the clock. Retries do not start it again. */
  advance(body: Advance, options?: WriteOptions): Promise<State>;
  /** Mails that were caught, newest first. */
  mails(options?: PageOptions & CallOptions): List<Mail>;
}

export interface Reports<Annual> {
  /** A year of the account: paper, its gross emissions, trees and credits. */
  annual(options: ReportFilter & CallOptions): Promise<Annual>;
}

export interface CreatesBatches<New, T> {
  /** Creates up to 1,000, all or none, and returns them in the same order. Retries do not create them again. */
  createBatch(body: New, options?: WriteOptions): Promise<T>;
}

/** How a file of jobs is taken. */
export interface ImportFilter {
  /** Whether to create accounts for external ids that are not known. */
  readonly create_customers?: boolean | undefined;
  /** Whether to take the good lines of a file that has bad ones, too. */
  readonly partial?: boolean | undefined;
}

export interface ImportsJobs<File, Imported> {
  /**
   * Books the jobs of a file. Jobs that are booked already change nothing, so a file can be sent again. If lines are bad, it throws a
   * `BadRequestError` whose `body` has `errors`, unless it is `partial`.
   */
  import(file: File, options?: ImportFilter & WriteOptions): Promise<Imported>;
}

export interface WebhookOperations<WithSecret, Outcome, New, Replay, Delivery> {
  /** Returns a new secret, which is shown this once. The former one signs along for 24 hours. Never retried. */
  rotateSecret(id: string, options?: Omit<CallOptions, 'retries'>): Promise<WithSecret>;
  /** Sends a `test` event and returns what came back. */
  test(id: string, options?: WriteOptions): Promise<Outcome>;
  /** Sends past events again, with the same ids. */
  replay(id: string, body: New, options?: WriteOptions): Promise<Replay>;
  /** What was sent, newest first. */
  deliveries(id: string, options?: DeliveryFilter & PageOptions & CallOptions): List<Delivery>;
  /** Sends an event again now. */
  retryDelivery(id: string, deliveryId: string, options?: WriteOptions): Promise<Delivery>;
}

export interface AgentOperations<New, Created, Agent, Report, Taken> {
  /** The agents of the feed, newest first. */
  agents(id: string, options?: PageOptions & CallOptions): List<Agent>;
  /** Lets an agent enrol, with a token that is shown this once. Never retried: a retry would create another. */
  createAgent(id: string, body?: New, options?: Omit<CallOptions, 'retries'>): Promise<Created>;
  /** Removes an agent; its key, or its token, ends at once. */
  revokeAgent(id: string, agentId: string, options?: CallOptions): Promise<Shape<'Deleted'>>;
  /** For agents: tells how this one is, with its own key. */
  reportAgent(id: string, body: Report, options?: CallOptions): Promise<Taken>;
}

export interface PlantingOperations<Planting> {
  /** What was planted in the project, the first planted first. */
  plantings(id: string, options?: PageOptions & CallOptions): List<Planting>;
}

export interface ListsRetirements<Retirement> {
  /** The credits of the one with this id, and whether they are retired. */
  retirements(id: string, options?: CallOptions): Promise<Retirement[]>;
}

export interface Updates<Changes, T> {
  /** Changes the given fields and leaves the others unchanged. */
  update(id: string, changes: Changes, options?: CallOptions): Promise<T>;
}

export interface SingletonOperations<Changes, T, Name extends string> {
  /** Returns the current state, with the field that `expand` names. */
  get(options?: Expansion<Name> & CallOptions): Promise<T>;
  /** Changes the given fields and leaves the others unchanged. */
  update(changes: Changes, options?: CallOptions): Promise<T>;
}

export interface Deletes {
  /**
   * Deletes the one with this id. If a response was lost and the retry gets a 404, the first attempt has deleted it,
   * and the call succeeds.
   */
  delete(id: string, options?: CallOptions): Promise<Shape<'Deleted'>>;
}

export interface Activates<T> {
  /** Makes it active. Does nothing if it is active already. */
  activate(id: string, options?: WriteOptions): Promise<T>;
  /** Makes it inactive. Does nothing if it is inactive already. */
  deactivate(id: string, options?: WriteOptions): Promise<T>;
}

export interface Places<T> {
  /** Places a draft, which creates its offsets once. */
  place(id: string, options?: WriteOptions): Promise<T>;
}

export interface AddsAndRemoves<T> {
  /** Adds one and returns the new list. Does nothing if it is in the list already. */
  add(id: string, options?: WriteOptions): Promise<T[]>;
  /** Removes one and returns the new list. A 404 after a lost response counts as success, as in `delete`. */
  remove(id: string, options?: CallOptions): Promise<T[]>;
}

export interface TakesReadings<New, T> {
  /** Sends counter readings of devices and returns their result. Retries do not count them again. */
  pushReadings(id: string, body: New, options?: WriteOptions): Promise<T>;
}

/** Operations on the resource at a path. */
export type Operations = (send: Send, path: string) => object;

type All<AllOperations> = AllOperations extends readonly [infer First extends Operations, ...infer Rest]
  ? ReturnType<First> & All<Rest>
  : unknown;

/** The resource at a path with all of its operations. */
export function resource<AllOperations extends readonly Operations[]>(
  send: Send,
  path: string,
  ...operations: AllOperations
): All<AllOperations> {
  return Object.assign({}, ...operations.map((operation) => operation(send, path))) as All<AllOperations>;
}

export const lists = <T, Filters = unknown>(send: Send, path: string): Lists<T, Filters> => ({
  list(options) {
    const { pageSize, signal, retries, timeoutMs, ...filters }: PageOptions & CallOptions = options ?? {};
    const given = Object.entries<string | boolean | undefined>(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    );
    const ask = (query: string) => send('GET', path + query, { signal, retries, timeoutMs });
    return new List<T>(ask, Object.fromEntries(given), pageSize);
  },
});

export const gets = <T>(send: Send, path: string): Gets<T> => ({
  get: async (id, options) => (await send('GET', itemPath(path, id), options)).body as T,
});

export const getsExpanded = <T, Name extends string>(send: Send, path: string): GetsExpanded<T, Name> => ({
  get: async (id, { expand, ...options } = {}) => {
    const file = itemPath(path, id) + queryOf({ expand });
    return (await send('GET', file, options)).body as T;
  },
});

/** Of the values that are given. */
function queryOf(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length > 0 ? `?${given.join('&')}` : '';
}

export const creates = <New, T>(send: Send, path: string): Creates<New, T> => ({
  create: async (body, options) =>
    (await send('POST', path, { ...options, body, isIdempotent: true })).body as T,
});

export const createsWithSecret = <New, T>(send: Send, path: string): CreatesWithSecret<New, T> => ({
  create: async (body, options) =>
    (await send('POST', path, { ...options, body: body ?? {}, retries: 0 })).body as T,
});

/** The sandbox of a key that begins with `rg_test_`. */
export const sandboxOperations = <Mail, Advance, State>(
  send: Send,
  path: string,
): SandboxOperations<Mail, Advance, State> => ({
  get: async (options) => (await send('GET', path, options)).body as State,
  advance: async (body, options) =>
    (await send('POST', `${path}/advance`, { ...options, body, isIdempotent: true })).body as State,
  mails: (options) => lists<Mail>(send, `${path}/mails`).list(options),
});

export const reports = <Annual>(send: Send, path: string): Reports<Annual> => ({
  annual: async ({ year, include_descendants: below, locale, ...options }) => {
    const query = queryOf({ year, include_descendants: below, locale });
    return (await send('GET', `${path}/annual${query}`, options)).body as Annual;
  },
});

export const createsBatches = <New, T>(send: Send, path: string): CreatesBatches<New, T> => ({
  createBatch: async (body, options) =>
    (await send('POST', `${path}/batch`, { ...options, body, isIdempotent: true })).body as T,
});

export const importsJobs = <File, Imported>(send: Send, path: string): ImportsJobs<File, Imported> => ({
  import: async (body, { create_customers: createCustomers, partial, ...options } = {}) => {
    const file = `${path}/import${queryOf({ create_customers: createCustomers, partial })}`;
    return (await send('POST', file, { ...options, body, isIdempotent: true })).body as Imported;
  },
});

export const webhookOperations = <WithSecret, Outcome, New, Replay, Delivery>(
  send: Send,
  path: string,
): WebhookOperations<WithSecret, Outcome, New, Replay, Delivery> => ({
  rotateSecret: async (id, options) =>
    (await send('POST', `${itemPath(path, id)}/rotate_secret`, { ...options, retries: 0 }))
      .body as WithSecret,
  test: async (id, options) =>
    (await send('POST', `${itemPath(path, id)}/test`, { ...options, isIdempotent: true })).body as Outcome,
  replay: async (id, body, options) =>
    (await send('POST', `${itemPath(path, id)}/replay`, { ...options, body, isIdempotent: true }))
      .body as Replay,
  deliveries: (id, options) =>
    lists<Delivery, DeliveryFilter>(send, `${itemPath(path, id)}/deliveries`).list(options),
  retryDelivery: async (id, deliveryId, options) => {
    const delivery = itemPath(`${itemPath(path, id)}/deliveries`, deliveryId);
    return (await send('POST', `${delivery}/retry`, { ...options, isIdempotent: true })).body as Delivery;
  },
});

export const agentOperations = <New, Created, Agent, Report, Taken>(
  send: Send,
  path: string,
): AgentOperations<New, Created, Agent, Report, Taken> => ({
  agents: (id, options) => lists<Agent>(send, `${itemPath(path, id)}/agents`).list(options),
  createAgent: async (id, body, options) =>
    (await send('POST', `${itemPath(path, id)}/agents`, { ...options, body: body ?? {}, retries: 0 }))
      .body as Created,
  revokeAgent: (id, agentId, options) =>
    deletes(send, `${itemPath(path, id)}/agents`).delete(agentId, options),
  reportAgent: async (id, body, options) =>
    (await send('POST', `${itemPath(path, id)}/agents/report`, { ...options, body })).body as Taken,
});

export const plantingOperations = <Planting>(send: Send, path: string): PlantingOperations<Planting> => ({
  plantings: (id, options) => lists<Planting>(send, `${itemPath(path, id)}/plantings`).list(options),
});

export const listsRetirements = <Retirement>(send: Send, path: string): ListsRetirements<Retirement> => ({
  retirements: async (id, options) =>
    (await send('GET', `${itemPath(path, id)}/retirements`, options)).body as Retirement[],
});

export const updates = <Changes, T>(send: Send, path: string): Updates<Changes, T> => ({
  update: async (id, changes, options) =>
    (await send('PATCH', itemPath(path, id), { ...options, body: changes })).body as T,
});

/** For resources that an account has exactly one of. */
export const singleton = <Changes, T, Name extends string>(
  send: Send,
  path: string,
): SingletonOperations<Changes, T, Name> => ({
  get: async ({ expand, ...options } = {}) =>
    (await send('GET', path + queryOf({ expand }), options)).body as T,
  update: async (changes, options) => (await send('PATCH', path, { ...options, body: changes })).body as T,
});

export const deletes = (send: Send, path: string): Deletes => ({
  delete: async (id, options) => {
    const gone = (): Shape<'Deleted'> => ({ id, deleted: true });
    return (await send('DELETE', itemPath(path, id), { ...options, gone })).body as Shape<'Deleted'>;
  },
});

export const activates = <T>(send: Send, path: string): Activates<T> => ({
  activate: async (id, options) =>
    (await send('POST', `${itemPath(path, id)}/activate`, { ...options, isIdempotent: true })).body as T,
  deactivate: async (id, options) =>
    (await send('POST', `${itemPath(path, id)}/deactivate`, { ...options, isIdempotent: true })).body as T,
});

export const places = <T>(send: Send, path: string): Places<T> => ({
  place: async (id, options) =>
    (await send('PATCH', `${itemPath(path, id)}/place`, { ...options, isIdempotent: true })).body as T,
});

export const takesReadings = <New, T>(send: Send, path: string): TakesReadings<New, T> => ({
  pushReadings: async (id, body, options) =>
    (await send('POST', `${itemPath(path, id)}/readings`, { ...options, body, isIdempotent: true }))
      .body as T,
});

export const addsAndRemoves = <T>(send: Send, path: string): AddsAndRemoves<T> => ({
  add: async (id, options) =>
    (await send('POST', itemPath(path, id), { ...options, isIdempotent: true })).body as T[],
  remove: async (id, options) => {
    const gone = async (): Promise<unknown> => (await send('GET', path, options)).body;
    return (await send('DELETE', itemPath(path, id), { ...options, gone })).body as T[];
  },
});

/** The path of one item. An id that consists of dots would lead to another path, and possibly to another account. */
export function itemPath(path: string, id: string): string {
  if (!/[^.]/.test(id)) throw new TypeError(`"${id}" is not an id`);
  return `${path}/${encodeURIComponent(id)}`;
}
