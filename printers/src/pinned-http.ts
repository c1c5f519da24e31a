import { setTimeout as pause } from 'node:timers/promises';
import type { ClientRequest } from 'node:http';
import { withTimeout } from './with-timeout.js';
import { readLimitedBody } from './read-limited-body.js';
import { hasDotSegment } from './dot-segments.js';
import { pinnedAddress } from './pinned-address.js';
import { pinnedRequest, sendRequest } from './pinned-request.js';
import type { Connection } from './source.js';
import { SourceError } from './source-error.js';

export interface PinnedRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Of the response body; a longer one is an error. */
  readonly maxBytes: number;
  /** Whether it may sleep: unless someone is waiting, what begins no answer in five seconds is asked three times. */
  readonly isPrinter?: true;
}

type Line = Pick<Connection, 'network' | 'signal' | 'isInteractive'> & { readonly port?: number };

/** For one attempt, from resolving the name to the end of the body. */
const timeoutMs = 10_000;
/** If no one is waiting. */
const patientTimeoutMs = 15_000;
/** Until a printer begins its answer. One that wakes up may accept a connection and lose what comes over it. */
const printerTimeoutMs = 5_000;
/** Before the second and the third attempt. */
const pausesMs = [1_000, 5_000];
const brokenConnection: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EPIPE',
]);

/**
 * One request to an address that the network policy allows, with limits on time and size. Redirects are not followed,
 * because they may lead to another address. The connection is always closed at the end.
 */
export async function fetchPinned(options: PinnedRequest, connection: Line): Promise<Buffer> {
  for (const pauseMs of connection.isInteractive ? [] : pausesMs) {
    try {
      return await fetchOnce(options, connection);
    } catch (error) {
      // All requests are safe to repeat.
      if (error instanceof NoBeginning) continue;
      // Printers that wake up refuse or drop connections.
      if (!isBroken(error)) throw error;
    }
    await pause(pauseMs, undefined, { signal: connection.signal });
  }
  return fetchOnce(options, connection);
}

/** A printer has not begun to answer in time. */
class NoBeginning extends SourceError {
  constructor() {
    super('noAnswer', `the printer did not begin to answer within ${printerTimeoutMs / 1_000} seconds`);
  }
}

const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && brokenConnection.has(error.code);

const fetchOnce = (options: PinnedRequest, { network, signal, port, isInteractive }: Line): Promise<Buffer> =>
  withTimeout(isInteractive ? timeoutMs : patientTimeoutMs, signal, async (deadline) => {
    const { url, method, headers, body, maxBytes, isPrinter = false } = options;
    if (hasDotSegment(url.pathname)) throw new SourceError('settings', 'the path has . or .. in it');
    const address = await pinnedAddress(url.hostname, network, deadline);
    deadline.throwIfAborted();
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = pinnedRequest(
      { address, port, isPublic: network.isPublic(address), agents: false },
      { url, method, headers: { ...headers, ...length } },
    );
    const giveUp = (): void => void request.destroy();
    deadline.addEventListener('abort', giveUp);
    const timer =
      isPrinter && !isInteractive
        ? setTimeout(() => request.destroy(new NoBeginning()), printerTimeoutMs)
        : undefined;
    try {
      const answer = sendRequest(request, body).then((response) => {
        clearTimeout(timer);
        return readLimitedBody(response, maxBytes);
      });
      // After the head of the response, only the request tells what is wrong with the rest.
      return await Promise.race([answer, failureOf(request)]);
    } finally {
      clearTimeout(timer);
      deadline.removeEventListener('abort', giveUp);
      request.destroy();
    }
  });

const failureOf = (request: ClientRequest): Promise<never> =>
  new Promise((_, reject) => {
    request.on('error', reject);
  });
