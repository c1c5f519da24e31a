import type { ExpandedAccount, Page } from '@regrove/sdk';
import { basePath } from '../base-path.js';

/** An error response of /app. */
export class AppError extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** The response body, if it was JSON. */
    readonly body?: unknown,
  ) {
    super(message);
  }
}

/** Proves that a request comes from the app: pages of other origins cannot set this header. */
export const appHeader = { 'X-Regrove-App': '1' } as const;

interface RequestOptions {
  /** Sent as JSON, unless it is a file. */
  readonly body?: object;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(
  method: string,
  url: string,
  { body, signal, headers }: RequestOptions = {},
): Promise<Response> {
  const isFile = body instanceof Blob;
  const answer = await fetch(url, {
    method,
    headers: {
      Accept: 'application/json',
      ...appHeader,
      ...(body && { 'Content-Type': isFile ? body.type : 'application/json' }),
      ...headers,
    },
    ...(body && { body: isFile ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (answer.ok) return answer;
  const errorBody = (await answer.json().catch(() => undefined)) as { error?: unknown } | undefined;
  throw new AppError(
    typeof errorBody?.error === 'string'
      ? errorBody.error
      : `The server responded with status ${answer.status}`,
    answer.status,
    errorBody,
  );
}

/** An address below /app; in a sandbox, of the sandbox. */
export const appPath = (path: string): string => `${basePath}/app/${path}`;

/** Asks what the API does not know, below /app. The caller says what the answer is; `wire.ts` has its shapes. */
export async function appRequest<T>(method: string, path: string, options?: RequestOptions): Promise<T> {
  const answer = await send(method, appPath(path), options);
  return (await answer.json()) as T;
}

/** What belongs to the person, such as sessions and passkeys, is live, also for those who look at a sandbox. */
export async function personalRequest<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await send(method, `/app/${path}`, body && { body });
  return (await answer.json()) as T;
}

/** A file below /app. */
export async function appFile(path: string): Promise<Blob> {
  const answer = await send('GET', appPath(path), { headers: { Accept: '*/*' } });
  return answer.blob();
}

/** A list below /app, for `usePagedList`. */
export const appList =
  <T>(path: string) =>
  ({ pageSize }: { readonly pageSize: number }) => ({
    async page(next = firstPageUrl(path, pageSize)): Promise<Page<T>> {
      const answer = await send('GET', next);
      const [, after] = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '') ?? [];
      // Behind a proxy, the server's host name may differ from the browser's.
      const url = after === undefined ? undefined : new URL(after);
      return { items: (await answer.json()) as T[], next: url && url.pathname + url.search };
    },
  });

function firstPageUrl(path: string, pageSize: number): string {
  const url = new URL(appPath(path), location.origin);
  url.searchParams.set('limit', String(pageSize));
  return url.pathname + url.search;
}

export const accountEndpoint = ({ id }: Pick<ExpandedAccount, 'id'>, path: string): string =>
  `accounts/${id}/${path}`;
