import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('A malformed request', () => {
  /** Sends raw bytes and reads until the server closes the connection. */
  const exchange = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port } = world.server.running;
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () =>
        socket.write(bytes),
      );
      let received = '';
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => (received += chunk));
      socket.on('error', reject);
      socket.on('close', () => {
        resolve(received);
      });
    });

  it.each([
    ['is not HTTP', 'NONSENSE\r\n\r\n'],
    ['has an address that is too long', `GET /v1/${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    [
      'has headers that are too long',
      `GET /v1/account HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    ],
    ['has a header with a NUL byte', 'GET /v1/account HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n'],
    [
      'has two lengths',
      'POST /v1/deposits HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    ['has no Host', 'GET /v1/account HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'is encoded in a way that nobody knows',
      'POST /v1/deposits HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nTransfer-Encoding: gzip\r\n\r\n',
    ],
  ])('returns a 400 in the usual shape: %s', async (_, bytes) => {
    const [body = '', head = ''] = (await exchange(bytes)).split('\r\n\r\n').reverse();
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/content-type: application\/json/i);
    expect(JSON.parse(body)).toEqual({ code: 400, error: expect.stringMatching(/./) });
  });
  it('is answered normally if it only has an unknown Expect header', async () => {
    const bytes =
      'GET /v1/account HTTP/1.1\r\nHost: x\r\nExpect: the unexpected\r\nConnection: close\r\n\r\n';
    expect(await exchange(bytes)).toMatch(/^HTTP\/1\.1 401 .*"code":401/s);
  });
});
