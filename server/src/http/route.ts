import type { Static, TSchema } from '@sinclair/typebox';
import type { Account } from '../features/accounts/account.js';
import type { ScopeKind } from '../features/keys/key-scope.js';
import type { Context } from '../database/context.js';
import type { PageKey, PageRequest } from '../database/paging.js';
import { mapInBatches } from '../platform/limits/batches.js';
import { rowsPerTurn } from '../platform/limits/event-loop-turns.js';
import type { Caller } from './caller.js';

/** A request that has passed all checks: the caller, the account it is about, and validated input. */
export interface Call<Body = undefined, Query = undefined, Found = undefined> {
  readonly context: Context;
  readonly caller: Caller;
  /** The caller's own account, or the one named in the path. */
  readonly account: Account;
  /** The `:id` of the path; empty if the path has none. */
  readonly id: string;
  /** The second id of the path, of something that belongs to the first; empty if the path has none. */
  readonly partId: string;
  /** The result of the route's `find`. */
  readonly found: Found;
  readonly body: Body;
  readonly query: Query;
  /** Public URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** The languages that the caller prefers, as its Accept-Language says. */
  readonly acceptLanguage: string | undefined;
  /** The caller's revision. Only for what is stored or sent later: requests and responses are converted without it. */
  readonly revision: string;
}

export type AnyCall = Call<unknown, unknown, unknown>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What a change leads to beyond the data of the account: others are called or written to, or can get in or get at data, or it has to
 * be paid.
 */
export type Effect = 'contacts-others' | 'grants-access' | 'is-billed';

interface Declared {
  /** The operation id in clients and documents. */
  readonly operation: string;
  readonly method: Method;
  /** Below /v1, for the caller's own account. The same route below /accounts/:account_id is added automatically. */
  readonly path: string;
  readonly summary: string;
  /** Keys of these scopes may call it, for the feed that their scope names. Default: only keys without a scope. */
  readonly scopes?: readonly ScopeKind[];
  /** Clients of MCP are told, so that they ask people first. */
  readonly effects?: readonly Effect[];
  readonly query?: TSchema;
  readonly body?: TSchema;
  /**
   * Media types other than JSON that the body may have, with their parsers. A parser returns what the JSON body would contain, or
   * undefined if the text is that body.
   */
  readonly formats?: Formats;
  /** How long the body may be, if it is longer than usual. */
  readonly maxBytes?: number;
  /** The body is a file instead of JSON, passed on unchanged. */
  readonly file?: FileBody;
}

export interface FileBody {
  readonly mediaType: RegExp;
  /** Named in the error message for any other media type. */
  readonly expected: string;
  readonly maxBytes: number;
}

/** Another form of a response, for callers that prefer its media type. */
export interface Rendition {
  readonly mediaType: string;
  readonly render: (call: AnyCall) => Promise<RenderedFile>;
}

export interface RenderedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type Formats = Readonly<Record<string, (text: string) => Promise<unknown> | undefined>>;

export type UncheckedQuery = Readonly<Record<string, unknown>>;

/** A route with a single response. */
export interface Route extends Declared {
  readonly reply: TSchema;
  /** What an answer with status 400 has besides its code and error; it may lack it. */
  readonly refusal?: TSchema;
  /** Refuses callers without permission, before their input is read. The query is not checked yet. */
  readonly permit?: (account: Account, caller: Caller, id: string, query: UncheckedQuery) => void;
  /** Refuses an unknown `:id` before query and body are validated. The result is passed on, so that it is not looked up again. */
  readonly find?: (context: Context, account: Account, id: string) => Promise<unknown>;
  /** Whether the route supports Idempotency-Key. */
  readonly acceptsIdempotencyKey: boolean;
  /** Moves the clock of a sandbox. Other changes there hold it. */
  readonly movesClock?: true;
  /** Slow work that writes nothing. Runs before the transaction begins, so that no transaction waits for it. */
  readonly prepare?: (call: AnyCall) => Promise<unknown>;
  readonly handle: (call: AnyCall, prepared: unknown) => Promise<unknown>;
  /** What Accept can ask for instead of JSON. */
  readonly renditions?: readonly Rendition[];
}

