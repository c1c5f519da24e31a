import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchPinned } from '../../../printers/src/pinned-http.js';
import { closedPort } from '../support/ports.js';
import {
  fetchFromPeer,
  closePeer,
  failureOf,
  flood,
  responseHead,
  receivedText,
  loopback,
  rawPeer,
  sockets,
} from '../support/raw-peer.js';
import { until } from '../support/until.js';

afterEach(closePeer);

describe('a request to a hostile or broken server ends and closes its connection:', () => {
  const attacks: [string, (socket: Socket) => void, { reason: string; message: RegExp }][] = [
    [
      'one large header',
      (socket) => flood(socket, `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(70_000)}`),
      { reason: 'badAnswer', message: /header overflow/i },
    ],
    [
      'headers without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        flood(socket, 'x-more: and more\r\n'.repeat(100));
      },
      { reason: 'badAnswer', message: /header overflow/i },
    ],
    [
      'trailers without end',
      (socket) => {
        socket.write(`${responseHead('transfer-encoding: chunked')}1\r\na\r\n0\r\n`);
        flood(socket, 'x-more: and more\r\n'.repeat(100));
      },
      { reason: 'badAnswer', message: /header overflow|aborted/i },
    ],
    [
      'endless informational responses',
      (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
      { reason: 'badAnswer', message: /too many informational responses/ },
    ],
    [
      'hints without end',
      (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'),
      { reason: 'badAnswer', message: /too many informational responses/ },
    ],
    [
      'another protocol',
      (socket) =>
        socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: tunnel\r\n\r\nhello'),
      { reason: 'badAnswer', message: /another protocol/ },
    ],
    [
      'a response with a length that is too large',
      (socket) => socket.write(responseHead('content-length: 1048577')),
      { reason: 'badAnswer', message: /too large/ },
    ],
    [
      'a response that is too large, without a length',
      (socket) => {
        socket.write(responseHead('transfer-encoding: chunked'));
        flood(socket, `10000\r\n${'x'.repeat(0x10000)}\r\n`);
      },
      { reason: 'badAnswer', message: /too large/ },
    ],
    [
      'a packed answer',
      (socket) => socket.write(`${responseHead('content-encoding: gzip', 'content-length: 2')}ab`),
      { reason: 'badAnswer', message: /compressed/ },
    ],
    [
      'two lengths',
      (socket) => socket.write(`${responseHead('content-length: 1', 'content-length: 2')}ab`),
      { reason: 'badAnswer', message: /Parse Error/ },
    ],
    [
      'something else than HTTP',
      (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'),
      { reason: 'badAnswer', message: /Parse Error/ },
    ],
    [
      'a reset before the response',
      (socket) => socket.resetAndDestroy(),
      { reason: 'noAnswer', message: /ECONNRESET|hang up/ },
    ],
    [
      'a connection that ends before the response',
      (socket) => socket.end(),
      { reason: 'noAnswer', message: /hang up/ },
    ],
    [
      'a reset within the body',
      (socket) =>
        socket.write(`${responseHead('content-length: 100')}half`, () =>
          setTimeout(() => socket.resetAndDestroy(), 50),
        ),
      { reason: 'noAnswer', message: /aborted|ECONNRESET/ },
    ],
    [
      'an end within the body',
      (socket) => socket.end(`${responseHead('content-length: 100')}half`),
      { reason: 'noAnswer', message: /aborted/ },
    ],
    [
      'an end within a chunk',
      (socket) => socket.end(`${responseHead('transfer-encoding: chunked')}64\r\nhalf`),
      { reason: 'noAnswer', message: /aborted/ },
    ],
  ];
  it.each(attacks)('%s', async (_, attack, expected) => {
    const port = await rawPeer(attack);
    const { reason, message } = await failureOf(fetchFromPeer(port));
    expect({ reason, message }).toEqual({
      reason: expected.reason,
      message: expect.stringMatching(expected.message),
    });
  });

  const silences: [string, (socket: Socket) => void][] = [
    ['no answer', () => undefined],
    ['an incomplete header', (socket) => socket.write('HTTP/1.1 200 OK\r\nx-')],
    ['an incomplete body', (socket) => socket.write(`${responseHead('content-length: 100')}half`)],
    [
      'a body that never ends, byte by byte',
      (socket) => {
        socket.write(responseHead('transfer-encoding: chunked'));
        const drip = setInterval(() => socket.write('1\r\na\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      },
    ],
    [
      'a chunk whose size line never ends',
      (socket) => {
        socket.write(`${responseHead('transfer-encoding: chunked')}1;`);
        const drip = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(drip));
      },
    ],
  ];
  it.each(silences)('%s, as soon as the caller aborts', async (_, silence) => {
    const port = await rawPeer(silence);
    expect(await failureOf(fetchFromPeer(port, { ms: 300 }))).toMatchObject({ reason: 'noAnswer' });
  });

  it('a body that never ends, after ten seconds in any case', async () => {
    const port = await rawPeer((socket) => {
      socket.write(responseHead('transfer-encoding: chunked'));
      const drip = setInterval(() => socket.write('1\r\na\r\n'), 200);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await failureOf(fetchFromPeer(port))).toEqual({
      reason: 'noAnswer',
      message: 'It took longer than 10 seconds',
    });
  });

  it('a response before the end of the request, from a server that stops reading', async () => {
    const body = Buffer.alloc(32 * 1024 * 1024);
    const port = await rawPeer((socket) => socket.write(`${responseHead('content-length: 5')}early`), false);
    expect((await fetchFromPeer(port, { method: 'POST', body })).toString()).toBe('early');
    for (const socket of sockets) socket.resume();
    await until(
      'all sockets to be closed',
      () => sockets.size,
      (count) => count === 0,
    );
  });

  it('a closed port', async () => {
    expect(await failureOf(fetchFromPeer(await closedPort()))).toMatchObject({ reason: 'noAnswer' });
  });

  it('a caller that has already aborted', async () => {
    const port = await rawPeer((socket) => socket.end());
    const url = new URL(`http://127.0.0.1:${String(port)}`);
    const response = fetchPinned(
      { url, method: 'GET', headers: {}, maxBytes: 1_000 },
      { network: loopback, signal: AbortSignal.abort(), isInteractive: true },
    );
    expect(await failureOf(response)).toMatchObject({ reason: 'noAnswer' });
    expect(receivedText()).toBe('');
  });
});
