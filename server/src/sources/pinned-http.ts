import { setTimeout as pause } from 'node:timers/promises';
import { request as plainRequest, type ClientRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import { withTimeout } from '../platform/time/with-timeout.js';
import { readLimitedBody } from './read-limited-body.js';
import { hasDotSegment } from './dot-segments.js';
import { pinnedAddress } from './pinned-address.js';
import type { Connection } from './source.js';
import { SourceError } from './source-error.js';

export interface PinnedRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Of the response body; a longer one is an error. */
  readonly maxBytes: number;
}

type Line = Pick<Connection, 'network' | 'signal' | 'isInteractive'> & { readonly port?: number };

/** For one attempt, from resolving the name to the end of the body. */
const timeoutMs = 10_000;
const secondTryAfterMs = 1_000;
const brokenConnection: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EPIPE',
]);
const largestHead = 16 * 1024;
/** Informational responses (1xx) before the final one. */
const maxHints = 20;

/**
 * One request to an address that the network policy allows, with limits on time and size. Redirects are not followed,
 * because they may lead to another address. The connection is always closed at the end.
 */
export async function fetchPinned(options: PinnedRequest, connection: Line): Promise<Buffer> {
  try {
    return await fetchOnce(options, connection);
  } catch (error) {
    if (connection.isInteractive || !isBroken(error)) throw error;
    // Printers that wake up refuse or drop connections. All requests are safe to repeat.
    await pause(secondTryAfterMs, undefined, { signal: connection.signal });
    return fetchOnce(options, connection);
  }
}

const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && brokenConnection.has(error.code);

const fetchOnce = (options: PinnedRequest, { network, signal, port }: Line): Promise<Buffer> =>
  withTimeout(timeoutMs, signal, async (deadline) => {
    if (hasDotSegment(options.url.pathname)) throw new SourceError('settings', 'the path has . or .. in it');
    const address = await pinnedAddress(options.url.hostname, network, deadline);
    deadline.throwIfAborted();
    const request = requestTo({ address, port }, options, network.isPublic(address));
    const giveUp = (): void => void request.destroy();
    deadline.addEventListener('abort', giveUp);
    try {
      return await answerTo(request, options);
    } finally {
      deadline.removeEventListener('abort', giveUp);
      request.destroy();
    }
  });

function requestTo(
  { address, port }: { address: string; port: number | undefined },
  { url, method, headers, body }: PinnedRequest,
  isPublic: boolean,
): ClientRequest {
  const name = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const secure = url.protocol === 'https:';
  return (secure ? tlsRequest : plainRequest)(url, {
    method,
    ...(port !== undefined && { port }),
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    agent: false,
    maxHeaderSize: largestHead,
    lookup: (_hostname, options, done) => {
      const family = isIPv6(address) ? 6 : 4;
      if (options.all === true) done(null, [{ address, family }]);
      else done(null, address, family);
    },
    // There are no public certificates for private addresses. If the operator allows these, the network is trusted.
    ...(secure && { rejectUnauthorized: isPublic, servername: isIP(name) === 0 ? name : '' }),
  });
}

const answerTo = (request: ClientRequest, { body, maxBytes }: PinnedRequest): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let hints = 0;
    request.on('information', () => {
      hints += 1;
      if (hints > maxHints)
        request.destroy(new SourceError('badAnswer', 'the server sends too many informational responses'));
    });
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new SourceError('badAnswer', 'the server wants to switch to another protocol'));
    });
    request.on('response', (response) => {
      readLimitedBody(response, maxBytes).then(resolve, reject);
    });
    request.on('error', reject);
    request.end(body);
  });
