import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startWorld, type World } from '../../server/test/support/world.js';
import { NotFoundError, RateLimitError, type Fetch } from '../src/index.js';
import { clientOf, failureOf, fetchWith } from './support/client.js';
import {
  answer,
  hangUp,
  hangUpHalfway,
  neverAnswer,
  refuse,
  startUnreliableServer,
  type Behaviour,
} from './support/unreliable-server.js';
import { longTimeoutMs, skipWaits } from './support/waits.js';

const timeoutMs = longTimeoutMs;
const good = answer(200, { id: 'x' });
const keyOf = ({ headers }: { headers: Record<string, unknown> }): unknown => headers['idempotency-key'];

describe('a temporary failure', () => {
  it.each<[string, Behaviour]>([
    ['a closed connection', hangUp],
    ['a truncated response', hangUpHalfway],
    ['429', refuse(429)],
    ['502', answer(502, '<html>')],
    ['503', refuse(503)],
    ['504', refuse(504)],
  ])('%s is retried', async (_, behaviour) => {
    skipWaits();
    const { client, received } = await startUnreliableServer(behaviour, behaviour, good);
    expect(await client({ timeoutMs }).self()).toEqual({ id: 'x' });
    expect(received).toHaveLength(3);
  });

  it('a timeout is retried', async () => {
    skipWaits();
    const { client, received } = await startUnreliableServer(neverAnswer, good);
    // Many retries, because a slow machine may exceed the timeout even with a response.
    expect(await client({ timeoutMs: 200, retries: 50 }).self()).toEqual({ id: 'x' });
    expect(received.length).toBeGreaterThan(1);
  });

  it.each([400, 401, 403, 404, 500])('%i is not retried', async (status) => {
    const { client, received } = await startUnreliableServer(refuse(status));
    expect(await failureOf(client().self())).toMatchObject({ status });
    expect(received).toHaveLength(1);
  });

  it('is retried three times by default, or as often as configured', async () => {
    skipWaits();
    const { client, received } = await startUnreliableServer(refuse(503));
    const tries = async (call: PromiseLike<unknown>): Promise<number> => {
      const before = received.length;
      await failureOf(call);
      return received.length - before;
    };
    expect(await tries(client({ timeoutMs }).self())).toBe(4);
    expect(await tries(client({ timeoutMs, retries: 1 }).self())).toBe(2);
    expect(await tries(client({ timeoutMs, retries: 1 }).self({ retries: 2 }))).toBe(3);
    expect(await tries(client({ timeoutMs, retries: 0 }).users.list())).toBe(1);
  });
});

describe('the delay', () => {
  it('doubles, with jitter, up to eight seconds', async () => {
    const waits = skipWaits();
    const { client } = await startUnreliableServer(refuse(503));
    await failureOf(client({ timeoutMs, retries: 7 }).self());
    const full = [250, 500, 1000, 2000, 4000, 8000, 8000];
    expect(waits).toHaveLength(full.length);
    for (const [index, most] of full.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(most / 2);
      expect(waits[index]).toBeLessThanOrEqual(most);
    }
  });

  const date = 'Mon, 05 Jan 2026 10:00:00 GMT';
  it.each([
    ['seconds', { 'retry-after': '17' }, 17_000],
    ['zero', { 'retry-after': '0' }, 0],
    ['a date', { 'retry-after': 'Mon, 05 Jan 2026 10:00:20 GMT', date }, 20_000],
    ['a date in the past', { 'retry-after': 'Mon, 05 Jan 2026 09:00:00 GMT', date }, 0],
  ])('follows Retry-After: %s', async (_, headers, least) => {
    const waits = skipWaits();
    const { client } = await startUnreliableServer(refuse(429, headers), good);
    await client({ timeoutMs }).self();
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(least);
    expect(waits[0]).toBeLessThanOrEqual(least + 250);
  });

  it('is the default if Retry-After is invalid', async () => {
    const waits = skipWaits();
    const { client } = await startUnreliableServer(refuse(503, { 'retry-after': 'soon' }), good);
    await client({ timeoutMs }).self();
    expect(waits[0]).toBeLessThanOrEqual(250);
  });

  it.each([
    ['a minute', '61', {}],
    ['the maximum that the caller set', '6', { maxRetryDelayMs: 5000 }],
  ])('is not started if it would exceed %s', async (_, seconds, options) => {
    const waits = skipWaits();
    const { client, received } = await startUnreliableServer(refuse(429, { 'retry-after': seconds }));
    const error = await failureOf(client({ timeoutMs, ...options }).self());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: Number(seconds) });
    expect(waits).toEqual([]);
    expect(received).toHaveLength(1);
  });
});

