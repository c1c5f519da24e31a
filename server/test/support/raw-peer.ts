import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { fetchPinned, type PinnedRequest } from '../../../printers/src/pinned-http.js';
import { reasonOf } from '../../../printers/src/source-error.js';
import { until } from './until.js';

export const loopback = createNetworkPolicy(['127.0.0.0/8', '::1']);

let server: Server | undefined;
let received = '';
/** Connections whose end the peer has not noticed yet. */
export const sockets = new Set<Socket>();

/** Everything the peer has received. */
export const receivedText = (): string => received;

export async function closePeer(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  if (server) await once(server.close(), 'close');
  server = undefined;
  received = '';
}

/** A server that runs `answer` once it has received something. */
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

export const fetchFromPeer = (
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

/** The error of the request. Also waits until all connections are closed. */
export async function failureOf(response: Promise<Buffer>): Promise<{ reason: string; message: string }> {
  const error = await response.then(
    () => undefined,
    (thrown: unknown) => thrown as Error,
  );
  if (!error) throw new Error('it was answered');
  await until(
    'all sockets to be closed',
    () => sockets.size,
    (count) => count === 0,
  );
  return { reason: reasonOf(error), message: error.message };
}

/** Writes until the other side stops reading. */
export function flood(socket: Socket, text: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

export const responseHead = (...lines: string[]): string =>
  ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
