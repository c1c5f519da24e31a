import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { Regrove, type RegroveOptions } from '../../src/index.js';
import { userAgent } from './client.js';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Handles one request, rightly or wrongly. */
export type Behaviour = (response: ServerResponse) => void;

export interface UnreliableServer {
  readonly baseUrl: string;
  readonly received: Received[];
  readonly client: (options?: Partial<RegroveOptions>) => Regrove;
}

export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export const refuse = (status: number, headers: Record<string, string> = {}): Behaviour =>
  answer(status, { code: status, error: `Refused with ${String(status)}` }, headers);

/** Reads the request, then closes the connection. */
export const hangUp: Behaviour = (response) => void response.destroy();

/** Starts the response, then closes the connection. */
export const hangUpHalfway: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('[{"id":', () => response.destroy());
};

export const neverAnswer: Behaviour = () => undefined;

/** A server that applies one behaviour per request, in order; the last one is repeated. */
export async function startUnreliableServer(...behaviours: Behaviour[]): Promise<UnreliableServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const behave = behaviours[Math.min(received.length, behaviours.length - 1)];
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      behave?.(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
  return {
    baseUrl,
    received,
    client: (options) => new Regrove({ baseUrl, key: 'k', userAgent, ...options }),
  };
}
