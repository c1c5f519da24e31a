import { ApiError, apiError, ConnectionError, NotFoundError, TimeoutError } from './errors.js';
import type { Fetch, FetchAnswer, FetchInit, RegroveOptions, WriteOptions } from './options.js';
import { pause, randomKey, readRetryAfter, retryDelay } from './retry.js';
import type { Revision } from './shapes.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One request, which may take several attempts. */
export interface Call extends WriteOptions {
  readonly body?: unknown;
  /** Sends an Idempotency-Key. */
  readonly isIdempotent?: boolean;
  /** The result of a 404 if an earlier attempt may have done the work and its response was lost. */
  readonly gone?: () => unknown;
}

/** A successful response. */
export interface Answer {
  readonly body: unknown;
  /** The query of the next page, if there is one. */
  readonly next?: string | undefined;
}

/** Sends a request to a path below the base URL and the account in scope. */
export type Send = (method: Method, path: string, call?: Call) => Promise<Answer>;

/** The longest delay that timers support: 24 days. */
const maxMs = 2 ** 31 - 1;

/** Sends requests and retries them if that may help. */
export function transport(options: RegroveOptions<Revision> & { readonly revision: Revision }): Send {
  const base = options.baseUrl.replace(/\/+$/, '');
  const { maxRetryDelayMs = 60_000 } = options;
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const common = {
    Accept: 'application/json',
    Authorization: `Basic ${btoa(`${options.key}:`)}`,
    'API-Revision': options.revision,
    'User-Agent': options.userAgent,
  };

  return async (method, path, call = {}) => {
    const { retries = options.retries ?? 3, timeoutMs = options.timeoutMs ?? 30_000, signal } = call;
    const init = {
      method,
      headers: {
        ...common,
        ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(call.isIdempotent && { 'Idempotency-Key': call.idempotencyKey ?? randomKey() }),
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      // A redirect could turn a POST into a GET or lead elsewhere; the API has none.
      redirect: 'manual' as const,
    };
    for (let attempt = 0, mayBeDone = false; ; attempt++) {
      try {
        return await attemptOnce(fetch, base + path, init, timeoutMs, signal);
      } catch (error) {
        if (mayBeDone && call.gone && error instanceof NotFoundError) return { body: await call.gone() };
        const delay = attempt < retries ? retryDelay(error, attempt, maxRetryDelayMs) : undefined;
        if (delay === undefined) throw error;
        // Only a 429 certainly changed nothing.
        mayBeDone ||= !(error instanceof ApiError && error.status === 429);
        await pause(delay, signal);
      }
    }
  };
}

async function attemptOnce(
  fetch: Fetch,
  url: string,
  init: Omit<FetchInit, 'signal'>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = setTimeout(end, Math.min(timeoutMs, maxMs));
  signal?.addEventListener('abort', end);
  let answer: FetchAnswer;
  let text: string;
  try {
    answer = await fetch(url, { ...init, signal: ending.signal });
    text = await answer.text();
  } catch (cause) {
    signal?.throwIfAborted();
    if (ending.signal.aborted) throw new TimeoutError(`No answer within ${timeoutMs} ms`, { cause });
    throw new ConnectionError(`No answer: ${reasonOf(cause)}`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
  return read(answer, text);
}

function read({ status, headers }: FetchAnswer, text: string): Answer {
  const body = parse(text);
  const isGood = status >= 200 && status < 300;
  if (isGood && body !== undefined) return { body, next: nextQuery(headers.get('Link')) };
  const said = (body as { error?: unknown } | null | undefined)?.error;
  const otherwise = `The server answered ${status}${isGood ? ' without JSON: is baseUrl right?' : ''}`;
  throw apiError(typeof said === 'string' ? said : otherwise, {
    status,
    body,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: readRetryAfter(headers.get('Retry-After'), headers.get('Date')),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Uses only the query of the URL, so that the key is never sent to another server. */
function nextQuery(link: string | null): string | undefined {
  const next = [...(link ?? '').matchAll(/<([^>]*)>([^,]*)/g)].find(([, , rest]) =>
    /\brel="?next\b/.test(rest ?? ''),
  );
  return next?.[1]?.replace(/^[^?]*/, '');
}

/** The innermost reason: `fetch failed` alone does not help. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message || error.name : reasonOf(error.cause);
}
