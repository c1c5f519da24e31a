import { createConfig, lintFromString } from '@redocly/openapi-core';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { routeGroups, routes } from '../../src/http/routes/index.js';
import { defaultRevision, revisionNames } from '../../src/wire/revisions/index.js';
import type { Json } from '../support/api-client.js';
import { ruleProblems } from '../support/openapi-rules.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function get(url: string) {
  const answer = await request(url, { dispatcher: server.agent });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

const documentOf = async (revision: string): Promise<Json> =>
  JSON.parse((await get(`${server.url}/openapi.json?revision=${revision}`)).text);

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
}

const operationsOf = (document: Json): Operation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe.each(revisionNames)('The OpenAPI document of revision %s', (revision) => {
  it('is available without a key', async () => {
    const { status, headers } = await get(`${server.url}/openapi.json?revision=${revision}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('is the one that these tests validate every response against', async () => {
    const made = openApiDocument(revision, routeGroups, server.running.baseUrl);
    expect(await documentOf(revision)).toEqual(JSON.parse(JSON.stringify(made)));
  });

  it("passes a linter's strict rules, including its examples", async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'no-invalid-parameter-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-required-schema-properties-undefined': 'error',
      },
    });
    const document = await documentOf(revision);
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(
      problems.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer })),
    ).toEqual([]);
    expect(ruleProblems(document)).toEqual([]);
  });

  it('contains every endpoint, for the own account and under /accounts/{account_id}', async () => {
    const known = routes.filter(({ path }) => revision !== '1.6.3' || !path.startsWith('/orders'));
    const expected = known.flatMap(({ method, path }) => {
      const template = path.replace(/:(\w+)/g, '{$1}');
      return [`${method} ${template}`, `${method} /accounts/{account_id}${template}`];
    });
    const documented = operationsOf(await documentOf(revision)).map(
      ({ path, method }) => `${method.toUpperCase()} ${path}`,
    );
    expect(documented.sort()).toEqual(expected.sort());
  });

  it('gives every operation a summary, a unique id, an example response and all its errors', async () => {
    const operations = operationsOf(await documentOf(revision));
    const ids = operations.map(({ operation }) => operation.operationId as string);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, method, operation } of operations) {
      const where = `${method} ${path}`;
      expect(operation.summary, where).toMatch(/\w/);
      expect(operation.responses['200'].content['application/json'].example, where).toBeDefined();
      expect(Object.keys(operation.responses as object), where).toEqual(
        expect.arrayContaining(['400', '401', '403', '404', '429', '500', '503']),
      );
      if (operation.requestBody) {
        expect(operation.requestBody.content['application/json'].example, where).toBeDefined();
      }
    }
  });

  it('has an example of each format that a body may have', async () => {
    const { paths } = await documentOf(revision);
    for (const { method, path, formats = {} } of routes) {
      for (const [type, parse] of Object.entries(formats)) {
        // Another name of a format has the example of the first, and plain text is one of the others.
        const first = Object.entries(formats).find(([, one]) => one === parse)?.[0];
        const content = paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()].requestBody.content;
        expect([path, type, content[type].example]).toEqual([
          path,
          type,
          type === first && type !== 'text/plain' ? expect.stringMatching(/\n$/) : undefined,
        ]);
      }
    }
  });

  it('gives every field a type that generators understand', async () => {
    const { schemas } = (await documentOf(revision)).components;
    const fields = Object.entries<Json>(schemas).flatMap(([shape, { properties }]) =>
      Object.entries<Json>(properties).map(([name, field]) => ({ where: `${shape}.${name}`, field })),
    );
    const parts = fields.flatMap(({ where, field }) =>
      (field.anyOf ?? [field]).map((part: Json) => ({ where, part })),
    );
    expect(parts.length).toBeGreaterThan(100);
    const untyped = parts.filter(({ part }) => part.type === undefined && part.$ref === undefined);
    expect(untyped.map(({ where }) => where)).toEqual([]);
    const mandatory = fields.filter(({ field }) => 'default' in field);
    expect(mandatory.map(({ where }) => where)).toEqual([]);
  });

  it('requires no headers', async () => {
    const document = await documentOf(revision);
    const headers = Object.values<Json>(document.components.parameters).filter((one) => one.in === 'header');
    expect(headers.map(({ name, required }) => [name, required])).toEqual([
      ['Idempotency-Key', undefined],
      ['API-Revision', undefined],
    ]);
    const own = operationsOf(document).flatMap(({ operation }) => operation.parameters as Json[]);
    expect(own.filter((one) => one.in === 'header')).toEqual([]);
  });

  it('describes in prose the headers that all requests carry', async () => {
    const { description } = (await documentOf(revision)).info;
    expect(description).toContain('bearer');
    expect(description).toContain(`API-Revision: ${revision}`);
    expect(description.includes('User-Agent')).toBe(revision !== '1.6.3');
  });

  it('gives no schema the name of a JavaScript built-in', async () => {
    const names = Object.keys((await documentOf(revision)).components.schemas as object);
    expect(names.filter((name) => name in globalThis)).toEqual([]);
  });

  it("uses the revision's name for the paper weight", async () => {
    const { schemas } = (await documentOf(revision)).components;
    const [own, other] = revision === '1.6.3' ? ['density', 'gsm'] : ['gsm', 'density'];
    for (const name of ['Deposit', 'NewDeposit', 'Item', 'NewItem']) {
      expect(schemas[name].properties).toHaveProperty(own);
      expect(schemas[name].properties).not.toHaveProperty(other);
    }
  });

  it('declares the key as required', async () => {
    const document = await documentOf(revision);
    expect(document.security).toEqual([{ basic: [] }, { bearer: [] }]);
    expect(document.components.securitySchemes).toMatchObject({
      basic: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer' },
    });
  });
});

describe('GET /openapi.json', () => {
  it('returns the default revision unless asked', async () => {
    const { text } = await get(`${server.url}/openapi.json`);
    expect(JSON.parse(text).info.version).toBe(defaultRevision);
  });

  it('refuses an unknown revision and lists the known ones', async () => {
    const { status, text } = await get(`${server.url}/openapi.json?revision=2`);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({
      code: 400,
      error: `revision must be one of ${revisionNames.join(', ')}`,
    });
  });

  it('is served over HTTPS only', async () => {
    expect((await get(`${server.plainUrl}/openapi.json`)).status).toBe(403);
  });
});

describe('Rules on top of those of the linter', () => {
  it.each([
    ['no-duplicated-enum-values', { components: { schemas: { A: { enum: ['a', 'b', 'a'] } } } }],
    ['no-duplicated-tag-names', { tags: [{ name: 'a' }, { name: 'a' }] }],
    ['no-illogical-composition-keywords', { schema: { anyOf: [{ type: 'string' }] } }],
    ['no-illogical-composition-keywords', { schema: { oneOf: [{ type: 'string' }, {}] } }],
    ['no-illogical-composition-keywords', { schema: { allOf: [{ $ref: '#/a' }, { $ref: '#/a' }] } }],
    ['no-mixed-number-range-constraints', { schema: { minimum: 0, exclusiveMinimum: 0 } }],
    ['no-mixed-number-range-constraints', { schema: { maximum: 2, exclusiveMaximum: 1 } }],
    ['no-unsafe-markdown', { info: { description: 'a <script>' } }],
    ['no-unsafe-markdown', { info: { description: '[a](javascript:b)' } }],
    ['spec-ref-siblings', { parameters: [{ $ref: '#/a', required: true }] }],
  ])('find what breaks %s: %j', (rule, document) => {
    expect(ruleProblems(document).map(({ ruleId }) => ruleId)).toEqual([rule]);
  });

  it('leave alone what is allowed', () => {
    const schema = {
      anyOf: [{ type: 'string' }, { type: 'null' }],
      minimum: 0,
      maximum: 1,
      enum: ['a', 'b'],
    };
    const reference = { $ref: '#/a', description: 'A string, `<b>`' };
    const document = {
      tags: [{ name: 'a' }],
      parameters: [reference],
      schema,
      items: { $ref: '#/a', default: 1 },
    };
    expect(ruleProblems({ ...document, example: { enum: [1, 1] } })).toEqual([]);
  });
});