export type SortKind = 'time' | 'name' | 'reading' | 'device' | 'amount';

/** Of a list with several orders, it depends on the query. */
type SortedBy = SortKind | ((query: Readonly<Record<string, string | undefined>>) => SortKind);

/** A list, complete or in pages. */
export interface ListRoute extends Declared {
  readonly item: TSchema;
  /** The sort order; determines how a cursor is parsed. */
  readonly sortedBy: SortedBy;
  /** For a list of what belongs to the `:id` of its path: as for other routes. */
  readonly find?: Route['find'];
  readonly page: (call: Call<undefined, unknown, unknown>, page: PageRequest) => Promise<Row[]>;
}

/** A response with a list that may be too long for memory: it is sent while it is read. */
export interface StreamedRoute extends Declared {
  readonly reply: TSchema;
  /** The field of the list; must be the last one of the response. */
  readonly listField: string;
  readonly stream: (call: Call<undefined, unknown>) => Promise<StreamedAnswer>;
}

export interface StreamedAnswer {
  /** The response without its list. */
  readonly head: Record<string, unknown>;
  /** The list, in batches. */
  readonly batches: AsyncIterable<readonly Record<string, unknown>[]>;
}

export type ApiRoute = Route | ListRoute | StreamedRoute;

/** A row of a list: its sort key and its JSON form. */
export interface Row {
  readonly key: PageKey;
  readonly item: Record<string, unknown>;
}

type StaticOf<T extends TSchema | undefined> = T extends TSchema ? Static<T> : undefined;

/** Declares a route. Body, query and response are typed by their schemas. */
export function route<
  R extends TSchema,
  B extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  P = undefined,
  F = undefined,
>(
  declared: Omit<
    Route,
    'reply' | 'body' | 'query' | 'find' | 'prepare' | 'handle' | 'acceptsIdempotencyKey'
  > & {
    reply: R;
    body?: B;
    query?: Q;
    acceptsIdempotencyKey?: boolean;
    find?: (context: Context, account: Account, id: string) => Promise<F>;
    prepare?: (call: Call<StaticOf<B>, StaticOf<Q>, F>) => Promise<P>;
    handle: (call: Call<StaticOf<B>, StaticOf<Q>, F>, prepared: P) => Promise<Static<R>>;
  },
): Route {
  return { acceptsIdempotencyKey: declared.method === 'POST', ...declared } as Route;
}

type ArrayItem<T> = T extends readonly (infer Item)[] ? Item : never;

/** Declares a response that is sent while its list is read. Head and entries are typed by its schema. */
export const streamed = <R extends TSchema, F extends keyof Static<R> & string>(declared: {
  operation: string;
  path: string;
  summary: string;
  reply: R;
  listField: F;
  stream: (call: Call) => Promise<{
    head: Omit<Static<R>, F>;
    batches: AsyncIterable<readonly ArrayItem<Static<R>[F]>[]>;
  }>;
}): StreamedRoute => ({ method: 'GET', ...declared }) as StreamedRoute;

/** Declares a list. `page` returns rows, `keyOf` the sort key of a row, `present` its JSON form. */
export function list<
  T extends TSchema,
  R,
  Q extends TSchema | undefined = undefined,
  F = undefined,
>(declared: {
  operation: string;
  path: string;
  summary: string;
  query?: Q;
  item: T;
  sortedBy: SortedBy;
  find?: (context: Context, account: Account, id: string) => Promise<F>;
  page: (call: Call<undefined, StaticOf<Q>, F>, page: PageRequest) => Promise<R[]>;
  keyOf: (row: R) => PageKey;
  present: (row: R, call: Call<undefined, StaticOf<Q>, F>) => Static<T>;
}): ListRoute {
  const { page, keyOf, present, ...rest } = declared;
  const typed = async (call: Call<undefined, StaticOf<Q>, F>, request: PageRequest): Promise<Row[]> =>
    mapInBatches(await page(call, request), rowsPerTurn, (row) => ({
      key: keyOf(row),
      item: present(row, call) as Record<string, unknown>,
    }));
  return { method: 'GET', ...rest, page: typed } as ListRoute;
}
