import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { rootCertificates } from 'node:tls';
import type { Config } from '../platform/config/config.js';
import { isLoopback } from '../platform/net/is-loopback.js';
import { currentCertificate } from '../platform/net/tls-certificate.js';
import { withTimeout } from '../platform/time/with-timeout.js';

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: readonly string[] | undefined;
  readonly timeoutMs: number;
  /** A longer answer is an error. */
  readonly maxBytes?: number;
}

interface Answer<Body> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

export type HttpAnswer = Answer<string>;

export class ResponseTooLongError extends Error {
  constructor(
    maxBytes: number,
    readonly status: number,
  ) {
    super(`The answer is longer than ${maxBytes} bytes`);
  }
}

/** Sends a request for a command and reads the whole answer. Redirects are not followed. */
export async function sendHttpRequest(asked: HttpRequest, stopping?: AbortSignal): Promise<HttpAnswer> {
  const answer = await sendHttpRequestForBytes(asked, stopping);
  return { ...answer, body: answer.body.toString() };
}

export const sendHttpRequestForBytes = (
  { url, method, headers, body, ca, timeoutMs, maxBytes = Infinity }: HttpRequest,
  stopping?: AbortSignal,
): Promise<Answer<Buffer>> =>
  withTimeout(
    timeoutMs,
    stopping,
    (signal) =>
      new Promise((resolve, reject) => {
        const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, {
          method,
          headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
          signal,
          ...(ca && { ca: [...ca] }),
        });
        request.on('error', reject);
        request.on('response', (response) => {
          readAll(response, maxBytes).then(
            (answer) =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
            reject,
          );
        });
        request.end(body);
      }),
  );

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) throw new ResponseTooLongError(maxBytes, response.statusCode ?? 0);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The certificate that `serve` makes for this machine is signed by nobody, so it is trusted in addition to the usual ones. */
export async function certificateAuthoritiesFor(config: Config, url: string): Promise<string[] | undefined> {
  const own = isLoopback(new URL(url).hostname) ? await currentCertificate(config) : undefined;
  return own && [...rootCertificates, own.cert];
}

/** Why there was no answer. Node gives a name that has several addresses an error without a message. */
export function connectionErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
