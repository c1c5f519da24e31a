import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A port that leads to a database server. To its clients it looks like a server that can be paused. */
export interface Forwarder {
  readonly port: number;
  /** Keeps connections open and accepts new ones, but forwards nothing. */
  pause(): void;
  /** Forwards new connections again. */
  resume(): void;
  /** How many connections are open. */
  readonly open: () => number;
  close(): Promise<void>;
}

export async function startForwarder(target: { host: string; port: number }): Promise<Forwarder> {
  let isPaused = false;
  const callers = new Map<Socket, Socket>();
  const listener = createServer((caller) => {
    const server = connect({ path: `${target.host}/.s.PGSQL.${target.port}` });
    callers.set(caller, server);
    caller.on('close', () => {
      callers.delete(caller);
      server.destroy();
    });
    server.on('close', () => caller.destroy());
    for (const socket of [caller, server]) socket.on('error', () => undefined);
    if (isPaused) discard(caller, server);
    else caller.pipe(server).pipe(caller);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    open: () => callers.size,
    pause: () => {
      isPaused = true;
      for (const pair of callers) discard(...pair);
    },
    resume: () => {
      isPaused = false;
    },
    async close() {
      for (const caller of callers.keys()) caller.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

/** Without reading, it would not notice that its client closes a connection. */
const discard = (...sockets: readonly Socket[]): void => {
  for (const socket of sockets) socket.unpipe().resume();
};
