import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpClient } from '../support/mcp-client.js';
import { unknownId } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let client: Client;
let certificateId: string;
beforeAll(async () => {
  world = await startWorld();
  certificateId = await issue(world.channel);
  client = await mcpClient(world.server, world.channel.key);
});
afterAll(async () => {
  await client.close();
  await world.stop();
});

const issue = async ({ api }: TestAccount, pages = 100_000): Promise<string> =>
  (await api.post('/biomass/offsets', { pages })).body.certificate_id;
const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
const pdfIn = (content: unknown): string =>
  Buffer.from((content as { blob: string }).blob, 'base64').toString('latin1');
const notFound = { code: -32_002 };

describe('Resources by MCP', () => {
  it('are certificates and annual reports, as JSON and as PDF', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate, mimeType }) => `${uriTemplate} ${mimeType ?? ''}`)).toEqual([
      'regrove://certificates/{id} application/json',
      'regrove://certificates/{id}/pdf application/pdf',
      'regrove://accounts/{account_id}/certificates/{id} application/json',
      'regrove://accounts/{account_id}/certificates/{id}/pdf application/pdf',
      'regrove://reports/{year} application/json',
      'regrove://reports/{year}/pdf application/pdf',
      'regrove://accounts/{account_id}/reports/{year} application/json',
      'regrove://accounts/{account_id}/reports/{year}/pdf application/pdf',
    ]);
    expect(new Set(resourceTemplates.map(({ name }) => name)).size).toBe(resourceTemplates.length);
  });

  it('contain what the API answers', async () => {
    const { body } = await world.channel.api.get(`/biomass/certificates/${certificateId}`);
    const uri = `regrove://certificates/${certificateId}`;
    const content = await read(uri);
    expect(content).toMatchObject({ uri, mimeType: 'application/json' });
    expect(JSON.parse((content as { text: string }).text)).toEqual(body);
    const year = new Date().getUTCFullYear();
    const report = JSON.parse(((await read(`regrove://reports/${year}`)) as { text: string }).text);
    expect(report).toMatchObject({ year });
  });

  it('have PDFs', async () => {
    const year = new Date().getUTCFullYear();
    for (const uri of [`regrove://certificates/${certificateId}/pdf`, `regrove://reports/${year}/pdf`]) {
      const content = await read(uri);
      expect(content).toMatchObject({ uri, mimeType: 'application/pdf' });
      expect(pdfIn(content)).toMatch(/^%PDF-/);
    }
  });

  it('of accounts below can be read, and of no others', async () => {
    const below = await issue(world.customer);
    const foreign = await issue(world.stranger);
    const uri = `regrove://accounts/${world.customer.id}/certificates/${below}`;
    expect(JSON.parse(((await read(uri)) as { text: string }).text)).toMatchObject({ id: below });
    expect(pdfIn(await read(`${uri}/pdf`))).toMatch(/^%PDF-/);
    for (const other of [
      `regrove://certificates/${below}`,
      `regrove://certificates/${foreign}`,
      `regrove://certificates/${foreign}/pdf`,
      `regrove://accounts/${world.stranger.id}/certificates/${foreign}`,
      `regrove://accounts/${world.stranger.id}/certificates/${foreign}/pdf`,
      `regrove://accounts/${world.distributor.id}/reports/2026`,
      `regrove://certificates/${unknownId}`,
      'regrove://certificates/',
      'regrove://certificates/../account',
      'regrove://accounts/x',
      'regrove://__proto__/x',
      'https://example.com/',
      'file:///etc/passwd',
      '',
    ])
      await expect(client.readResource({ uri: other })).rejects.toMatchObject(notFound);
  });

  it('that cannot be are refused in the words of the API', async () => {
    await expect(client.readResource({ uri: 'regrove://reports/3000' })).rejects.toThrow(/year/);
    await expect(client.readResource({ uri: 'regrove://reports/last' })).rejects.toThrow(/year/);
    await expect(client.readResource({ uri: 'regrove://certificates/7' })).rejects.toThrow(/UUID/);
  });

  it('are listed page by page, newest first', async () => {
    const member = await world.newAccount('channel', world.distributor);
    const ids: string[] = [];
    for (let count = 0; count < 52; count++) ids.unshift(await issue(member, 10_000));
    const own = await mcpClient(world.server, member.key);
    const first = await own.listResources();
    const year = new Date().getUTCFullYear();
    expect(first.resources.slice(0, 2).map(({ uri }) => uri)).toEqual([
      `regrove://reports/${year}`,
      `regrove://reports/${year - 1}`,
    ]);
    expect(first.nextCursor).toEqual(expect.any(String));
    const { resources, nextCursor } = await own.listResources({ cursor: first.nextCursor });
    expect(nextCursor).toBeUndefined();
    const uris = [...first.resources.slice(2), ...resources].map(({ uri }) => uri);
    expect(uris).toEqual(ids.map((id) => `regrove://certificates/${id}`));
    await expect(own.listResources({ cursor: 'nonsense' })).rejects.toMatchObject({ code: -32_602 });
    await own.close();
  });

  it('are listed and told apart however long the texts of their projects are', async () => {
    const member = await world.newAccount('channel', world.distributor);
    const { forest } = world.projects;
    const setBody = (text: string) =>
      world.server.sql('update forestry_projects set content_body_html = $2 where id = $1', [forest, text]);
    await setBody('x'.repeat(600_000));
    const ids: string[] = [];
    for (const pages of [10_000, 20_000, 30_000]) {
      const { body } = await member.api.post('/biomass/offsets', { pages, project_id: forest });
      ids.unshift(body.certificate_id);
    }
    const own = await mcpClient(world.server, member.key);
    const { resources, nextCursor } = await own.listResources();
    expect(nextCursor).toBeUndefined();
    expect(resources.slice(2).map(({ uri }) => uri)).toEqual(ids.map((id) => `regrove://certificates/${id}`));
    expect(resources[2]).toMatchObject({
      title: expect.stringMatching(/^Certificate of \d{4}-\d\d-\d\d$/),
      description: expect.stringMatching(/^Trees: [\d.]+; standard pages: 30000$/),
    });
    await setBody('x'.repeat(1_100_000));
    await expect(own.readResource({ uri: `regrove://certificates/${ids[0] ?? ''}` })).rejects.toThrow(
      'The answer is longer than 1 MiB: read it by the API itself',
    );
    await setBody('');
    await own.close();
  });

  it('of deleted offsets are gone', async () => {
    const member = await world.newAccount('channel', world.distributor);
    const { body: kept } = await member.api.post('/biomass/offsets', { pages: 10_000 });
    const { body: deleted } = await member.api.post('/biomass/offsets', { pages: 10_000 });
    await member.api.delete(`/biomass/offsets/${deleted.id}`);
    const own = await mcpClient(world.server, member.key);
    const { resources } = await own.listResources();
    expect(resources.slice(2).map(({ uri }) => uri)).toEqual([
      `regrove://certificates/${kept.certificate_id}`,
    ]);
    await expect(
      own.readResource({ uri: `regrove://certificates/${deleted.certificate_id}` }),
    ).rejects.toMatchObject(notFound);
    await own.close();
  });

  it('of an account without certificates are none', async () => {
    const own = await mcpClient(world.server, (await world.newAccount('channel', world.distributor)).key);
    expect(await own.listResources()).toEqual({ resources: [] });
    await own.close();
  });
});
