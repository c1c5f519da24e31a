import type { Static, TSchema } from '@sinclair/typebox';
import type { Account } from '../features/accounts/account.js';
import type { Context } from '../database/context.js';
import type { PageKey, PageRequest } from '../database/paging.js';
import type { Caller } from './caller.js';

/** A request that has passed the edge: who calls, whose data it is about, and input that fits its schema. */
export interface Call<Body = undefined, Query = undefined, Found = undefined> {
  readonly context: Context;
  readonly caller: Caller;
  /** The account in scope: the caller's own, or the one that the path names. */
  readonly account: Account;
  /** `:id` of the path; empty where the path has none. */
  readonly id: string;
  /** What `find` of the route has found. */
  readonly found: Found;
  readonly body: Body;
  readonly query: Query;
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
}

export type AnyCall = Call<unknown, unknown, unknown>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Declared {
  /** What clients and documents call it. */
  readonly operation: string;
  readonly method: Method;
  /** Below /v1, for the caller's own account; its twin below /accounts/:account_id comes by itself. */
  readonly path: string;
  readonly summary: string;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Media types other than JSON that the body may have, and how they are read as what JSON would say. */
  readonly formats?: Formats;
  /** The body is a file, handed on as it is, in place of JSON. */
  readonly file?: FileBody;
}

export interface FileBody {
  readonly mediaType: RegExp;
  /** What the refusal of another media type names. */
  readonly expected: string;
  readonly maxBytes: number;
}

export type Formats = Readonly<Record<string, (text: string) => Promise<unknown>>>;

/** One answer. */
export interface Route extends Declared {
  readonly reply: TSchema;
  /** Refuses callers who may not do this, before anything of theirs is read. */
  readonly permit?: (account: Account, caller: Caller, id: string) => void;
  /** Refuses an unknown `:id` before query and body are judged; what it finds is handed on, and not looked up again. */
  readonly find?: (context: Context, account: Account, id: string) => Promise<unknown>;
  /** Whether an Idempotency-Key is heeded. */
  readonly repeatable: boolean;
  /** What takes long and writes nothing; done before any transaction begins, so that none waits for it. */
  readonly prepare?: (call: AnyCall) => Promise<unknown>;
  readonly handle: (call: AnyCall, prepared: unknown) => Promise<unknown>;
}

/** A list: whole, or in pages. */
export interface ListRoute extends Declared {
  readonly item: TSchema;
  /** What the list is sorted by, so that a cursor can be read back. */
  readonly sortedBy: 'time' | 'name' | 'reading';
  readonly page: (call: Call<undefined, unknown>, page: PageRequest) => Promise<Row[]>;
}

/** One answer with a list in it that may be too long for memory: it is sent while it is read. */
export interface StreamedRoute extends Declared {
  readonly reply: TSchema;
  /** The list's field, the last one of the answer. */
  readonly longField: string;
  readonly stream: (call: Call<undefined, unknown>) => Promise<StreamedAnswer>;
}

export interface StreamedAnswer {
  /** The answer without its list. */
  readonly head: Record<string, unknown>;
  /** The list, some entries at a time. */
  readonly batches: AsyncIterable<readonly Record<string, unknown>[]>;
}

/** What the API has: an answer, a list, or an answer with a long list in it. */
export type ApiRoute = Route | ListRoute | StreamedRoute;

/** A row of a list: where it stands, and how it looks. */
export interface Row {
  readonly key: PageKey;
  readonly item: Record<string, unknown>;
}

type StaticOf<T extends TSchema | undefined> = T extends TSchema ? Static<T> : undefined;

/** Declares a route; body, query and answer are typed by their schemas. */
export function route<
  R extends TSchema,
  B extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  P = undefined,
  F = undefined,
>(
  declared: Omit<Route, 'reply' | 'body' | 'query' | 'find' | 'prepare' | 'handle' | 'repeatable'> & {
    reply: R;
    body?: B;
    query?: Q;
    repeatable?: boolean;
    find?: (context: Context, account: Account, id: string) => Promise<F>;
    prepare?: (call: Call<StaticOf<B>, StaticOf<Q>, F>) => Promise<P>;
    handle: (call: Call<StaticOf<B>, StaticOf<Q>, F>, prepared: P) => Promise<Static<R>>;
  },
): Route {
  return { repeatable: declared.method === 'POST', ...declared } as Route;
}

type ArrayItem<T> = T extends readonly (infer Item)[] ? Item : never;

/** Declares an answer that is sent while its list is read; head and entries are typed by its schema. */
export const streamed = <R extends TSchema, F extends keyof Static<R> & string>(declared: {
  operation: string;
  path: string;
  summary: string;
  reply: R;
  longField: F;
  stream: (call: Call) => Promise<{
    head: Omit<Static<R>, F>;
    batches: AsyncIterable<readonly ArrayItem<Static<R>[F]>[]>;
  }>;
}): StreamedRoute => ({ method: 'GET', ...declared }) as StreamedRoute;

/** Declares a list; `page` returns rows, `keyOf` says where a row stands, `present` how it looks. */
export function list<T extends TSchema, R, Q extends TSchema | undefined = undefined>(declared: {
  operation: string;
  path: string;
  summary: string;
  query?: Q;
  item: T;
  sortedBy: ListRoute['sortedBy'];
  page: (call: Call<undefined, StaticOf<Q>>, page: PageRequest) => Promise<R[]>;
  keyOf: (row: R) => PageKey;
  present: (row: R, call: Call<undefined, StaticOf<Q>>) => Static<T>;
}): ListRoute {
  const { page, keyOf, present, ...rest } = declared;
  const typed = async (call: Call<undefined, StaticOf<Q>>, request: PageRequest): Promise<Row[]> =>
    (await page(call, request)).map((row) => ({
      key: keyOf(row),
      item: present(row, call) as Record<string, unknown>,
    }));
  return { method: 'GET', ...rest, page: typed } as ListRoute;
}
