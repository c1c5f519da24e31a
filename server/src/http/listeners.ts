import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { App } from './app.js';
import { watchConnections } from './connections.js';
import { httpOptions } from './edge/refuse-connection.js';
import { serverOptions, type TimeLimits } from './time-limits.js';

export interface Listeners {
  readonly port: number;
  readonly httpPort: number;
  readonly traffic: () => Traffic;
  /** Stops accepting connections and waits for requests in progress. */
  close(): Promise<void>;
}

/** Requests in progress, and open connections of each listener. */
export interface Traffic {
  readonly underWay: number;
  readonly https: number;
  readonly http: number;
}

/** How long requests in progress may take during shutdown. */
const timeoutMs = 30_000;

/** Listens on HTTPS and on the plain HTTP port, which refuses API requests. */
export async function listen(
  app: App,
  { host, port, httpPort }: { host: string; port: number; httpPort: number },
  timeLimits: TimeLimits,
): Promise<Listeners> {
  const plain = createServer({ ...httpOptions, ...serverOptions(timeLimits) }, (request, response) => {
    app.routing(request, response);
  })
    .on('clientError', (error, socket) => {
      app.server.emit('clientError', error, socket);
    })
    .setTimeout(timeLimits.stalledMs);
  for (const server of [app.server, plain]) {
    // Ignores unknown Expect headers. Node would refuse them with a response that is not in our error format.
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      app.routing(request, response);
    });
  }
  const https = watchConnections(app.server);
  const http = watchConnections(plain);
  await listening(plain, host, httpPort).catch((error: unknown) => {
    throw cannotListen(host, httpPort, httpSettings, error);
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    plain.close();
    throw cannotListen(host, port, httpsSettings, error);
  }
  return {
    port: (app.server.address() as AddressInfo).port,
    httpPort: (plain.address() as AddressInfo).port,
    traffic: () => ({ underWay: https.underWay + http.underWay, https: https.open, http: http.open }),
    async close() {
      const ending = Promise.all([app.close(), closed(plain)]);
      await Promise.all([https, http].map((each) => each.end(timeoutMs)));
      await ending;
    },
  };
}

export const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** The settings that define a listener's address. */
export interface ListenerSettings {
  readonly host: string;
  readonly port: string;
}

export const httpsSettings: ListenerSettings = { host: 'REGROVE_HOST', port: 'REGROVE_PORT' };
export const httpSettings: ListenerSettings = { host: 'REGROVE_HOST', port: 'REGROVE_HTTP_PORT' };

/** The message names the setting to change. */
export function cannotListen(host: string, port: number, settings: ListenerSettings, cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const aboutHost = hostTroubles[code];
  const aboutPort = portTroubles[code] ?? String(cause);
  return new Error(
    aboutHost === undefined
      ? `Cannot listen on ${host} port ${port}: ${aboutPort} (${settings.port} sets the port)`
      : `Cannot listen on ${host}: ${aboutHost} (${settings.host} sets the address)`,
    { cause },
  );
}

const hostTroubles: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'it is not an address of this machine',
  ENOTFOUND: 'the name does not resolve',
  EAI_AGAIN: 'its address cannot be resolved at the moment',
};

const portTroubles: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use',
  EACCES: 'this user is not permitted to',
};

const closed = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeIdleConnections();
  });
