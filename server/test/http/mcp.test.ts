import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeedKey } from '../../src/features/feeds/create-feed-key.js';
import { createKey } from '../../src/features/keys/create-key.js';
import { routes } from '../../src/http/routes/index.js';
import { adapters, revisionNames } from '../../src/wire/revisions/index.js';
import { forbiddenIn } from '../support/forbidden-claims.js';
import { mcpClient } from '../support/mcp-client.js';
import { createResources, type Resources } from '../support/resources.js';
import { unknownId } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let resources: Resources;
let reading: Client;
let writing: Client;
beforeAll(async () => {
  world = await startWorld();
  resources = await createResources(world, world.channel);
  reading = await clientOf(world.channel, {});
  writing = await clientOf(world.channel, { mcpWrite: true });
});
afterAll(async () => {
  await reading.close();
  await writing.close();
  await world.stop();
});

const context = () => world.server.running.instance.context;
const keyOf = ({ account }: TestAccount, { mcpWrite = false, revision = '1.6.6' }) =>
  createKey(context(), account.id, { name: null, revision, mcpWrite });
const clientOf = async (
  member: TestAccount,
  options: { mcpWrite?: boolean; revision?: string },
): Promise<Client> => mcpClient(world.server, (await keyOf(member, options)).key);

const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as CallToolResult;
const refusal = (result: CallToolResult): unknown => {
  expect(result).toEqual({ isError: true, content: [{ type: 'text', text: expect.any(String) }] });
  return JSON.parse((result.content[0] as { text: string }).text);
};

describe('A server by MCP', () => {
  it('promises what it does, and no messages of its own', () => {
    expect(reading.getServerCapabilities()).toEqual({ tools: {}, resources: {} });
  });

  it('says what an offset does not do, and claims nothing forbidden in any of its texts', async () => {
    const instructions = writing.getInstructions() ?? '';
    expect(instructions).toContain('does not reduce or cancel the emissions of the paper');
    const { tools } = await writing.listTools();
    const { resourceTemplates } = await writing.listResourceTemplates();
    const texts = JSON.stringify([instructions, tools, resourceTemplates]);
    // They are called what the API calls them.
    expect(forbiddenIn(texts.replaceAll(/offset/gi, 'contribution'), 'en')).toEqual([]);
  });
});

