import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { brunoCollection } from '../../src/http/pages/reference/collections/bruno.js';
import { postmanCollection } from '../../src/http/pages/reference/collections/postman.js';
import { readDocument } from '../../src/http/pages/reference/read-document.js';
import { routeGroups } from '../../src/http/routes/index.js';
import { revisionNames } from '../../src/wire/revisions/index.js';
import type { Json } from '../support/api-client.js';
import { fetchPage, type PageResponse } from '../support/public-pages.js';
import { unzip } from '../support/unzip.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const files = ['regrove.postman_collection.json', 'regrove-bruno.zip', 'operations.json'];
const get = (path: string, headers?: Record<string, string>): Promise<PageResponse> =>
  fetchPage(world, path, headers);

describe.each(revisionNames)('the collections of revision %s', (revision) => {
  let document: Json;
  /** By tag: what the document has for the own account. */
  let operations: Map<string, string[]>;
  beforeAll(async () => {
    document = JSON.parse((await get(`/v1/openapi.json?revision=${revision}`)).text);
    const own = Object.entries<Json>(document.paths).filter(
      ([path]) => !path.startsWith('/accounts/{account_id}/'),
    );
    operations = new Map(
      document.tags.map(({ name }: Json) => [
        name,
        own.flatMap(([path, methods]) =>
          Object.entries<Json>(methods)
            .filter(([, { tags }]) => tags.includes(name))
            .map(([method]) => `${method.toUpperCase()} ${path}`),
        ),
      ]),
    );
  });

  const unique = (items: readonly string[]): string[] => [...new Set(items)].toSorted();

  it('have every operation, for Postman', async () => {
    const { status, headers, text } = await get(`/docs/${revision}/regrove.postman_collection.json`);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/json; charset=utf-8',
      `attachment; filename="regrove-${revision}.postman_collection.json"`,
    ]);
    const { info, auth, variable, item }: Json = JSON.parse(text);
    expect(info).toMatchObject({
      name: `Regrove API ${revision}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    });
    expect(auth.bearer).toEqual([{ key: 'token', value: '{{apiKey}}', type: 'string' }]);
    const values = Object.fromEntries(variable.map(({ key, value }: Json) => [key, value]));
    expect(values).toMatchObject({ baseUrl: world.server.url, apiKey: '' });
    expect(item.map(({ name }: Json) => name)).toEqual([...operations.keys()]);
    for (const { name, item: requests } of item) {
      const found = requests.map(
        ({ request: { method, url } }: Json) =>
          `${method} /${url.path.map((step: string) => step.replace(/^:(\w+)$/, '{$1}')).join('/')}`,
      );
      expect(unique(found)).toEqual(operations.get(name)?.toSorted());
      for (const { request: sent, response } of requests) {
        const given = Object.fromEntries(sent.header.map(({ key, value }: Json) => [key, value]));
        expect(given).toMatchObject({
          'API-Revision': revision,
          ...(revision !== '1.6.3' && { 'User-Agent': '{{userAgent}}' }),
        });
        // Variables that are used exist.
        for (const [, used = ''] of JSON.stringify(sent).matchAll(/\{\{(\w+)\}\}/g))
          expect(values).toHaveProperty(used);
        expect(() => JSON.parse(response[0].body)).not.toThrow();
      }
    }
  });

  it('have every operation, for Bruno', async () => {
    const { status, headers, body } = await get(`/docs/${revision}/regrove-bruno.zip`);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/zip',
      `attachment; filename="regrove-${revision}-bruno.zip"`,
    ]);
    const found = new Map([...unzip(body)].map(([name, content]) => [name, content.toString()]));
    const read = (name: string): string => found.get(`regrove-${revision}/${name}`) ?? '';
    expect(JSON.parse(read('bruno.json'))).toEqual({
      version: '1',
      name: `Regrove API ${revision}`,
      type: 'collection',
    });
    expect(read('collection.bru')).toContain(`API-Revision: ${revision}`);
    expect(read('environments/Regrove.bru')).toContain(`baseUrl: ${world.server.url}`);
    expect(read('environments/Regrove.bru')).toMatch(/vars:secret \[\n {2}apiKey\n\]\n$/);
    const requests = [...found.values()].flatMap(
      (text) => text.match(/^(get|post|patch|delete) \{\n {2}url: \{\{baseUrl\}\}[^\n?]*/m)?.[0] ?? [],
    );
    const said = requests.map((text) =>
      text
        .replace(/ \{\n {2}url: \{\{baseUrl\}\}/, ' ')
        .replaceAll(/:(\w+)/g, '{$1}')
        .replace(/^\w+/, (verb) => verb.toUpperCase()),
    );
    expect(unique(said)).toEqual([...operations.values()].flat().toSorted());
    for (const [name, text] of found) {
      expect(name).toMatch(/^regrove-[\d.]+(\/[\w-]+)*\/[\w.-]+$/);
      // Blocks begin and end at the margin, and what is in them does not.
      if (name.endsWith('.bru')) expect(text).toMatch(/^(?:[\w:-]+ [{[]\n(?:(?: {2}.*)?\n)+[}\]]\n\n?)+$/);
    }
  });

  it('are the same bytes whenever they are made', async () => {
    const make = () =>
      readDocument(
        openApiDocument(revision, routeGroups, world.server.running.baseUrl),
        revision !== '1.6.3',
      );
    expect(Buffer.from(brunoCollection(make()))).toEqual(
      (await get(`/docs/${revision}/regrove-bruno.zip`)).body,
    );
    expect(JSON.stringify(postmanCollection(make()))).toBe(
      (await get(`/docs/${revision}/regrove.postman_collection.json`)).text,
    );
  });

  it.each(files)('has %s once for a client that keeps it', async (file) => {
    const first = await get(`/docs/${revision}/${file}`);
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await get(`/docs/${revision}/${file}`, { 'if-none-match': String(first.headers['etag']) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('are linked from its page', async () => {
    const { text } = await get(`/docs/${revision}`);
    for (const file of files.slice(0, 2)) expect(text).toContain(`href="/docs/${revision}/${file}"`);
  });

  it('has bodies in all formats that an operation takes', async () => {
    const { operations: forms }: Json = JSON.parse((await get(`/docs/${revision}/operations.json`)).text);
    expect(forms.importDeposits.bodies.map(({ mediaType }: Json) => mediaType)).toEqual([
      'application/json',
      'text/csv',
      'application/x-ndjson',
    ]);
    expect(forms.getAnnualReport.answerTypes).toContain('application/pdf');
  });
});

it('offers the samples of files that the server takes', async () => {
  const { operations }: Json = JSON.parse((await get('/docs/1.6.6/operations.json')).text);
  const member = await world.newAccount('distributor');
  const feed = await member.api.post('/feeds', { type: 'agent' });
  let tried = 0;
  for (const [id, { method, path, bodies }] of Object.entries<Json>(operations)) {
    for (const { mediaType, text } of bodies) {
      if (mediaType === 'application/json') continue;
      const url = world.server.url + String(path).replace('{id}', String(feed.body.id));
      const answer = await request(url, {
        method,
        body: text,
        dispatcher: world.server.agent,
        headers: {
          authorization: `Bearer ${member.key}`,
          'user-agent': 'Samples/1.0',
          'content-type': mediaType,
        },
      });
      expect([id, mediaType, answer.statusCode, await answer.body.text()]).toEqual([
        id,
        mediaType,
        200,
        expect.anything(),
      ]);
      tried += 1;
    }
  }
  expect(tried).toBe(4);
});

it.each(['/docs/9.9.9/regrove-bruno.zip', '/docs/__proto__/operations.json', '/docs/1.6.6/regrove.zip'])(
  'has no %s',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);
