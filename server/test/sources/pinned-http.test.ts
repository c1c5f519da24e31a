import { afterEach, describe, expect, it } from 'vitest';
import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { fetchPinned } from '../../../printers/src/pinned-http.js';
import { resolver as names, useFakeResolver } from '../support/fake-dns.js';
import {
  fetchFromPeer,
  closePeer,
  failureOf,
  flood,
  responseHead,
  receivedText,
  rawPeer,
  sockets,
} from '../support/raw-peer.js';
import { until } from '../support/until.js';

useFakeResolver();

afterEach(closePeer);

describe('fetchPinned', () => {
  it('returns the body of a successful response, and closes the connection', async () => {
    const port = await rawPeer((socket) => socket.write(`${responseHead('content-length: 5')}hello`));
    const body = Buffer.from('what is the count');
    expect(
      (await fetchFromPeer(port, { method: 'POST', headers: { 'x-one': 'two' }, body })).toString(),
    ).toBe('hello');
    await until(
      'all sockets to be closed',
      () => sockets.size,
      (count) => count === 0,
    );
    expect(receivedText()).toMatch(/^POST \/path\?query HTTP\/1.1\r\nx-one: two\r\ncontent-length: 17\r\n/);
    expect(receivedText()).toMatch(/\r\n\r\nwhat is the count$/);
  });

  it('accepts a body in small chunks', async () => {
    const count = 300_000;
    const port = await rawPeer((socket) => {
      socket.write(responseHead('transfer-encoding: chunked'));
      socket.end(`${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`);
    });
    expect((await fetchFromPeer(port)).equals(Buffer.alloc(count, 'a'))).toBe(true);
  });

  it.each([401, 403])('reports status %d as a refused login', async (status) => {
    const port = await rawPeer((socket) => socket.write(`HTTP/1.1 ${String(status)} No\r\n\r\n`));
    expect(await failureOf(fetchFromPeer(port))).toEqual({
      reason: 'login',
      message: `the server answered ${String(status)}`,
    });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect of status %d', async (status) => {
    const port = await rawPeer((socket) =>
      socket.write(`HTTP/1.1 ${String(status)} There\r\nlocation: http://127.0.0.1:${String(port)}/\r\n\r\n`),
    );
    expect(await failureOf(fetchFromPeer(port))).toEqual({
      reason: 'badAnswer',
      message: `the server answered ${String(status)}`,
    });
    expect(receivedText().match(/GET/g)).toHaveLength(1);
  });

  it('ends when the status arrives before the body is sent', async () => {
    const port = await rawPeer((socket) => {
      socket.write('HTTP/1.1 500 Oh\r\ntransfer-encoding: chunked\r\n\r\n');
      flood(socket, `1000\r\n${'x'.repeat(4096)}\r\n`);
    });
    expect((await failureOf(fetchFromPeer(port))).message).toBe('the server answered 500');
  });
});

describe('the address of a request', () => {
  it('is not resolved again, so that a second answer cannot redirect the request', async () => {
    const port = await rawPeer((socket) => socket.end(`${responseHead('content-length: 2')}ok`));
    names.resolve4.mockResolvedValueOnce(['127.0.0.1']).mockResolvedValue(['169.254.169.254']);
    names.resolve6.mockResolvedValue([]);
    expect((await fetchFromPeer(port, { host: 'rebinding.invalid' })).toString()).toBe('ok');
    expect(names.resolve4).toHaveBeenCalledTimes(1);
    expect(receivedText()).toContain(`Host: rebinding.invalid:${String(port)}\r\n`);
    names.resolve4.mockReset();
  });

  it('gets no connection if it is not allowed', async () => {
    const port = await rawPeer((socket) => socket.end());
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      const url = new URL(`http://${host}:${String(port)}`);
      const signal = AbortSignal.timeout(5_000);
      const response = fetchPinned(
        { url, method: 'GET', headers: {}, maxBytes: 1_000 },
        { network: createNetworkPolicy([]), signal, isInteractive: true },
      );
      expect((await failureOf(response)).message).toMatch(/is not a public address/);
    }
    expect(receivedText()).toBe('');
  });

  it('is given up if its name is not resolved in time', async () => {
    names.resolve4.mockReturnValueOnce(new Promise<never>(() => undefined));
    expect(await failureOf(fetchFromPeer(1, { host: 'slow.example', ms: 100 }))).toMatchObject({
      reason: 'noAnswer',
    });
  });
});
