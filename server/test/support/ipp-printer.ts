import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { makeSelfSigned } from '../../src/platform/net/self-signed.js';
import { type Field, groupTags, message } from './ipp-message.js';

export const operations = { getJobs: 0x000a, getPrinterAttributes: 0x000b, cupsGetPrinters: 0x4002 };
export const statuses = {
  ok: 0x0000,
  ignoredAttributes: 0x0001,
  badRequest: 0x0400,
  forbidden: 0x0401,
  notAuthenticated: 0x0402,
  notAuthorized: 0x0403,
  notFound: 0x0406,
  gone: 0x0407,
  operationNotSupported: 0x0501,
  versionNotSupported: 0x0503,
};

export interface IppRequest {
  readonly operation: number;
  readonly version: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** The raw message as text, to search for values. */
  readonly words: string;
}

/** The bytes of a response, an HTTP status, or undefined for no answer. */
export type Behaviour = (request: IppRequest) => Buffer | number | undefined;

export interface IppPrinter {
  readonly port: number;
  readonly requests: IppRequest[];
  /** The maximum number of concurrent requests. */
  readonly maxConcurrent: () => number;
  respondWith(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** A printer whose responses are controlled by the test. */
export async function startIppPrinter({ secure = false } = {}): Promise<IppPrinter> {
  const requests: IppRequest[] = [];
  let behaviour: Behaviour = () => 500;
  let waiting = 0;
  let maxConcurrent = 0;
  const answer: RequestListener = (request, response) => {
    maxConcurrent = Math.max(maxConcurrent, ++waiting);
    response.once('close', () => waiting--);
    void understood(request).then((question) => {
      requests.push(question);
      const reply = behaviour(question);
      if (reply === undefined) return;
      // Delayed, so that concurrent requests overlap.
      setTimeout(() => {
        if (typeof reply === 'number') response.writeHead(reply).end();
        else response.writeHead(200, { 'content-type': 'application/ipp' }).end(reply);
      }, 5);
    });
  };
  const server = secure
    ? createTlsServer(await makeSelfSigned('127.0.0.1', new Date()), answer)
    : createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    maxConcurrent: () => maxConcurrent,
    respondWith(next) {
      behaviour = next;
      requests.length = 0;
      maxConcurrent = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function understood(request: IncomingMessage): Promise<IppRequest> {
  const body = await buffer(request);
  return {
    operation: body.readUInt16BE(2),
    version: `${body[0] ?? 0}.${body[1] ?? 0}`,
    path: request.url ?? '',
    authorization: request.headers.authorization,
    words: body.toString('latin1'),
  };
}

export const printerResponse = (...fields: Field[]): Buffer =>
  message(statuses.ok, [[groupTags.printer, fields]]);
export const jobsResponse = (...jobs: Field[][]): Buffer =>
  message(
    statuses.ok,
    jobs.map((fields) => [groupTags.job, fields]),
  );
