import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** A UDP port on the loopback interface where nothing listens. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

/** A TCP port on the loopback interface where nothing listens. */
export async function freePort(): Promise<number> {
  const listener = await listenForCalls();
  await listener.close();
  return listener.port;
}

export interface Listener {
  readonly port: number;
  /** How many connections have arrived. */
  readonly calls: () => number;
  close(): Promise<void>;
}

/** Something that listens and counts who calls. */
export async function listenForCalls(host = '127.0.0.1'): Promise<Listener> {
  let calls = 0;
  const server: Server = createServer((socket) => {
    calls++;
    socket.on('error', () => undefined).resume();
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    calls: () => calls,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