describe('Tools by MCP', () => {
  it.each(revisionNames)(
    'are the routes of revision %s, with what they take and return',
    async (revision) => {
      const client = await clientOf(world.channel, { mcpWrite: true, revision });
      const { tools } = await client.listTools();
      const expected = routes.filter(({ path }) => adapters.get(revision)?.hasPath(path) === true);
      expect(tools.map(({ name }) => name)).toEqual(expected.map(({ operation }) => operation));
      for (const { description, inputSchema, outputSchema } of tools) {
        expect(description).toMatch(/\w\.$/);
        expect(description).not.toContain('..');
        expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
        expect(outputSchema).toMatchObject({ type: 'object' });
        expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('$ref');
      }
      // Small enough to be sent whenever a client connects.
      expect(JSON.stringify(tools).length).toBeLessThan(250_000);
      await client.close();
    },
  );

  it('that only read are the only ones, unless the key allows writing', async () => {
    const { tools } = await reading.listTools();
    const gets = routes.filter(({ method }) => method === 'GET').map(({ operation }) => operation);
    expect(tools.map(({ name }) => name)).toEqual(gets);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  });

  it('say what they do to data', async () => {
    const { tools } = await writing.listTools();
    const hints = new Map(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.get('createDeposit')).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints.get('deleteDeposit')).toMatchObject({ destructiveHint: true, idempotentHint: true });
    expect(hints.get('listDeposits')).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  });

  it('say which of them reach others, and which are harmless', async () => {
    const { tools } = await writing.listTools();
    const named = (isSo: (hints: NonNullable<(typeof tools)[number]['annotations']>) => boolean) =>
      tools.filter(({ annotations }) => annotations && isSo(annotations)).map(({ name }) => name);
    expect(named(({ openWorldHint }) => openWorldHint === true).sort()).toEqual([
      'activateFeed',
      'createAgent',
      'createFeed',
      'createServer',
      'createUser',
      'createWebhookEndpoint',
      'replayWebhookEvents',
      'retryWebhookDelivery',
      'testWebhookEndpoint',
      'updateFeed',
      'updateServer',
      'updateWebhookEndpoint',
    ]);
    // A new route is not added here without a thought about who gets access by it, and who pays.
    const isHarmless = named(
      ({ readOnlyHint, destructiveHint }) => readOnlyHint === false && destructiveHint === false,
    );
    expect(isHarmless.sort()).toEqual([
      'advanceSandbox',
      'createAccount',
      'createDeposit',
      'createDepositBatch',
      'createFeed',
      'createOrder',
      'createQuote',
      'createSandbox',
      'createServer',
      'importDeposits',
    ]);
  });

  it('whose answers are too long say what to do, if there is something', async () => {
    const { forest } = world.projects;
    await world.channel.api.post('/biomass/offsets', { pages: 1000, project_id: forest });
    await world.server.sql(
      `update forestry_projects set content_images = array[repeat('x', 1100000)] where id = $1`,
      [forest],
    );
    const error = async (name: string, args: object) =>
      (refusal(await call(reading, name, { ...args })) as { error: string }).error;
    expect(await error('listBiomassCertificates', {})).toBe(
      'The answer is longer than 1 MiB: ask for less, with a smaller limit',
    );
    expect(await error('getForestryProject', { id: forest })).toBe(
      'The answer is longer than 1 MiB: it can only be read by the API itself, over HTTP',
    );
    await world.server.sql(`update forestry_projects set content_images = '{}' where id = $1`, [forest]);
  });

  it('that write tell what became of the change when the answer is too long', async () => {
    const { forest, grove } = world.projects;
    const setImage = (length: number) =>
      world.server.sql(`update forestry_projects set content_images = array[repeat('x', $2)] where id = $1`, [
        forest,
        length,
      ]);
    const member = await world.newAccount('channel', world.distributor);
    const client = await clientOf(member, { mcpWrite: true });
    const favorites = async (): Promise<string[]> => {
      const { body } = await member.api.get('/projects');
      return body.map(({ id }: { id: string }) => id);
    };
    const done = {
      code: 200,
      error:
        'This was carried out: do not repeat it. The answer is longer than 1 MiB: read what you need by another tool',
    };
    await setImage(1_100_000);
    for (const id of [forest, grove])
      expect(refusal(await call(client, 'addFavoriteProject', { id }))).toEqual(done);
    expect(await favorites()).toEqual([forest, grove]);
    expect(refusal(await call(client, 'removeFavoriteProject', { id: grove }))).toEqual(done);
    expect(await favorites()).toEqual([forest]);
    expect(await call(client, 'removeFavoriteProject', { id: forest })).toMatchObject({
      structuredContent: { items: [] },
    });
    await setImage(0);
    await client.close();
  });

  it('that write tell so when a refusal is too long', async () => {
    const jsonl = '{"sheets":"many, as far as anybody can tell"}\n'.repeat(9_999);
    expect(refusal(await call(writing, 'importDeposits', { body: { jsonl } }))).toEqual({
      code: 400,
      error: 'This was refused. The answer is longer than 1 MiB: send less at once to be told why',
    });
  });

  it('answer as the API does', async () => {
    const { body } = await world.channel.api.get('/account', { headers: { 'api-revision': '1.6.6' } });
    const result = await call(reading, 'getOwnAccount');
    expect(result.structuredContent).toEqual(body);
    expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(body);
  });

  it('answer for accounts below, and for no other', async () => {
    const { id } = world.customer;
    expect((await call(reading, 'getOwnAccount', { account_id: id })).structuredContent).toMatchObject({
      id,
    });
    for (const other of [world.stranger.id, world.distributor.id, unknownId])
      expect(refusal(await call(reading, 'getOwnAccount', { account_id: other }))).toEqual({
        code: 404,
        error: 'There is no such account',
      });
  });

  it('read every list in pages', async () => {
    const { tools } = await reading.listTools();
    // An ordinary account has no sandboxes, and is in none.
    const lists = tools.filter(
      ({ name, inputSchema }) =>
        inputSchema.properties?.['cursor'] !== undefined && !name.startsWith('listSandbox'),
    );
    expect(lists.length).toBeGreaterThan(10);
    for (const { name, inputSchema } of lists) {
      const path = routes.find(({ operation }) => operation === name)?.path.split('/:id')[0] ?? '';
      const id = resources[path];
      const args = inputSchema.required?.includes('id') === true ? { id } : {};
      const result = await call(reading, name, args);
      expect([name, result.structuredContent]).toEqual([name, { items: expect.any(Array) }]);
    }
  });

  it('go on with the cursor', async () => {
    const member = await world.newAccount('channel', world.distributor);
    for (const pages of [1, 2, 3]) await member.api.post('/deposits', { pages });
    const client = await clientOf(member, {});
    const pages: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { structuredContent } = await call(client, 'listDeposits', {
        limit: 2,
        ...(cursor && { cursor }),
      });
      const answer = structuredContent as { items: { pages: number }[]; next_cursor?: string };
      pages.push(answer.items.map((item) => item.pages));
      cursor = answer.next_cursor;
    } while (cursor !== undefined);
    expect(pages).toEqual([[3, 2], [1]]);
    expect(refusal(await call(client, 'listDeposits', { cursor: 'nonsense' }))).toEqual({
      code: 400,
      error: expect.stringContaining('cursor'),
    });
    expect(refusal(await call(client, 'listDeposits', { limit: 5000 }))).toEqual({
      code: 400,
      error: 'limit must be a whole number from 1 to 1000',
    });
    await client.close();
  });

  it('write with a key that allows it, once per idempotency key, and the trail names the key', async () => {
    const { key, id: keyId } = await keyOf(world.channel, { mcpWrite: true });
    const client = await mcpClient(world.server, key);
    const args = { body: { pages: 77 }, idempotency_key: 'once' };
    const first = await call(client, 'createDeposit', args);
    expect(first).toMatchObject({ structuredContent: { pages: 77 } });
    expect(await call(client, 'createDeposit', args)).toEqual(first);
    expect(refusal(await call(client, 'createDeposit', { ...args, body: { pages: 78 } }))).toEqual({
      code: 400,
      error: 'Idempotency-Key has already been used with a different body',
    });
    const { id } = first.structuredContent as { id: string };
    expect(
      await world.server.sql('select actor_kind, actor_id from audit_entries where subject_id = $1', [id]),
    ).toEqual([{ actor_kind: 'key', actor_id: keyId }]);
    expect(await call(client, 'deleteDeposit', { id })).toMatchObject({ structuredContent: { id } });
    await client.close();
  });

  it('that write are refused to a key that only reads, and nothing changes', async () => {
    const before = await world.channel.api.get('/deposits');
    for (const { operation } of routes.filter(({ method }) => method !== 'GET'))
      expect(refusal(await call(reading, operation, { id: unknownId, body: { pages: 1 } }))).toEqual({
        code: 403,
        error: expect.stringContaining('may only read by MCP'),
      });
    expect((await world.channel.api.get('/deposits')).body).toEqual(before.body);
  });

  it('of another tenant are out of reach, by any id', async () => {
    const stranger = await clientOf(world.stranger, { mcpWrite: true });
    const shared = /^\/(projects|forestry|carbon\/projects)/;
    const withId = routes.filter(({ path }) => path.includes('/:id') && !shared.test(path));
    expect(withId.length).toBeGreaterThan(30);
    for (const { operation, path, body } of withId) {
      const id = resources[path.split('/:id')[0] ?? ''];
      const parts = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, id]);
      const args = { ...Object.fromEntries(parts), ...(body && { body: {} }) };
      for (const more of [{}, { account_id: world.channel.id }]) {
        const { code } = refusal(await call(stranger, operation, { ...args, ...more })) as { code: number };
        expect([operation, code]).toEqual([operation, expect.toBeOneOf([403, 404])]);
      }
    }
    await stranger.close();
  });

  it('tell why arguments are refused', async () => {
    const cases: [string, Record<string, unknown>, RegExp][] = [
      ['getDeposit', {}, /^id is required$/],
      ['getDeposit', { id: '..' }, /^id must be a UUID$/],
      ['getDeposit', { id: `${unknownId}/../../account` }, /^id must be a UUID$/],
      ['getDeposit', { id: 7 }, /^id must be a UUID$/],
      ['getDeposit', { id: unknownId, account_id: '.' }, /^account_id must be a UUID$/],
      ['listDeposits', { from: ['2026-01-01'] }, /from/],
      ['listDeposits', { nonsense: 1 }, /^nonsense is not an argument of this tool: use /],
      ['listDeposits', { ['x'.repeat(5_000)]: 1 }, /^x{99}… is not an argument/],
      ['createDeposit', {}, /^body is required$/],
      ['createDeposit', { body: {} }, /required/],
      ['createDeposit', { body: 'pages' }, /object/],
      ['createDeposit', { body: { pages: 1, pagez: 1 } }, /pagez/],
      ['createDeposit', { body: { pages: 1 }, idempotency_key: 'a\r\nb: c' }, /^Idempotency-Key must be/],
    ];
    for (const [name, args, message] of cases)
      expect(refusal(await call(writing, name, args))).toEqual({
        code: 400,
        error: expect.stringMatching(message),
      });
  });

  it('that do not exist are an error of the protocol', async () => {
    for (const name of ['noSuchTool', '__proto__', 'constructor', 'x'.repeat(10_000)])
      await expect(call(reading, name)).rejects.toMatchObject({ code: -32_602 });
  });
});

