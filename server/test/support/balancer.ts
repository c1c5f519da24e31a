import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A load balancer: distributes connections over its members in turn. */
export interface Balancer {
  readonly port: number;
  join(port: number): void;
  /** Gives the member no more connections; resolves when its existing ones are closed. */
  leave(port: number): Promise<void>;
  /** How many connections each member has received. */
  readonly given: ReadonlyMap<number, number>;
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  const members: number[] = [];
  const open = new Map<number, Set<Socket>>();
  const given = new Map<number, number>();
  const listener = createServer((caller) => {
    const port = members.shift();
    if (port === undefined) return void caller.destroy();
    members.push(port);
    given.set(port, (given.get(port) ?? 0) + 1);
    const server = connect(port, '127.0.0.1');
    const sockets = open.get(port) ?? new Set();
    open.set(port, sockets.add(server));
    server.on('close', () => {
      sockets.delete(server);
      caller.destroy();
    });
    caller.on('close', () => server.destroy());
    for (const socket of [caller, server]) socket.on('error', () => undefined);
    caller.pipe(server).pipe(caller);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    given,
    join: (port) => void members.push(port),
    async leave(port) {
      members.splice(members.indexOf(port), 1);
      for (const socket of open.get(port) ?? []) if (!socket.closed) await once(socket, 'close');
    },
    async close() {
      listener.close();
      await once(listener, 'close');
    },
  };
}
