import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFeedKey } from '../../src/features/feeds/create-feed-key.js';
import { createKey } from '../../src/features/keys/create-key.js';
import { routes } from '../../src/http/routes/index.js';
import { closedPort } from '../support/ports.js';
import { regrove } from '../support/regrove-process.js';
import { startWorld, type World } from '../support/world.js';

const program = fileURLToPath(new URL('../../bin/regrove.js', import.meta.url));

let world: World;
const clients: Client[] = [];
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => world.stop());

/** As on the machine of whoever uses a model: without an installation. */
const env = () => ({
  NODE_EXTRA_CA_CERTS: world.server.running.certFile,
  REGROVE_DATA_DIR: '/nonexistent',
});

/** The SDK's own client, which starts the program and speaks to it by stdio. */
async function connect(args: readonly string[], more: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'regrove-tests', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', '--url', world.server.url, ...args],
      env: { ...env(), ...more },
      stderr: 'inherit',
    }),
  );
  clients.push(client);
  return client;
}

const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as CallToolResult;
const refusal = ({ isError, content: [first] }: CallToolResult): unknown => {
  expect(isError).toBe(true);
  return JSON.parse((first as { text: string }).text);
};

describe('regrove mcp', () => {
  it('only reads, unless it is started with --write', async () => {
    const client = await connect(['--key', world.channel.key]);
    const { tools } = await client.listTools();
    const gets = routes.filter(({ method }) => method === 'GET').map(({ operation }) => operation);
    expect(tools.map(({ name }) => name)).toEqual(gets);
    const { structuredContent } = await call(client, 'getOwnAccount');
    expect(structuredContent).toMatchObject({ id: world.channel.id });
    expect(refusal(await call(client, 'createDeposit', { body: { pages: 5 } }))).toEqual({
      code: 403,
      error: 'createDeposit changes something. This server was started without --write',
    });
    expect((await world.channel.api.get('/deposits')).body).toEqual([]);
  });

  it('writes with --write, whatever the key says of MCP by HTTP', async () => {
    const client = await connect(['--write'], { REGROVE_KEY: world.customer.key });
    expect((await client.listTools()).tools).toHaveLength(routes.length);
    const made = await call(client, 'createDeposit', { body: { pages: 5 }, idempotency_key: 'a' });
    expect((await world.customer.api.get('/deposits')).body).toMatchObject([made.structuredContent]);
    const { id } = made.structuredContent as { id: string };
    expect((await call(client, 'deleteDeposit', { id })).structuredContent).toMatchObject({ id });
    expect(refusal(await call(client, 'getDeposit', { id }))).toMatchObject({ code: 404 });
    expect(refusal(await call(client, 'createDeposit', { body: { pages: 'many' } }))).toMatchObject({
      code: 400,
    });
    const { id: stranger } = world.stranger;
    expect(refusal(await call(client, 'getOwnAccount', { account_id: stranger }))).toEqual({
      code: 404,
      error: 'There is no such account',
    });
    const odd = JSON.parse('{ "pages": 1, "__proto__": { "pages": 2 } }') as object;
    expect(refusal(await call(client, 'createDeposit', { body: odd }))).toMatchObject({ code: 400 });
  });

  it('tells that a change was made when the answer is too long', async () => {
    const { forest } = world.projects;
    const setImage = (length: number) =>
      world.server.sql(`update forestry_projects set content_images = array[repeat('x', $2)] where id = $1`, [
        forest,
        length,
      ]);
    await setImage(1_100_000);
    const client = await connect(['--write'], { REGROVE_KEY: world.customer.key });
    expect(refusal(await call(client, 'addFavoriteProject', { id: forest }))).toEqual({
      code: 200,
      error: expect.stringMatching(/^This was carried out: do not repeat it\./),
    });
    await setImage(0);
    expect((await world.customer.api.get('/projects')).body).toMatchObject([{ id: forest }]);
  });

  it('has certificates and reports as resources', async () => {
    const { body } = await world.channel.api.post('/biomass/offsets', { pages: 100_000 });
    const client = await connect(['--key', world.channel.key]);
    const uri = `regrove://certificates/${body.certificate_id}`;
    expect((await client.listResources()).resources.map((listed) => listed.uri)).toContain(uri);
    const [text] = (await client.readResource({ uri })).contents as { text: string }[];
    expect(JSON.parse(text?.text ?? '')).toMatchObject({ id: body.certificate_id });
    for (const pdf of [`${uri}/pdf`, `regrove://reports/${new Date().getUTCFullYear()}/pdf`]) {
      const [file] = (await client.readResource({ uri: pdf })).contents as { blob: string }[];
      expect(Buffer.from(file?.blob ?? '', 'base64').toString('latin1')).toMatch(/^%PDF-/);
    }
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toMatchObject({ code: -32_002 });
  });

  it('speaks the revision of the key', async () => {
    const { context } = world.server.running.instance;
    const { key } = await createKey(context, world.channel.account.id, { name: null, revision: '1.6.3' });
    const client = await connect(['--key', key]);
    const { tools } = await client.listTools();
    const deposits = tools.find(({ name }) => name === 'listDeposits');
    expect(JSON.stringify(deposits?.outputSchema)).toContain('"density"');
    expect(client.getInstructions()).toContain('1.6.3');
  });

  it('offers a key for readings nothing else', async () => {
    const { context } = world.server.running.instance;
    const { body: feed } = await world.channel.api.post('/feeds', { type: 'fmaudit' });
    const { key } = await createFeedKey(context, world.channel.account.id, feed.id, {
      name: null,
      revision: '1.6.6',
    });
    const client = await connect(['--key', key, '--write']);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['pushReadings', 'reportAgent']);
    const readings = [{ device: 'by stdio', total: 3 }];
    const { structuredContent } = await call(client, 'pushReadings', { id: feed.id, body: { readings } });
    expect(structuredContent).toMatchObject({ devices: 1 });
  });

  it('tells on standard error why it cannot start, and nothing on standard output', async () => {
    const refused = await regrove(['mcp', '--key', 'rg_wrong', '--url', world.server.url], env());
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('answers 401: The API key is not valid');
    const url = `https://127.0.0.1:${await closedPort()}`;
    const away = await regrove(['mcp', '--key', world.channel.key, '--url', url], env());
    expect(away).toMatchObject({ code: 1, stdout: '' });
    expect(away.stderr).toMatch(/cannot be reached: .*ECONNREFUSED/);
    const keyless = await regrove(['mcp', '--url', url], env());
    expect(keyless).toMatchObject({ code: 2, stdout: '' });
    expect(keyless.stderr).toContain('--key');
  });

  it('takes a key that was copied with a line end, and sends it by HTTP to this machine alone', async () => {
    const client = await connect([], { REGROVE_KEY: ` ${world.channel.key}\n` });
    expect((await call(client, 'getOwnAccount')).structuredContent).toMatchObject({ id: world.channel.id });
    const asked: unknown[] = [];
    const plain = createServer(({ headers }, response) => {
      asked.push(headers.authorization);
      response.writeHead(401).end('{"error":"No"}');
    }).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    const local = await regrove(['mcp', '--key', 'rg_x', '--url', `http://127.0.0.1:${port}/v1/`], env());
    expect(local.stderr).toContain('answers 401: No');
    expect(asked).toEqual(['Bearer rg_x']);
    plain.close();
    // Not a name of the loopback interface, wherever it leads.
    const away = await regrove(['mcp', '--url', 'http://regrove.example.com'], {
      ...env(),
      REGROVE_KEY: 'rg_x',
    });
    expect(away).toMatchObject({ code: 2, stdout: '' });
    expect(away.stderr).toContain('--url');
    const wrong = await regrove(['mcp', '--url', world.server.url], { ...env(), REGROVE_KEY: 'rg_secret x' });
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('REGROVE_KEY');
    expect(wrong.stderr).not.toContain('secret');
  });

  it('ends when its input ends, or when it is told to', async () => {
    const args = ['mcp', '--key', world.channel.key, '--url', world.server.url];
    // The tests give programs no input.
    expect(await regrove(args, env())).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const client = await connect(['--key', world.channel.key]);
    const { pid } = client.transport as StdioClientTransport;
    process.kill(pid ?? 0, 'SIGTERM');
    await new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
  });

  it('outlives the server, and tells that it is away', async () => {
    const other = await startWorld();
    const more = { NODE_EXTRA_CA_CERTS: other.server.running.certFile };
    const client = await connect(['--key', other.channel.key, '--url', other.server.url], more);
    await other.stop();
    expect(refusal(await call(client, 'getOwnAccount'))).toEqual({
      code: 503,
      error: expect.stringContaining('cannot be reached'),
    });
    expect(await client.ping()).toEqual({});
  });
});
