import { request } from 'undici';
import { contractOf } from './contract.js';
import { fromRevision, rawToRevision, revisionFor, toRevision } from './revision.js';
import type { TestServer } from './test-server.js';

// Tests check responses field by field, so they are typed as loosely as JSON.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Record<string, string | string[] | undefined>;
}

export interface CallOptions {
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly raw?: string | Buffer;
  readonly headers?: Record<string, string | undefined>;
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

export interface ApiClient {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  delete(path: string, options?: CallOptions): Promise<Answer>;
}

export const userAgent = 'RegroveTests/1.0.0 (Regrove)';

/** Calls the server as an integrator does: HTTPS, Basic authentication, JSON. */
export function apiClient({ url, agent }: Pick<TestServer, 'url' | 'agent'>, key?: string): ApiClient {
  const call: ApiClient['call'] = async (method, path, options = {}) => {
    const spoken = revisionFor(path, options.headers?.['api-revision']);
    const headers = {
      'user-agent': userAgent,
      'api-revision': spoken,
      ...(key !== undefined && { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const given = Object.entries<string | undefined>(headers).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const answer = await request(url + path, {
      method,
      dispatcher: agent,
      headers: Object.fromEntries(given),
      body: sentBody(spoken, method, path, options),
      ...(options.signal && { signal: options.signal }),
    });
    const text = await answer.body.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const status = answer.statusCode;
    if (key !== undefined && url.startsWith('https:')) contractOf(spoken)(method, path, status, body);
    return { status, headers: answer.headers, body: fromRevision(spoken, body) };
  };
  return {
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, body }),
    patch: (path, body, options) => call('PATCH', path, { ...options, body }),
    delete: (path, options) => call('DELETE', path, options),
  };
}

function sentBody(
  spoken: string,
  method: string,
  path: string,
  { raw, body }: CallOptions,
): string | Buffer | null {
  if (raw !== undefined) return rawToRevision(spoken, method, path, raw);
  return body === undefined ? null : JSON.stringify(toRevision(spoken, method, path, body));
}
