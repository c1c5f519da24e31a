import type * as dns from 'node:dns/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { fetchPinned } from '../../src/sources/pinned-http.js';
import { ask, closePeer, failureOf, flood, head, heard, rawPeer, sockets } from '../support/raw-peer.js';
import { until } from '../support/until.js';

const names = vi.hoisted(() => ({ resolve4: vi.fn(), resolve6: vi.fn(), cancel: vi.fn() }));
vi.mock('node:dns/promises', async (original) => {
  const real = await original<typeof dns>();
  return {
    ...real,
    Resolver: vi.fn(function () {
      return names;
    }),
  };
});

afterEach(closePeer);

describe('fetchPinned', () => {
  it('gives the body of a good answer, and leaves no connection behind', async () => {
    const port = await rawPeer((socket) => socket.write(`${head('content-length: 5')}hello`));
    const body = Buffer.from('what is the count');
    expect((await ask(port, { method: 'POST', headers: { 'x-one': 'two' }, body })).toString()).toBe('hello');
    await until(() => sockets.size === 0);
    expect(heard()).toMatch(/^POST \/path\?query HTTP\/1.1\r\nx-one: two\r\ncontent-length: 17\r\n/);
    expect(heard()).toMatch(/\r\n\r\nwhat is the count$/);
  });

  it('puts a body in small pieces together', async () => {
    const count = 300_000;
    const port = await rawPeer((socket) => {
      socket.write(head('transfer-encoding: chunked'));
      socket.end(`${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`);
    });
    expect((await ask(port)).equals(Buffer.alloc(count, 'a'))).toBe(true);
  });

  it.each([401, 403])('of status %d is a refused login', async (status) => {
    const port = await rawPeer((socket) => socket.write(`HTTP/1.1 ${String(status)} No\r\n\r\n`));
    expect(await failureOf(ask(port))).toEqual({
      reason: 'login',
      message: `the server answered ${String(status)}`,
    });
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect of status %d', async (status) => {
    const port = await rawPeer((socket) =>
      socket.write(`HTTP/1.1 ${String(status)} There\r\nlocation: http://127.0.0.1:${String(port)}/\r\n\r\n`),
    );
    expect(await failureOf(ask(port))).toEqual({
      reason: 'badAnswer',
      message: `the server answered ${String(status)}`,
    });
    expect(heard().match(/GET/g)).toHaveLength(1);
  });

  it('with a status after the body was begun, too, ends at once', async () => {
    const port = await rawPeer((socket) => {
      socket.write('HTTP/1.1 500 Oh\r\ntransfer-encoding: chunked\r\n\r\n');
      flood(socket, `1000\r\n${'x'.repeat(4096)}\r\n`);
    });
    expect((await failureOf(ask(port))).message).toBe('the server answered 500');
  });
});

describe('the address of a request', () => {
  it('is not asked for again, so that a second answer cannot lead elsewhere', async () => {
    const port = await rawPeer((socket) => socket.end(`${head('content-length: 2')}ok`));
    names.resolve4.mockResolvedValueOnce(['127.0.0.1']).mockResolvedValue(['169.254.169.254']);
    names.resolve6.mockResolvedValue([]);
    expect((await ask(port, { host: 'rebinding.invalid' })).toString()).toBe('ok');
    expect(names.resolve4).toHaveBeenCalledTimes(1);
    expect(heard()).toContain(`Host: rebinding.invalid:${String(port)}\r\n`);
    names.resolve4.mockReset();
  });

  it('gets no call when it may not be called', async () => {
    const port = await rawPeer((socket) => socket.end());
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      const url = new URL(`http://${host}:${String(port)}`);
      const signal = AbortSignal.timeout(5_000);
      const asked = fetchPinned(
        { url, method: 'GET', headers: {}, maxBytes: 1_000 },
        { network: createNetworkPolicy([]), signal, isInteractive: true },
      );
      expect((await failureOf(asked)).message).toMatch(/is not a public address/);
    }
    expect(heard()).toBe('');
  });

  it('is given up when its name does not resolve in time', async () => {
    names.resolve4.mockReturnValueOnce(new Promise<never>(() => undefined));
    expect(await failureOf(ask(1, { host: 'slow.example', ms: 100 }))).toMatchObject({ reason: 'noAnswer' });
  });
});
