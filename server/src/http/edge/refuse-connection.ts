import type { Socket } from 'node:net';
import { newId } from '../../platform/ids.js';
import type { ErrorBody } from './status.js';

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
    socket.write(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${String(Buffer.byteLength(body))}\r\nConnection: close\r\nX-Request-Id: ${newId()}\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}
