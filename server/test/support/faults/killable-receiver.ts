import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json } from '../api-client.js';

/** A receiver of webhooks that can be killed in the middle of anything, and comes back at the same address. */
export class KillableReceiver {
  /** By id. */
  readonly events = new Map<string, Json>();
  /** How often something arrived. */
  deliveries = 0;
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      response.on('error', () => undefined);
      void text(request).then(
        (body) => {
          const event: Json = JSON.parse(body);
          this.deliveries += 1;
          this.events.set(event.id, event);
          response.writeHead(204).end();
        },
        () => undefined,
      );
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}
