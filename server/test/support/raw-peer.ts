import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { fetchPinned, type PinnedRequest } from '../../src/sources/pinned-http.js';
import { reasonOf } from '../../src/sources/source-error.js';
import { until } from './until.js';

export const loopback = createNetworkPolicy(['127.0.0.0/8', '::1']);

let server: Server | undefined;
let received = '';
/** Connections that a peer has, or had and does not know yet that they are over. */
export const sockets = new Set<Socket>();

/** What was said to the peer. */
export const heard = (): string => received;

export async function closePeer(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  if (server) await once(server.close(), 'close');
  server = undefined;
  received = '';
}

/** A peer that says whatever it is told to, as soon as something was said to it. */
export async function rawPeer(answer: (socket: Socket) => void, readsOn = true): Promise<number> {
  const started = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.once('data', () => {
      if (!readsOn) socket.pause();
      answer(socket);
    });
    socket.on('data', (bytes) => (received += bytes.toString('latin1')));
  });
  server = started;
  started.listen(0, '127.0.0.1');
  await once(started, 'listening');
  return (started.address() as AddressInfo).port;
}

export const ask = (
  port: number,
  {
    host = '127.0.0.1',
    ms = 240_000,
    isInteractive = true,
    signal = AbortSignal.timeout(ms),
    ...more
  }: {
    host?: string;
    ms?: number;
    isInteractive?: boolean;
    signal?: AbortSignal;
  } & Partial<PinnedRequest> = {},
): Promise<Buffer> =>
  fetchPinned(
    {
      url: new URL(`http://${host}:${String(port)}/path?query`),
      method: 'GET',
      headers: {},
      maxBytes: 1024 * 1024,
      ...more,
    },
    { network: loopback, isInteractive, signal },
  );

/** What it ends with; by then, or soon, no connection is left. */
export async function failureOf(asked: Promise<Buffer>): Promise<{ reason: string; message: string }> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown as Error,
  );
  if (!error) throw new Error('it was answered');
  await until(() => sockets.size === 0);
  return { reason: reasonOf(error), message: error.message };
}

/** Writes for as long as the other side takes it. */
export function flood(socket: Socket, text: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

export const head = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
