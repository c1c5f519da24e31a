import type { Server as HttpServer, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Connections {
  readonly open: number;
  /** Requests in progress. */
  readonly underWay: number;
  /** Waits for the requests under way, though not for ever, then cuts off whoever is still connected. */
  end(timeoutMs: number): Promise<void>;
}

/** For what was just answered to reach its caller. */
const lastWordsMs = 100;

/**
 * Watches who is connected and which requests are under way: closing a server waits for every connection, also for one
 * that never says a word or never listens to its answer.
 */
export function watchConnections(server: HttpServer | HttpsServer): Connections {
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let onIdle = (): void => undefined;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (_, response: ServerResponse) => {
    underWay.add(response);
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
