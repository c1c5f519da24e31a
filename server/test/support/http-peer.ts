import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { makeSelfSigned } from '../../src/platform/net/self-signed.js';

export interface HttpPeer {
  /** http or https, on the loopback interface. */
  readonly url: string;
  /** The method and path of each request so far. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Called when the whole body has been received. */
export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A third-party server, controlled by the test. */
export async function startHttpPeer(answer: Answer, { tls = false } = {}): Promise<HttpPeer> {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.on('error', () => undefined);
    void text(request).then(
      (body) => {
        answer(request, response, body);
      },
      () => undefined,
    );
  };
  const server = tls
    ? createTlsServer(await makeSelfSigned('127.0.0.1', new Date()), listener)
    : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
