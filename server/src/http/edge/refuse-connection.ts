import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { newId } from '../../platform/ids.js';
import { securityHeaders } from './security-headers.js';
import { HttpError, type ErrorBody } from './http-error.js';

const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The URL and headers of the request are too long',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive',
};

/** Time to send the response; over TLS this takes a moment. */
const lastWordsMs = 1_000;

export interface RefusedConnection {
  readonly requestId: string;
  readonly status: number;
  readonly error: string;
}

/** Responds to invalid HTTP and to requests that are too long, in the usual error format. */
export function refuseConnection(
  error: Error & { code?: string },
  socket: Socket,
  onRefused: (refused: RefusedConnection) => void,
): void {
  // After a reset, the client is gone. Before the handshake, written data would wait forever. Browsers open connections in
  // advance: data written to an unused one would be taken for the response to a request sent at the same moment, while a closed
  // one is simply replaced.
  const isUnused = socket.bytesRead === 0;
  if (error.code !== 'ECONNRESET' && socket.writable && !isUnused && !isBeforeHandshake(socket)) {
    const refusal: ErrorBody = {
      code: 400,
      error: reasons[error.code ?? ''] ?? 'The request is not valid HTTP',
    };
    const body = JSON.stringify(refusal);
    const requestId = newId();
    const headers = [['X-Request-Id', requestId], ...securityHeaders(socket instanceof TLSSocket)]
      .map((header) => header.join(': '))
      .join('\r\n');
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${String(Buffer.byteLength(body))}\r\nConnection: close\r\n${headers}\r\n\r\n${body}`,
    );
    onRefused({ requestId, status: refusal.code, error: refusal.error });
    // Gives the client time to read the response.
    socket.setTimeout(lastWordsMs, () => socket.destroy());
    socket.destroySoon();
    return;
  }
  socket.destroy(error);
}

const isBeforeHandshake = (socket: Socket): boolean =>
  socket instanceof TLSSocket && !socket.getProtocol()?.startsWith('TLS');

/** Node itself would refuse a request without a Host header, with an empty response. */
export const httpOptions = { requireHostHeader: false };

export function requireHost(app: FastifyInstance<HttpsServer>): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    const isMissing = raw.headers.host === undefined && raw.httpVersion === '1.1';
    done(isMissing ? new HttpError(400, 'The request must have a Host header') : undefined);
  });
}
