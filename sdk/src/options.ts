import type { Revision } from './shapes.js';

/** How to reach a Regrove server, and who is calling. */
export interface RegroveOptions<R extends Revision> {
  /** Where the API is, with its version: `https://regrove.example.com/v1`. */
  readonly baseUrl: string;
  /** The API key. Whoever has it can act for the account: keep it on a server. */
  readonly key: string;
  /** The software that calls: `PrintDesk/1.2.3 (Vendor)`. Most browsers send their own instead. */
  readonly userAgent: string;
  /** The revision of the API to speak; the types follow it. 1.6.6 unless given. */
  readonly revision?: R | undefined;
  /** The account to speak about, your own unless given. Same as `client.account(id)`. */
  readonly account?: string | undefined;
  /** How often a request is repeated after a failure that may pass. 3 unless given; 0 for never. */
  readonly retries?: number | undefined;
  /** How long one attempt may take, its answer included. 30,000 unless given; `Infinity` for any time. */
  readonly timeoutMs?: number | undefined;
  /**
   * The longest wait before a repetition, 60,000 unless given. When the server asks for more (`Retry-After`), its
   * error is thrown at once, and its `retryAfter` says how long to wait.
   */
  readonly maxRetryDelayMs?: number | undefined;
  /** Used in place of the global `fetch`, for example one that goes through a proxy. */
  readonly fetch?: Fetch | undefined;
}

/** What can be said about any one call. */
export interface CallOptions {
  /** Ends the call, wherever it is: on the network, reading, or waiting to repeat. */
  readonly signal?: AbortSignal | undefined;
  /** As in the client's options, for this call. */
  readonly retries?: number | undefined;
  /** As in the client's options, for this call. */
  readonly timeoutMs?: number | undefined;
}

/** What can be said about a call that creates or sets something off. */
export interface WriteOptions extends CallOptions {
  /**
   * Repeating a call with the same key within 24 hours gives the first answer again, and nothing happens twice. A
   * random one is used unless given; give your own to be safe across restarts of your program.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The part of `fetch` that is needed: the global one fits, and so do those of undici and node-fetch. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  redirect: 'manual';
  signal: AbortSignal;
}

export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}
