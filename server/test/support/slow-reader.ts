import { once } from 'node:events';
import { connect } from 'node:tls';
import type { TestServer } from './test-server.js';
import type { Visitor } from './visitor.js';

export interface SlowReader {
  readonly status: number;
  hangUp(): void;
}

/** Opens a download as the person, and reads no more than the beginning of the response. */
export async function readSlowly(
  { running: { port } }: TestServer,
  { cookies }: Visitor,
  path: string,
): Promise<SlowReader> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Regrove-App: 1\r\nCookie: ${cookie}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(first.toString('latin1'))?.[1]),
    hangUp: () => void socket.destroy(),
  };
}