describe('A key for the readings of a feed', () => {
  const feedClient = async (mcpWrite: boolean): Promise<Client> => {
    const named = { name: null, revision: '1.6.6', mcpWrite };
    const { key } = await createFeedKey(
      context(),
      world.channel.account.id,
      resources['/feeds'] ?? '',
      named,
    );
    return mcpClient(world.server, key);
  };

  it('has nothing by MCP, unless it allows writing', async () => {
    const client = await feedClient(false);
    expect((await client.listTools()).tools).toEqual([]);
    expect(await client.listResources()).toEqual({ resources: [] });
    expect(await client.listResourceTemplates()).toEqual({ resourceTemplates: [] });
    await expect(call(client, 'getOwnAccount')).rejects.toMatchObject({ code: -32_602 });
    await expect(client.readResource({ uri: 'regrove://reports/2026' })).rejects.toThrow(
      /nothing but send readings/,
    );
    await client.close();
  });

  it('sends readings of its feed and of no other', async () => {
    const client = await feedClient(true);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['pushReadings', 'reportAgent']);
    const body = { readings: [{ device: 'by MCP', total: 10 }] };
    const id = resources['/feeds'];
    expect(await call(client, 'pushReadings', { id, body })).toMatchObject({
      structuredContent: { devices: 1 },
    });
    expect(refusal(await call(client, 'pushReadings', { id: unknownId, body }))).toEqual({
      code: 403,
      error: expect.stringMatching(/nothing but send readings/),
    });
    await client.close();
  });
});
