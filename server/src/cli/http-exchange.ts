import { request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { withTimeout } from '../platform/time/with-timeout.js';

export interface Exchange {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: readonly string[] | undefined;
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request for a command and reads the whole answer. Redirects are not followed. */
export const exchange = (
  { url, method, headers, body, ca, timeoutMs }: Exchange,
  stopping: AbortSignal,
): Promise<HttpAnswer> =>
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
          text(response).then(
            (answer) =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
            reject,
          );
        });
        request.end(body);
      }),
  );

/** Why there was no answer. Node gives a name that has several addresses an error without a message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
