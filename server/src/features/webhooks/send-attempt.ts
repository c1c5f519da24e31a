import type { IncomingMessage } from 'node:http';
import { withTimeout } from '../../platform/time/with-timeout.js';
import { pinnedRequest, sendRequest, type PinnedAgents } from '@regrove/printers/pinned-request';
import { reasonOf } from '@regrove/printers/source-error';
import type { TroubleReason } from '@regrove/printers/trouble-reasons';
import type { AttemptError } from './attempt-errors.js';
import type { Attempt } from './delivery-store.js';
import type { SigningKeys } from './endpoint-keys.js';
import type { ResolvedHost } from './resolve-endpoint.js';
import { readExcerpt } from './read-excerpt.js';
import { retryAfterMs } from './retry-after.js';
import { signatureOf } from './sign.js';

/** From resolving the name to the end of the response. */
export const attemptTimeoutMs = 15_000;

/** What an endpoint is sent. */
export interface Message {
  readonly url: string;
  /** The event's. */
  readonly id: string;
  readonly body: string;
  readonly keys: SigningKeys;
}

export interface Outcome extends Attempt {
  /** What the receiver asks for, within limits. */
  readonly retryAfterMs: number | undefined;
}

/** The receiver wants nothing any more. */
export const isGone = ({ statusCode }: Outcome): boolean => statusCode === 410;

/** How endpoints are reached. */
export interface AttemptConnection {
  /** Throws if the host has no address that the network policy allows. */
  readonly resolve: (hostname: string) => Promise<ResolvedHost>;
  /** False: every attempt has a connection of its own. */
  readonly agents: PinnedAgents | false;
}

/** Sends a message once, and tells what came of it. Never throws. */
export async function sendAttempt(
  message: Message,
  route: AttemptConnection,
  now: Date,
  signal?: AbortSignal,
): Promise<Outcome> {
  const start = performance.now();
  let head: Result | undefined;
  const result = await withTimeout(attemptTimeoutMs, signal, async (deadline) => {
    const response = await post(message, route, now, deadline);
    if ('error' in response) return response;
    head = resultOf(response, now);
    return { ...head, responseExcerpt: await readExcerpt(response) };
  }).catch((error: unknown): Result => head ?? { ...nothing, error: errorOf(error) });
  return { ...result, at: now.toISOString(), durationMs: Math.round(performance.now() - start) };
}

type Result = Omit<Outcome, 'at' | 'durationMs'>;

const nothing = { statusCode: null, responseExcerpt: null, retryAfterMs: undefined } as const;

/** What comes of an attempt that cannot be signed. */
export const keysUnreadable = (now: Date): Outcome => ({
  ...nothing,
  at: now.toISOString(),
  durationMs: 0,
  error: 'keys_unreadable',
});

const resultOf = ({ statusCode = 0, headers }: IncomingMessage, now: Date): Result => ({
  statusCode,
  error: errorOfStatus(statusCode),
  retryAfterMs: retryAfterMs(headers['retry-after'], now),
  responseExcerpt: null,
});

/** The response, whose status counts even if its body takes too long, or why nothing was sent. */
async function post(
  message: Message,
  route: AttemptConnection,
  now: Date,
  deadline: AbortSignal,
): Promise<IncomingMessage | (typeof nothing & { readonly error: AttemptError })> {
  const url = new URL(message.url);
  const host = await route.resolve(url.hostname);
  if (url.protocol !== 'https:' && !host.isListed) return { ...nothing, error: 'https_required' };
  deadline.throwIfAborted();
  const line = { url, host, now, deadline };
  return answerTo(message, { ...line, agents: route.agents }).catch((error: unknown) => {
    // The receiver has closed a connection that was kept for reuse, at the moment of its use. At the deadline, it was us.
    if (!(error instanceof StaleConnection) || deadline.aborted) throw error;
    return answerTo(message, { ...line, agents: false });
  });
}

class StaleConnection extends Error {}

const isStale = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

interface Line {
  readonly url: URL;
  readonly host: ResolvedHost;
  readonly now: Date;
  readonly deadline: AbortSignal;
  readonly agents: PinnedAgents | false;
}

/** The response, whose body is cut off at the deadline. */
async function answerTo(message: Message, line: Line): Promise<IncomingMessage> {
  const { url, host, deadline, agents } = line;
  const request = pinnedRequest(
    { ...host, agents },
    { url, method: 'POST', headers: headersOf(message, line.now) },
  );
  const giveUp = (): void => void request.destroy();
  deadline.addEventListener('abort', giveUp, { once: true });
  request.once('close', () => {
    deadline.removeEventListener('abort', giveUp);
  });
  try {
    return await sendRequest(request, message.body);
  } catch (error) {
    request.destroy();
    throw request.reusedSocket && isStale(error) ? new StaleConnection() : error;
  }
}

function headersOf({ id, body, keys }: Message, now: Date): Record<string, string | number> {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'accept-encoding': 'identity',
    'user-agent': 'Regrove-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf({ id, timestamp, body }, keys, now),
  };
}

function errorOfStatus(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

const errors: Partial<Record<TroubleReason, AttemptError>> = {
  unknownHost: 'unknown_host',
  noAnswer: 'connection_failed',
  certificate: 'certificate',
  badAnswer: 'bad_response',
  privateAddress: 'private_address',
};

function errorOf(error: unknown): AttemptError {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  return errors[reasonOf(error)] ?? 'other';
}
