import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { newId } from '../../platform/ids.js';
import { HttpError, type ErrorBody } from './status.js';

const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The address and headers of the request are too long',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive',
};

/** Answers what is not even HTTP, or too long to be read, in the one shape of errors. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  // After a reset there is nobody left to answer.
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const refusal: ErrorBody = {
      code: 400,
      error: reasons[error.code ?? ''] ?? 'The request is not valid HTTP',
    };
    const body = JSON.stringify(refusal);
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${String(Buffer.byteLength(body))}\r\nConnection: close\r\nX-Request-Id: ${newId()}\r\n\r\n${body}`,
    );
    // Not before the answer has left: over TLS that takes a moment.
    socket.destroySoon();
    return;
  }
  socket.destroy(error);
}

/** Node would refuse a request without a Host itself, and without a word. */
export const httpOptions = { requireHostHeader: false };

export function requireHost(app: FastifyInstance<HttpsServer>): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    const isMissing = raw.headers.host === undefined && raw.httpVersion === '1.1';
    done(isMissing ? new HttpError(400, 'The request must have a Host header') : undefined);
  });
}
