import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import { cleanText } from '@regrove/printers/clean-text';
import { withTimeout } from '@regrove/printers/with-timeout';
import { UserError } from './user-error.js';
import { version } from './version.js';

/** The server that is called, and who vouches for it. */
export interface Server {
  readonly url: string;
  readonly ca: string | undefined;
}

export interface Call {
  readonly path: string;
  readonly body: unknown;
  readonly key?: string;
  readonly idempotencyKey?: string;
  /** Ends the request, also while the server hangs. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  /** Undefined unless it is JSON. */
  readonly body: unknown;
  /** In seconds, if the server asks to wait. */
  readonly retryAfter: number | undefined;
  /** The time of the server, to the second. */
  readonly date: Date | undefined;
}

const timeoutMs = 60_000;
const maxAnswerBytes = 1024 * 1024;
const product = `regrove-agent/${version} (${process.platform}; ${process.arch})`;

/** The address that was entered, or what precedes `/v1` in that of its API. Only a server on this machine may go without TLS. */
export function parseServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url !== undefined && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (!url || (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')))
    throw new UserError(`${text} is not an address such as https://trees.example.com`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UserError('the address of the server has a user, a query or a fragment');
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/+v1$/, '')}`;
}

/**
 * One request. Redirects are not followed: they could lead the key to another server. Certificates are verified, by those
 * of `ca` alone if there are any.
 */
export function post(
  server: Server,
  { path, body, key, idempotencyKey, signal: stop }: Call,
): Promise<Answer> {
  const url = new URL(`${server.url}/v1${path}`);
  const text = Buffer.from(JSON.stringify(body));
  const headers = {
    'content-type': 'application/json',
    'content-length': text.length,
    'user-agent': product,
    ...(key !== undefined && { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  return withTimeout(timeoutMs, stop, async (signal) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method: 'POST', headers, signal, agent: false } as const;
      const name = url.hostname.replace(/^\[|\]$/g, '');
      const request =
        url.protocol === 'http:'
          ? plainRequest(url, options)
          : tlsRequest(url, {
              ...options,
              ...(server.ca !== undefined && { ca: server.ca }),
              ...(isIP(name) === 0 && { servername: name }),
              rejectUnauthorized: true,
            });
      request.on('response', resolve).on('error', reject).end(text);
    });
    return {
      status: response.statusCode ?? 0,
      body: await jsonOf(response),
      retryAfter: secondsOf(response),
      date: dateOf(response),
    };
  });
}

async function jsonOf(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new Error('the answer of the server is too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    return undefined;
  }
}

function secondsOf({ headers }: IncomingMessage): number | undefined {
  const text = headers['retry-after'] ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function dateOf({ headers }: IncomingMessage): Date | undefined {
  const date = new Date(headers.date ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** What the server says, shortened and without what a terminal would obey, or just its status. */
export function refusalIn({ status, body }: Answer): string {
  const error = fieldOf(body, 'error');
  const message = fieldOf(error, 'message') ?? fieldOf(body, 'message') ?? error;
  return typeof message === 'string'
    ? `${status}: ${cleanText(message).slice(0, 200)}`
    : `the server answered ${status}`;
}

export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
