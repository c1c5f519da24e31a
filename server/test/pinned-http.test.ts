import type * as dns from 'node:dns/promises';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNetworkPolicy } from '../src/platform/network-policy.js';
import { exchange, type Exchange } from '../src/sources/pinned-http.js';
import { reasonOf } from '../src/sources/trouble.js';
import { freePort } from './support/ports.js';
import { until } from './support/until.js';

vi.mock('node:dns/promises', async (original) => {
  const real = await original<typeof dns>();
  return { ...real, lookup: vi.fn(real.lookup) };
});

const loopback = createNetworkPolicy(['127.0.0.0/8', '::1']);

let server: Server | undefined;
const sockets = new Set<Socket>();
let received = '';
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  if (server) await once(server.close(), 'close');
  server = undefined;
  received = '';
});

/** A peer that says whatever it is told to, as soon as something was said to it. */
async function peer(answer: (socket: Socket) => void, readsOn = true): Promise<number> {
  const started = createTcpServer((socket) => {
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

const ask = (
  port: number,
  { host = '127.0.0.1', ms = 20_000, ...more }: { host?: string; ms?: number } & Partial<Exchange> = {},
): Promise<Buffer> =>
  exchange(
    { url: new URL(`http://${host}:${String(port)}/path?query`), method: 'GET', headers: {}, ...more },
    { network: loopback, signal: AbortSignal.timeout(ms) },
  );

/** What it ends with; by then, or soon, no connection is left. */
async function failureOf(asked: Promise<Buffer>): Promise<{ reason: string; message: string }> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown as Error,
  );
  if (!error) throw new Error('it was answered');
  await until(() => sockets.size === 0);
  return { reason: reasonOf(error), message: error.message };
}

/** Writes for as long as the other side takes it. */
function flood(socket: Socket, text: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

const head = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');

describe('an exchange', () => {
  it('gives the body of a good answer, and leaves no connection behind', async () => {
    const port = await peer((socket) => socket.write(`${head('content-length: 5')}hello`));
    const body = Buffer.from('what is the count');
    expect((await ask(port, { method: 'POST', headers: { 'x-one': 'two' }, body })).toString()).toBe('hello');
    await until(() => sockets.size === 0);
    expect(received).toMatch(/^POST \/path\?query HTTP\/1.1\r\nx-one: two\r\ncontent-length: 17\r\n/);
    expect(received).toMatch(/\r\n\r\nwhat is the count$/);
  });

  it('puts a body in small pieces together', async () => {
    const count = 300_000;
    const port = await peer((socket) => {
      socket.write(head('transfer-encoding: chunked'));
      socket.end(`${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`);
    });
    expect((await ask(port)).equals(Buffer.alloc(count, 'a'))).toBe(true);
  });

  it.each([401, 403])('of status %d is a refused login', async (status) => {
    const port = await peer((socket) => socket.write(`HTTP/1.1 ${String(status)} No\r\n\r\n`));
    expect(await failureOf(ask(port))).toEqual({
      reason: 'login',
      message: `the server answered ${String(status)}`,
    });
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect of status %d', async (status) => {
    const port = await peer((socket) =>
      socket.write(`HTTP/1.1 ${String(status)} There\r\nlocation: http://127.0.0.1:${String(port)}/\r\n\r\n`),
    );
    expect(await failureOf(ask(port))).toEqual({
      reason: 'other',
      message: `the server answered ${String(status)}`,
    });
    expect(received.match(/GET/g)).toHaveLength(1);
  });

  it('with a status after the body was begun, too, ends at once', async () => {
    const port = await peer((socket) => {
      socket.write('HTTP/1.1 500 Oh\r\ntransfer-encoding: chunked\r\n\r\n');
      flood(socket, `1000\r\n${'x'.repeat(4096)}\r\n`);
    });
    expect((await failureOf(ask(port))).message).toBe('the server answered 500');
  });
});

describe('an exchange with a hostile or broken server ends, with its connection:', () => {
  const attacks: [string, (socket: Socket) => void, { reason: string; message: RegExp }][] = [
    [
      'one large header',
      (socket) => flood(socket, `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(70_000)}`),
      { reason: 'other', message: /header overflow/i },
    ],
    [
      'headers without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        flood(socket, 'x-more: and more\r\n');
      },
      { reason: 'other', message: /header overflow/i },
    ],
    [
      'trailers without end',
      (socket) => {
        socket.write(`${head('transfer-encoding: chunked')}1\r\na\r\n0\r\n`);
        flood(socket, 'x-more: and more\r\n');
      },
      { reason: 'other', message: /header overflow|aborted/i },
    ],
    [
      'announcements without end',
      (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
      { reason: 'other', message: /does not come to its answer/ },
    ],
    [
      'hints without end',
      (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'),
      { reason: 'other', message: /does not come to its answer/ },
    ],
    [
      'another protocol',
      (socket) =>
        socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: tunnel\r\n\r\nhello'),
      { reason: 'other', message: /another protocol/ },
    ],
    [
      'an answer that says it is too large',
      (socket) => socket.write(head('content-length: 16777217')),
      { reason: 'other', message: /too large/ },
    ],
    [
      'an answer that is too large and does not say so',
      (socket) => {
        socket.write(head('transfer-encoding: chunked'));
        flood(socket, `10000\r\n${'x'.repeat(0x10000)}\r\n`);
      },
      { reason: 'other', message: /too large/ },
    ],
    [
      'a packed answer',
      (socket) => socket.write(`${head('content-encoding: gzip', 'content-length: 2')}ab`),
      { reason: 'other', message: /packed/ },
    ],
    [
      'two lengths',
      (socket) => socket.write(`${head('content-length: 1', 'content-length: 2')}ab`),
      { reason: 'other', message: /Parse Error/ },
    ],
    [
      'something else than HTTP',
      (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'),
      { reason: 'other', message: /Parse Error/ },
    ],
    [
      'a reset before the answer',
      (socket) => socket.resetAndDestroy(),
      { reason: 'noAnswer', message: /ECONNRESET|hang up/ },
    ],
    ['an end before the answer', (socket) => socket.end(), { reason: 'noAnswer', message: /hang up/ }],
    [
      'a reset within the body',
      (socket) =>
        socket.write(`${head('content-length: 100')}half`, () =>
          setTimeout(() => socket.resetAndDestroy(), 50),
        ),
      { reason: 'noAnswer', message: /aborted|ECONNRESET/ },
    ],
    [
      'an end within the body',
      (socket) => socket.end(`${head('content-length: 100')}half`),
      { reason: 'noAnswer', message: /aborted/ },
    ],
    [
      'an end within a chunk',
      (socket) => socket.end(`${head('transfer-encoding: chunked')}64\r\nhalf`),
      { reason: 'noAnswer', message: /aborted/ },
    ],
  ];
  it.each(attacks)('%s', async (_, attack, expected) => {
    const port = await peer(attack);
    const { reason, message } = await failureOf(ask(port));
    expect({ reason, message }).toEqual({
      reason: expected.reason,
      message: expect.stringMatching(expected.message),
    });
  });

  const silences: [string, (socket: Socket) => void][] = [
    ['no answer', () => undefined],
    ['half a header', (socket) => socket.write('HTTP/1.1 200 OK\r\nx-')],
    ['half a body', (socket) => socket.write(`${head('content-length: 100')}half`)],
    [
      'a body that never ends, byte by byte',
      (socket) => {
        socket.write(head('transfer-encoding: chunked'));
        const drip = setInterval(() => socket.write('1\r\na\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      },
    ],
    [
      'a chunk whose size line never ends',
      (socket) => {
        socket.write(`${head('transfer-encoding: chunked')}1;`);
        const drip = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(drip));
      },
    ],
  ];
  it.each(silences)('%s, as soon as the caller gives up', async (_, silence) => {
    const port = await peer(silence);
    expect(await failureOf(ask(port, { ms: 300 }))).toMatchObject({ reason: 'noAnswer' });
  });

  it('a body that never ends, after ten seconds in any case', async () => {
    const port = await peer((socket) => {
      socket.write(head('transfer-encoding: chunked'));
      const drip = setInterval(() => socket.write('1\r\na\r\n'), 200);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await failureOf(ask(port))).toEqual({
      reason: 'noAnswer',
      message: 'It took longer than 10 seconds',
    });
  });

  it('a name that does not resolve in time', async () => {
    vi.mocked(lookup).mockReturnValueOnce(new Promise<never>(() => undefined));
    expect(await failureOf(ask(1, { host: 'slow.example', ms: 100 }))).toMatchObject({ reason: 'noAnswer' });
  });

  it('an answer before the question was taken, of a server that reads no further', async () => {
    const body = Buffer.alloc(32 * 1024 * 1024);
    const port = await peer((socket) => socket.write(`${head('content-length: 5')}early`), false);
    expect((await ask(port, { method: 'POST', body })).toString()).toBe('early');
    for (const socket of sockets) socket.resume();
    await until(() => sockets.size === 0);
  });

  it('nobody there', async () => {
    expect(await failureOf(ask(await freePort()))).toMatchObject({ reason: 'noAnswer' });
  });

  it('a caller who has given up before', async () => {
    const port = await peer((socket) => socket.end());
    const url = new URL(`http://127.0.0.1:${String(port)}`);
    const asked = exchange(
      { url, method: 'GET', headers: {} },
      { network: loopback, signal: AbortSignal.abort() },
    );
    expect(await failureOf(asked)).toMatchObject({ reason: 'noAnswer' });
    expect(received).toBe('');
  });
});

describe('the address of an exchange', () => {
  it('is not asked for again, so that a second answer cannot lead elsewhere', async () => {
    const port = await peer((socket) => socket.end(`${head('content-length: 2')}ok`));
    vi.mocked(lookup).mockClear();
    vi.mocked(lookup)
      .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }] as never)
      .mockResolvedValue([{ address: '169.254.169.254', family: 4 }] as never);
    expect((await ask(port, { host: 'rebinding.invalid' })).toString()).toBe('ok');
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(received).toContain(`Host: rebinding.invalid:${String(port)}\r\n`);
    vi.mocked(lookup).mockReset();
  });

  it('gets no call when it may not be called', async () => {
    const port = await peer((socket) => socket.end());
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      const url = new URL(`http://${host}:${String(port)}`);
      const signal = AbortSignal.timeout(5_000);
      const asked = exchange(
        { url, method: 'GET', headers: {} },
        { network: createNetworkPolicy([]), signal },
      );
      expect((await failureOf(asked)).message).toMatch(/is not a public address/);
    }
    expect(received).toBe('');
  });
});
