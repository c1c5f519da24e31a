import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { blockInserts } from '../support/blocked-inserts.js';
import { mcpUrl } from '../support/mcp-client.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
const sockets: TLSSocket[] = [];
afterEach(async () => {
  hangUp();
  await world.stop();
});

const hangUp = (): void => {
  for (const socket of sockets.splice(0)) socket.destroy();
};

const message = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

const statusFor = async ({ key }: TestAccount): Promise<number> => {
  const { statusCode, body } = await request(mcpUrl(world.server), {
    method: 'POST',
    dispatcher: world.server.agent,
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: message('tools/list'),
  });
  await body.dump();
  return statusCode;
};

interface Sent {
  readonly path: string;
  readonly body: string;
  readonly length?: number;
}

const written = ({ key }: TestAccount, { path, body, length = Buffer.byteLength(body) }: Sent): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    'User-Agent: SlowReader/1.0 (Tests)',
    'Accept: application/json, text/event-stream',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    '',
    body,
  ].join('\r\n');

async function begin(requests: string): Promise<TLSSocket> {
  const { port } = world.server.running;
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  socket.write(requests);
  return socket;
}

/** Sends no more than the beginning of the body. */
const uploadSlowly = (member: TestAccount): Promise<TLSSocket> =>
  begin(written(member, { path: '/mcp', body: '{', length: 1_000_000 }));

const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

async function expectFullUntilHangUp(member: TestAccount): Promise<void> {
  await until(
    'the places to be taken',
    () => statusFor(member),
    (status) => status === 503,
  );
  // The API has the same limit, and other accounts have their own.
  expect((await member.api.get('/account')).status).toBe(503);
  expect(await statusFor(world.stranger)).toBe(200);
  hangUp();
  await until(
    'the places to be free',
    () => statusFor(member),
    (status) => status === 200,
  );
}

describe('Messages by MCP in progress', () => {
  it('are limited as requests are, from before they are read', async () => {
    world = await startWorld({ REGROVE_ACCOUNT_CONCURRENCY: '5' });
    await times(4, () => uploadSlowly(world.channel));
    expect(await statusFor(world.channel)).toBe(200);
    await uploadSlowly(world.channel);
    await expectFullUntilHangUp(world.channel);
  });

  it('are limited until their answers have been read', async () => {
    world = await startWorld({ REGROVE_ACCOUNT_CONCURRENCY: '5', REGROVE_LOCK_TIMEOUT_MS: '60000' });
    // On one connection, answers wait for those before them, in the memory of the process. The buffers of the system take none of it.
    const blocked = await blockInserts(world.server, 'quotes');
    const quote = { project_id: world.projects.forest, items: [{ quantity: 10 }] };
    const first = written(world.stranger, { path: '/v1/quotes', body: JSON.stringify(quote) });
    const listing = written(world.channel, { path: '/mcp', body: message('tools/list') });
    await begin(first + listing.repeat(5));
    await blocked.waitFor(1);
    await expectFullUntilHangUp(world.channel);
    await blocked.release();
  });

  it('are at most 20 of an account where more requests may be, because whole answers are in memory', async () => {
    world = await startWorld({ REGROVE_ACCOUNT_CONCURRENCY: '60' });
    await times(19, () => uploadSlowly(world.channel));
    expect(await statusFor(world.channel)).toBe(200);
    await uploadSlowly(world.channel);
    await expectFullUntilHangUp(world.channel);
  });

  it('take one place each, with what they ask of the API', async () => {
    world = await startWorld({ REGROVE_ACCOUNT_CONCURRENCY: '1' });
    const call = message('tools/call', { name: 'getOwnAccount', arguments: {} });
    for (let count = 0; count < 3; count++) {
      const socket = await begin(written(world.channel, { path: '/mcp', body: call }));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1.1 200 [^]*structuredContent/);
      hangUp();
    }
  });
});
