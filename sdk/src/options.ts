import type { DefaultRevision, Revision } from './shapes.js';

/** How to reach a Regrove server, and who is calling. */
export interface RegroveOptions<R extends Revision = DefaultRevision> {
  /** The URL of the API, with its version: `https://regrove.example.com/v1`. */
  readonly baseUrl: string;
  /** The API key. Anyone who has it can act for the account: keep it on a server. */
  readonly key: string;
  /** The calling software: `PrintDesk/1.2.3 (Vendor)`. Most browsers send their own instead. */
  readonly userAgent: string;
  /** The API revision to use, which also determines the types. Default: `defaultRevision`. */
  readonly revision?: R | undefined;
  /** The account to use. Default: that of the key. Same as `client.account(id)`. */
  readonly account?: string | undefined;
  /** How often a request is retried after a temporary failure. Default: 3; 0 for never. */
  readonly retries?: number | undefined;
  /** The timeout of one attempt, including its response. Default: 30,000; `Infinity` for none. */
  readonly timeoutMs?: number | undefined;
  /**
   * The longest wait before a retry. Default: 60,000. If the server requires a longer one (`Retry-After`), its error
   * is thrown immediately, and its `retryAfter` says how long to wait.
   */
  readonly maxRetryDelayMs?: number | undefined;
  /** Used instead of the global `fetch`, for example to use a proxy. */
  readonly fetch?: Fetch | undefined;
}

/** Options of any call. */
export interface CallOptions {
  /** Aborts the call at any stage: while sending, reading, or waiting to retry. */
  readonly signal?: AbortSignal | undefined;
  /** Overrides the client's option for this call. */
  readonly retries?: number | undefined;
  /** Overrides the client's option for this call. */
  readonly timeoutMs?: number | undefined;
}

/** Options of a call that creates something or triggers an action. */
export interface WriteOptions extends CallOptions {
  /**
   * Repeating a call with the same key within 24 hours returns the first response again and does nothing twice.
   * Default: a random key. Use your own to be safe across restarts of your program.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The required part of `fetch`: the global one is compatible, and so are those of undici and node-fetch. */
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
