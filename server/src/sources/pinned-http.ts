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
  /** In bytes: more than this has nothing to do with what was asked, and is not read. */
  readonly maxBytes: number;
}

type Line = Pick<Connection, 'network' | 'signal' | 'isInteractive'> & { readonly port?: number };

/** A source that takes longer for one answer is as good as silent. */
const timeoutMs = 10_000;
const secondTryAfterMs = 1_000;
const brokenConnection: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EPIPE',
]);
const largestHead = 16 * 1024;
/** Of answers before the answer (1xx). */
const maxHints = 20;

/**
 * One request to an address that was judged beforehand. Follows no redirect, since it may lead elsewhere, and reads no more
 * than a source has reason to say, for no longer than it has reason to take. However it ends, its connection ends with it.
 */
export async function fetchPinned(asked: PinnedRequest, connection: Line): Promise<Buffer> {
  try {
    return await fetchOnce(asked, connection);
  } catch (error) {
    if (connection.isInteractive || !isBroken(error)) throw error;
    // Printers that wake up refuse connections, or drop them. All that is asked may be asked again.
    await pause(secondTryAfterMs, undefined, { signal: connection.signal });
    return fetchOnce(asked, connection);
  }
}

const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && brokenConnection.has(error.code);

const fetchOnce = (asked: PinnedRequest, { network, signal, port }: Line): Promise<Buffer> =>
  withTimeout(timeoutMs, signal, async (deadline) => {
    if (hasDotSegment(asked.url.pathname))
      throw new SourceError('settings', 'the path has . or .. in it, and may lead elsewhere');
    const address = await pinnedAddress(asked.url.hostname, network, deadline);
    deadline.throwIfAborted();
    const request = requestTo({ address, port }, asked, network.isPublic(address));
    const giveUp = (): void => void request.destroy();
    deadline.addEventListener('abort', giveUp);
    try {
      return await answerTo(request, asked);
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
    // Nobody signs certificates for addresses inside of a company: where the operator allows those, the way is trusted.
    ...(secure && { rejectUnauthorized: isPublic, servername: isIP(name) === 0 ? name : '' }),
  });
}

const answerTo = (request: ClientRequest, { body, maxBytes }: PinnedRequest): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let hints = 0;
    request.on('information', () => {
      hints += 1;
      if (hints > maxHints)
        request.destroy(new SourceError('badAnswer', 'the server does not come to its answer'));
    });
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new SourceError('badAnswer', 'the server wants another protocol'));
    });
    request.on('response', (response) => {
      readLimitedBody(response, maxBytes).then(resolve, reject);
    });
    request.on('error', reject);
    request.end(body);
  });
