import type { ExpandedAccount } from '@regrove/sdk';

/** A refusal of /app, which says why in the way of the API. */
export class AppError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Every request says that it comes from the app: no other page can make a browser send this header. */
export const appHeader = { 'X-Regrove-App': '1' } as const;

interface AskOptions {
  /** JSON, unless it is a file. */
  readonly body?: object;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

async function answerOf(
  method: string,
  url: string,
  { body, signal, headers }: AskOptions = {},
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
  const said = (await answer.json().catch(() => undefined)) as { error?: unknown } | undefined;
  throw new AppError(
    typeof said?.error === 'string' ? said.error : `The server answered ${answer.status}`,
    answer.status,
  );
}

/** Asks what the API does not know, below /app. The caller says what the answer is; `wire.ts` has its shapes. */
export async function askApp<T>(method: string, path: string, options?: AskOptions): Promise<T> {
  const answer = await answerOf(method, `/app/${path}`, options);
  return (await answer.json()) as T;
}

/** A list below /app, page by page, for `usePages`. */
export const appList =
  <T>(path: string) =>
  ({ pageSize }: { readonly pageSize: number }) => ({
    async *pages(): AsyncGenerator<T[], void, undefined> {
      const first = new URL(`/app/${path}`, location.origin);
      first.searchParams.set('limit', String(pageSize));
      for (let next: string | undefined = first.href; next !== undefined;) {
        const answer = await answerOf('GET', next);
        next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
        // Behind a proxy the server may know itself by another name than the browser does.
        if (next !== undefined) next = location.origin + new URL(next).pathname + new URL(next).search;
        yield (await answer.json()) as T[];
      }
    },
  });

/** What is asked about one account, below /app. */
export const ofAccount = ({ id }: Pick<ExpandedAccount, 'id'>, path: string): string =>
  `accounts/${id}/${path}`;