describe('an abort', () => {
  it('before the call sends nothing', async () => {
    const { client, received } = await startUnreliableServer(good);
    const error = await failureOf(client().self({ signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: 'AbortError' });
    expect(received).toEqual([]);
  });

  it('ends a request in progress with the given reason, without a retry', async () => {
    const abort = new AbortController();
    const reason = new Error('Enough');
    const { client, received } = await startUnreliableServer(() => abort.abort(reason));
    expect(await failureOf(client().deposits.create({ pages: 1 }, { signal: abort.signal }))).toBe(reason);
    expect(received).toHaveLength(1);
  });

  it('ends a delay', async () => {
    const abort = new AbortController();
    const { client, received } = await startUnreliableServer((response) => {
      refuse(503, { 'retry-after': '60' })(response);
      response.on('close', () => setTimeout(() => abort.abort(), 50));
    });
    expect(await failureOf(client().self({ signal: abort.signal }))).toMatchObject({ name: 'AbortError' });
    expect(received).toHaveLength(1);
  });

  it('ends a loop over pages', async () => {
    const abort = new AbortController();
    const { client, received } = await startUnreliableServer(
      answer(200, ['first'], { link: '<https://x.example/?cursor=a>; rel="next"' }),
    );
    const read = async (): Promise<void> => {
      for await (const user of client().users.list({ signal: abort.signal })) abort.abort(user);
    };
    expect(await failureOf(read())).toBe('first');
    expect(received).toHaveLength(1);
  });
});

describe('an Idempotency-Key', () => {
  it('is random, and the same for all attempts of one call', async () => {
    skipWaits();
    const { client, received } = await startUnreliableServer(hangUp, refuse(503), good);
    const sdk = client({ timeoutMs });
    await sdk.deposits.create({ pages: 1 });
    await sdk.deposits.create({ pages: 1 });
    const [first, second, third, other] = received.map(keyOf);
    expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
    expect(new Set(received.map(({ body }) => body))).toEqual(new Set(['{"pages":1}']));
  });

  it('is sent with every POST and with placing an order only', async () => {
    const { client, received } = await startUnreliableServer(good);
    const { accounts, deposits, favorites, feeds, orders } = client();
    const options = { idempotencyKey: 'mine' };
    await deposits.create({ pages: 1 }, options);
    await accounts.activate('x', options);
    await feeds.deactivate('x', options);
    await favorites.add('x', options);
    await orders.place('x', options);
    expect(received.map(keyOf)).toEqual(Array(5).fill('mine'));
    await accounts.update('x', { name: 'New' });
    await deposits.get('x');
    await deposits.delete('x');
    expect(received.slice(5).map(keyOf)).toEqual([undefined, undefined, undefined]);
  });

  it('does not require Web Crypto', async () => {
    vi.stubGlobal('crypto', undefined);
    const { client, received } = await startUnreliableServer(good);
    try {
      await client().deposits.create({ pages: 1 });
      await client().deposits.create({ pages: 1 });
    } finally {
      vi.unstubAllGlobals();
    }
    const [first, second] = received.map(keyOf);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
  });
});

it('sends the user agent, the key and the revision', async () => {
  const { client, received } = await startUnreliableServer(good);
  await client({ key: 'secret' }).deposits.create({ pages: 1 });
  await client({ key: 'secret' }).feeds.activate('x');
  expect(received[0]?.headers).toMatchObject({
    accept: 'application/json',
    'api-revision': '1.6.6',
    authorization: `Basic ${Buffer.from('secret:').toString('base64')}`,
    'content-type': 'application/json',
    'user-agent': 'SdkTests/1.0.0 (Regrove)',
  });
  expect(received[1]?.headers).not.toHaveProperty('content-type');
  expect(received[1]?.body).toBe('');
});

it('accepts a base URL with or without a trailing slash', async () => {
  const { client, baseUrl, received } = await startUnreliableServer(good);
  await client({ baseUrl: `${baseUrl}/` }).self();
  expect(received[0]?.url).toBe('/v1/account');
});

describe('a lost response of the real server', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  /** The server does its work, but its first response is lost. */
  const losing = (count = 1): Fetch => {
    let lost = 0;
    return async (url, init) => {
      const response = await fetchWith(world.server.agent)(url, init);
      if (lost++ < count) throw new TypeError('fetch failed');
      return response;
    };
  };

  it('does not create a deposit twice', async () => {
    skipWaits();
    const created = await clientOf(world, world.customer, { fetch: losing(2) }).deposits.create({ pages: 7 });
    expect(await clientOf(world, world.customer).deposits.list()).toEqual([created]);
  });

  it('still returns the placed order', async () => {
    skipWaits();
    const { orders } = clientOf(world, world.customer);
    const { id } = await orders.create({ items: [{ quantity: 10 }] });
    const placed = await clientOf(world, world.customer, { fetch: losing() }).orders.place(id);
    expect(placed).toEqual(await orders.get(id));
    expect(placed.status).toBe('placed');
  });

  it('does not make a delete fail', async () => {
    skipWaits();
    const { deposits } = clientOf(world, world.customer);
    const { id } = await deposits.create({ pages: 1 });
    const unlucky = clientOf(world, world.customer, { fetch: losing() });
    expect(await unlucky.deposits.delete(id)).toEqual({ id, deleted: true });
    expect(await failureOf(deposits.delete(id))).toBeInstanceOf(NotFoundError);
  });

  it('does not make removing a favorite fail', async () => {
    skipWaits();
    const { forest, grove } = world.projects;
    const { favorites } = clientOf(world, world.customer);
    await favorites.add(forest);
    await favorites.add(grove);
    const unlucky = clientOf(world, world.customer, { fetch: losing() });
    expect(await unlucky.favorites.remove(forest)).toMatchObject([{ id: grove }]);
  });
});

it('a delete that is retried after a 429 still fails with a 404', async () => {
  skipWaits();
  const { client } = await startUnreliableServer(refuse(429), refuse(404));
  expect(await failureOf(client({ timeoutMs }).users.delete('x'))).toBeInstanceOf(NotFoundError);
});
