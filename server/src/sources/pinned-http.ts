import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { HttpRefusal } from './http-refusal.js';
import { pinnedAddress } from './pinned-address.js';
import type { Connection } from './source.js';
import { SourceTrouble } from './trouble.js';

export interface Exchange {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** A source that takes longer for one answer is as good as silent. */
const patienceMs = 10_000;
const largestAnswer = 16 * 1024 * 1024;

/**
 * One request to an address that was judged beforehand. Follows no redirect, since it may lead elsewhere, and reads no more
 * than a source has reason to say.
 */
export async function exchange(
  { url, method, headers, body }: Exchange,
  { network, signal }: Pick<Connection, 'network' | 'signal'>,
): Promise<Buffer> {
  const address = await pinnedAddress(url.hostname, network);
  const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  patience.throwIfAborted();
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (secure ? tlsRequest : plainRequest)(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      signal: patience,
      agent: false,
      lookup: (_hostname, options, done) => {
        const family = isIPv6(address) ? 6 : 4;
        if (options.all === true) done(null, [{ address, family }]);
        else done(null, address, family);
      },
      // Nobody signs certificates for addresses inside of a company: where the operator allows those, the way is trusted.
      ...(secure && {
        rejectUnauthorized: network.isPublic(address),
        ...(isIP(name) === 0 && { servername: name }),
      }),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      judgedBody(response).then(resolve, (error: unknown) => {
        response.destroy();
        reject(error as Error);
      });
    });
    request.end(body);
  });
}

async function judgedBody(response: IncomingMessage): Promise<Buffer> {
  const status = response.statusCode ?? 0;
  if (status < 200 || status >= 300) throw new HttpRefusal(status);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestAnswer) throw new SourceTrouble('other', 'the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
