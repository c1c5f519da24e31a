import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from './app.js';
import { watchConnections } from './connections.js';
import { httpOptions } from './edge/refuse-connection.js';
import { serverOptions, type TimeLimits } from './time-limits.js';

export interface Listeners {
  readonly port: number;
  readonly httpPort: number;
  readonly traffic: () => Traffic;
  /** Stops taking connections and waits for the requests under way. */
  close(): Promise<void>;
}

/** Requests under way, and open connections of each listener. */
export interface Traffic {
  readonly underWay: number;
  readonly https: number;
  readonly http: number;
}

/** What is under way may take this long when the server is to stop. */
const patienceMs = 30_000;

/** HTTPS, and beside it the plain port that refuses the API. */
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
    // What a caller expects beside an answer is not ours to promise; Node would refuse it in a form of its own.
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      app.routing(request, response);
    });
  }
  const https = watchConnections(app.server);
  const http = watchConnections(plain);
  await listening(plain, host, httpPort).catch((error: unknown) => {
    throw cannotListen(host, httpPort, 'REGROVE_HTTP_PORT', error);
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    plain.close();
    throw cannotListen(host, port, 'REGROVE_PORT', error);
  }
  return {
    port: (app.server.address() as AddressInfo).port,
    httpPort: (plain.address() as AddressInfo).port,
    traffic: () => ({ underWay: https.underWay + http.underWay, https: https.open, http: http.open }),
    async close() {
      const ending = Promise.all([app.close(), closed(plain)]);
      await Promise.all([https, http].map((each) => each.end(patienceMs)));
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

export function cannotListen(host: string, port: number, variable: string, cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const reason = code === 'EADDRINUSE' ? 'something else does already' : String(cause);
  return new Error(`Cannot listen on ${host} port ${port}: ${reason} (${variable} sets the port)`, { cause });
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeIdleConnections();
  });
