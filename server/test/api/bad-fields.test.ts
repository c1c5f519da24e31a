import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badValues } from '../support/bad-values.js';
import { bodies as allBodies, withField } from '../support/bodies.js';
import { watchChanges, type Changes } from '../support/changes.mjs';
import { expectRefusal } from '../support/refusal.js';
import { createResources, pathTo, type Resources } from '../support/resources.js';
import { hasOwnBody } from '../support/revision.js';
import { startWorld, type World } from '../support/world.js';

// Fields with the same shape in several revisions are tested in one of them.
const bodies = allBodies.filter(({ path }) => hasOwnBody(path));

let world: World;
let resources: Resources;
let changes: Changes;
beforeAll(async () => {
  world = await startWorld();
  resources = await createResources(world, world.channel);
  changes = await watchChanges(world.server);
});
afterAll(() => world.stop());

const send = (method: string, path: string, raw: string) =>
  world.channel.api.call(method, pathTo(path, resources), {
    raw,
    headers: { 'content-type': 'application/json' },
  });

const named = (field: string): RegExp => new RegExp(`^${field.replaceAll(/[[\].]/g, '\\$&')}\\b`);

const cases = bodies.flatMap((endpoint) =>
  Object.entries(endpoint.fields).map(([field, kind]) => ({ endpoint, field, kind })),
);

describe.each(cases)('$endpoint.method $endpoint.path: $field', ({ endpoint, field, kind }) => {
  const { method, path } = endpoint;

  it('refuses each invalid value with a 400 that names the field, and changes nothing', async () => {
    for (const value of badValues[kind]) {
      const answer = await send(method, path, withField(endpoint, world, field, value));
      expect({ value, status: answer.status, error: answer.body.error }).toEqual({
        value,
        status: 400,
        error: expect.stringMatching(new RegExp(field.replaceAll(/[[\]]/g, '\\$&'))),
      });
      expect(answer.body.code).toBe(400);
    }
    expect(await changes()).toEqual([]);
  });
});

const neverNull = bodies.flatMap((endpoint) =>
  [...endpoint.required, ...(endpoint.notNull ?? [])].map((field) => ({ endpoint, field })),
);

it.each(neverNull)(
  '$endpoint.method $endpoint.path: refuses null for $field',
  async ({ endpoint, field }) => {
    const raw = withField(endpoint, world, field, 'null');
    expectRefusal(await send(endpoint.method, endpoint.path, raw), 400, named(field));
  },
);

const required = bodies.flatMap((endpoint) => endpoint.required.map((field) => ({ endpoint, field })));

it.each(required)('$endpoint.method $endpoint.path: $field is required', async ({ endpoint, field }) => {
  const body = endpoint.body(world);
  const without = Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
  const answer = await send(endpoint.method, endpoint.path, JSON.stringify(without));
  expectRefusal(answer, 400, new RegExp(`^${field} is required`));
  expect(await changes()).toEqual([]);
});

it.each(bodies)('$method $path: names an unknown field', async (endpoint) => {
  const { method, path } = endpoint;
  // A PATCH may send read-only fields back.
  const readOnly = method === 'PATCH' ? [] : ['id', 'account_id'];
  for (const field of ['nonsense', ...readOnly, 'Name', 'toString', 'constructor']) {
    expectRefusal(await send(method, path, withField(endpoint, world, field, '1')), 400, named(field));
  }
  expect(await changes()).toEqual([]);
});

describe('Items', () => {
  const withItems = bodies.filter(({ fields }) => 'items' in fields);
  const bad = [
    ['[]', /items/],
    ['[{}]', /items\[0\]/],
    ['[{"quantity":1,"mass":5}]', /items\[0\].*(mass|quantity)/],
    ['[{"mass":5,"width":0.2}]', /items\[0\].*(mass|width)/],
    ['[{"mass":5,"length":0.2}]', /items\[0\].*(mass|length)/],
    ['[{"mass":5,"gsm":80}]', /items\[0\].*(mass|gsm)/],
    ['[{"width":0.2}]', /items\[0\]/],
    ['[{"quantity":1},{"quantity":1,"nonsense":1}]', /items\[1\]\.nonsense/],
    [`[${Array.from({ length: 1001 }, () => '{"quantity":1}').join()}]`, /items/],
  ] as const;

  it.each(withItems)(
    '$method $path: requires at least one item, each with either sheets or mass',
    async (endpoint) => {
      for (const [value, message] of bad) {
        const raw = withField(endpoint, world, 'items', value);
        expectRefusal(await send(endpoint.method, endpoint.path, raw), 400, message);
      }
      expect(await changes()).toEqual([]);
    },
  );
});
