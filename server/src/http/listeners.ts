import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from './app.js';

export interface Listeners {
  readonly port: number;
  readonly httpPort: number;
  /** Stops taking connections and waits for the requests under way. */
  close(): Promise<void>;
}

/** HTTPS, and beside it the plain port that refuses the API. */
export async function listen(
  app: App,
  { host, port, httpPort }: { host: string; port: number; httpPort: number },
): Promise<Listeners> {
  const plain = createServer((request, response) => {
    app.routing(request, response);
  });
  await listening(plain, host, httpPort);
  try {
    await app.listen({ host, port });
  } catch (error) {
    plain.close();
    throw error;
  }
  return {
    port: (app.server.address() as AddressInfo).port,
    httpPort: (plain.address() as AddressInfo).port,
    async close() {
      await Promise.all([app.close(), closed(plain)]);
    },
  };
}

const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeIdleConnections();
  });
