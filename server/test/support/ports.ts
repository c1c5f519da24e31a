import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

// Below the range of ephemeral ports: the system cannot assign one of these to another process between our check and
// its use. Each test process starts at another one.
const lowest = 10_000;
const highest = 32_000;
let last = lowest + ((process.pid * 101) % (highest - lowest));

const another = (): number => {
  last = last >= highest ? lowest : last + 1;
  return last;
};

/** A TCP port on the loopback interface for a program that must be given one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = another();
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => {
        resolve(false);
      });
      server.listen(port, '127.0.0.1', () => {
        resolve(true);
      });
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** The same for UDP. */
export async function freeUdpPort(): Promise<number> {
  for (;;) {
    const port = another();
    const socket = createSocket('udp4');
    const isFree = await new Promise<boolean>((resolve) => {
      socket.once('error', () => {
        resolve(false);
      });
      socket.bind(port, '127.0.0.1', () => {
        resolve(true);
      });
    });
    socket.close();
    if (isFree) return port;
  }
}

/** Kept open, so that their ports are not assigned again. */
const held: unknown[] = [];

/**
 * A TCP port on the loopback interface where nothing listens as long as this process runs: the local end of a
 * connection.
 */
export async function closedPort(): Promise<number> {
  const server = createServer((socket) => {
    held.push(socket.unref());
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  held.push(server, socket.unref());
  return socket.localPort ?? 0;
}

/** The same for UDP: a socket that is connected to itself. */
export async function closedUdpPort(): Promise<number> {
  const socket = createSocket('udp4').unref();
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  held.push(socket);
  return port;
}

export interface Listener {
  readonly port: number;
  /** How many connections have arrived. */
  readonly calls: () => number;
  close(): Promise<void>;
}

/** Listens and counts connections. */
export async function startConnectionCounter(host = '127.0.0.1'): Promise<Listener> {
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
