import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Connections {
  readonly open: number;
  /** Requests in progress. */
  readonly underWay: number;
  /** Waits for requests in progress, at most this long, then closes the remaining connections. */
  end(timeoutMs: number): Promise<void>;
}

/** Gives the last responses time to reach their callers. */
const lastWordsMs = 100;

/**
 * Tracks connections and requests in progress. Closing a server waits for every connection, even for one that never sends a
 * request or never reads its response.
 */
export function watchConnections(server: HttpServer | HttpsServer): Connections {
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let onIdle = (): void => undefined;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeWith = queuedResponses();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.add(response);
    closeWith(socket, response);
    response.once('close', () => {
      underWay.delete(response);
      if (underWay.size === 0) onIdle();
    });
  });
  return {
    get open() {
      return sockets.size;
    },
    get underWay() {
      return underWay.size;
    },
    async end(timeoutMs) {
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve;
        if (underWay.size === 0) resolve();
      });
      await Promise.race([idle, pause(timeoutMs, undefined, { ref: false })]);
      server.closeIdleConnections();
      if (sockets.size > 0) await pause(lastWordsMs);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * A client may send requests without waiting for the answers, which then wait for each other. If it disconnects, Node only tells the
 * response whose turn it is. The others would never end: what they hold until they close would leak.
 */
function queuedResponses(): (socket: Socket, response: ServerResponse) => void {
  const responses = new WeakMap<Socket, Set<ServerResponse>>();
  const of = (socket: Socket): Set<ServerResponse> => {
    const known = responses.get(socket);
    if (known) return known;
    const made = new Set<ServerResponse>();
    responses.set(socket, made);
    socket.once('close', () => {
      for (const response of made) if (isQueued(response)) response.destroy().emit('close');
    });
    return made;
  };
  return (socket, response) => {
    const own = of(socket);
    own.add(response);
    response.once('close', () => own.delete(response));
  };
}

/** It gets its socket when it is its turn. */
const isQueued = ({ socket, writableFinished }: ServerResponse): boolean =>
  socket === null && !writableFinished;
