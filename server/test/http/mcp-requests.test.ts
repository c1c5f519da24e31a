import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/features/keys/create-key.js';
import { updateKey } from '../../src/features/keys/update-key.js';
import { revokeKey } from '../../src/features/keys/revoke-key.js';
import type { Answer, Json } from '../support/api-client.js';
import { mcpClient, mcpUrl } from '../support/mcp-client.js';
import { expectRefusal } from '../support/refusal.js';
import { createSandbox, schemaOf } from '../support/sandboxes.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ REGROVE_ACCOUNT_CONCURRENCY: '5' });
});
afterAll(() => world.stop());

const context = () => world.server.running.instance.context;

/** As a browser does whose page has the name of its own server point to this one. */
const statusOfRebound = async (host: string): Promise<number | undefined> => {
  const sent = httpsRequest(mcpUrl(world.server), {
    method: 'POST',
    ca: await readFile(world.server.running.certFile),
    servername: 'localhost',
    headers: { host, origin: `https://${host}`, authorization: `Bearer ${world.channel.key}` },
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
};

interface Sent {
  readonly method?: 'POST' | 'GET' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly key?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly raw?: string;
  readonly url?: string;
}

async function send(message: unknown, { method = 'POST', key = world.channel.key, ...rest }: Sent = {}) {
  const answer = await request(rest.url ?? mcpUrl(world.server), {
    method,
    dispatcher: world.server.agent,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(key !== '' && { authorization: `Bearer ${key}` }),
      ...rest.headers,
    },
    body: rest.raw ?? (method === 'POST' ? JSON.stringify(message) : null),
  });
  const text = await answer.body.text();
  const body: Json = text === '' ? undefined : JSON.parse(text);
  return { status: answer.statusCode, headers: answer.headers, body } satisfies Answer;
}

const asked = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const called = (name: string, args: object = {}) => asked('tools/call', { name, arguments: args });
const depositsOf = async ({ api }: TestAccount): Promise<number> => (await api.get('/deposits')).body.length;
const writingKey = async ({ account }: TestAccount) =>
  createKey(context(), account.id, { name: null, revision: '1.6.6', mcpWrite: true });

describe('A request by MCP', () => {
  it('needs a key, and says how to send it', async () => {
    for (const key of ['', 'rg_wrong', `${world.channel.key}x`]) {
      const answer = await send(asked('ping'), { key });
      expectRefusal(answer, 401);
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="Regrove"');
    }
    const { id, key } = await writingKey(world.channel);
    await revokeKey(context(), world.channel.account.id, id);
    expectRefusal(await send(asked('ping'), { key }), 401);
  });

  it('is answered without a session, stream or cache', async () => {
    const answer = await send(asked('ping'));
    expect(answer).toMatchObject({ status: 200, body: { jsonrpc: '2.0', id: 1, result: {} } });
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'cache-control': 'no-store',
      'api-revision': '1.6.6',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(answer.headers).not.toHaveProperty('mcp-session-id');
  });

  it('is a POST: other methods are refused before a body is read', async () => {
    const allowed = async (sent: Sent) => {
      const { status, headers } = await send(undefined, { ...sent, key: '' });
      return [sent.method, status, headers['allow']];
    };
    for (const method of ['GET', 'HEAD'] as const)
      expect(await allowed({ method })).toEqual([method, 405, 'POST']);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
      for (const raw of ['{', JSON.stringify('x'.repeat(1_100_000))])
        expect(await allowed({ method, raw })).toEqual([method, 405, 'POST']);
  });

  it('from a page of another site is refused, by whatever name it came', async () => {
    for (const headers of [{ origin: 'https://evil.example.com' }, { origin: 'null' }])
      expectRefusal(await send(asked('ping'), { headers }), 403, /other sites/);
    expect(await statusOfRebound('rebound.example.com')).toBe(403);
    const { origin } = new URL(mcpUrl(world.server));
    expect((await send(asked('ping'), { headers: { origin } })).status).toBe(200);
  });

  it('is refused over plain HTTP', async () => {
    const url = world.server.plainUrl.replace('/v1', '/mcp');
    expectRefusal(await send(asked('ping'), { url }), 403, /HTTPS only/);
  });

  it('that is malformed changes nothing', async () => {
    const before = await depositsOf(world.channel);
    const { key } = await writingKey(world.channel);
    const write = called('createDeposit', { body: { pages: 5 } });
    const texts: [string, RegExp][] = [
      ['{', /well-formed JSON/],
      [JSON.stringify([write, write]), /Batches/],
      [JSON.stringify(Array(5_000).fill(write)), /Batches/],
      ['[]', /Batches/],
      [JSON.stringify(write).replace('"pages"', '"__proto__":{"pages":1},"pages"'), /named __proto__/],
      [JSON.stringify(write).replace('"pages"', '"constructor":{"prototype":{}},"pages"'), /named __proto__/],
      [`${'['.repeat(100)}${']'.repeat(100)}`, /nested/],
      [JSON.stringify({ ...write, junk: 'x'.repeat(1_100_000) }), /at most 1 MiB/],
    ];
    for (const [raw, message] of texts) expectRefusal(await send(undefined, { key, raw }), 400, message);
    for (const message of [{}, 'x', 7, null, { jsonrpc: '1.0', id: 1, method: 'ping' }])
      expect(await send(message, { key })).toMatchObject({ status: 400, body: { error: { code: -32_700 } } });
    expect(await send(asked('no/such/method'), { key })).toMatchObject({
      body: { error: { code: -32_601 } },
    });
    expect((await send(write, { key, headers: { accept: 'application/json' } })).status).toBe(406);
    expect((await send(write, { key, headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await send(write, { key, headers: { 'mcp-protocol-version': '1999-01-01' } })).status).toBe(400);
    // Not done and then refused, because there are no tasks.
    const task = { ...write, params: { ...write.params, task: { ttl: 1_000 } } };
    expect(await send(task, { key })).toMatchObject({ body: { error: { code: -32_603 } } });
    expect(await depositsOf(world.channel)).toBe(before);
  });

  it('may write from the moment that the key allows it, until it no longer does', async () => {
    const { id, key } = await createKey(context(), world.channel.account.id, {
      name: null,
      revision: '1.6.6',
    });
    const write = called('createDeposit', { body: { pages: 5 } });
    const set = (mcpWrite: boolean) => updateKey(context(), world.channel.account.id, id, { mcpWrite });
    const isError = async () => (await send(write, { key })).body.result.isError ?? false;
    expect(await isError()).toBe(true);
    await set(true);
    expect(await isError()).toBe(false);
    await set(true);
    await set(false);
    expect(await isError()).toBe(true);
    const trail = await world.server.sql(
      'select action, before, after from audit_entries where subject_id = $1 order by at, id',
      [id],
    );
    expect(trail).toEqual([
      { action: 'key.create', before: null, after: expect.objectContaining({ mcp_write: false }) },
      { action: 'key.update', before: { mcp_write: false }, after: { mcp_write: true } },
      { action: 'key.update', before: { mcp_write: true }, after: { mcp_write: false } },
    ]);
    await expect(updateKey(context(), world.stranger.account.id, id, { mcpWrite: true })).rejects.toThrow(
      'There is no key',
    );
  });

  it('gives its place back when it is answered', async () => {
    // More than may be in progress at the same time.
    for (let count = 0; count < 20; count++)
      expect((await send(called('listDeposits'))).body.result).not.toHaveProperty('isError');
  });

  it('is counted once', async () => {
    const limited = await startWorld({ REGROVE_RATE_LIMIT: '5' });
    try {
      const client = await mcpClient(limited.server, limited.channel.key);
      // Connecting took two messages.
      const call = () => client.callTool({ name: 'getOwnAccount', arguments: {} });
      expect((await call()).isError).toBeUndefined();
      expect((await call()).isError).toBeUndefined();
      const { headers } = await limited.channel.api.get('/account');
      expect(headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '0' });
      await expect(call()).rejects.toMatchObject({ code: 429 });
      expectRefusal(await limited.channel.api.get('/account'), 429);
      // Keys of other accounts are not affected.
      expect((await limited.stranger.api.get('/account')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

describe('A key of a sandbox', () => {
  it('works in its sandbox alone, also at its address', async () => {
    const sandbox = await createSandbox(world);
    const { key, id } = sandbox;
    const accountIn = ({ body }: Answer): string => body.result.structuredContent.id;
    expect(accountIn(await send(called('getOwnAccount'), { key }))).toBe(sandbox.accountId);
    const url = mcpUrl(world.server).replace('/mcp', `/sandbox/${id}/mcp`);
    expect(accountIn(await send(called('getOwnAccount'), { key, url }))).toBe(sandbox.accountId);
    expectRefusal(await send(called('getOwnAccount'), { url }), 404);
    const below = called('getOwnAccount', { account_id: world.channel.id });
    expect((await send(below, { key })).body.result.isError).toBe(true);

    await world.server.sql(`update ${schemaOf(sandbox)}.api_keys set mcp_write = true`);
    const before = await depositsOf(world.distributor);
    const made = await send(called('createDeposit', { body: { pages: 5 } }), { key });
    expect(made.body.result.structuredContent).toMatchObject({ pages: 5 });
    expect((await sandbox.api.get('/deposits')).body).toHaveLength(1);
    expect(await depositsOf(world.distributor)).toBe(before);
  });
});
