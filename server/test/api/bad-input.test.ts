import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import type { Answer } from '../support/api-client.js';
import { bodies, withField } from '../support/bodies.js';
import { watchChanges, type Changes } from '../support/changes.mjs';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { createResources, pathTo, type Resources } from '../support/resources.js';
import { isOfSandboxes } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let resources: Resources;
let changes: Changes;
beforeAll(async () => {
  world = await startWorld();
  resources = await createResources(world, world.channel);
  changes = await watchChanges(world.server);
});
afterAll(() => world.stop());

function expectJsonRefusal(answer: Answer, status: number, words?: RegExp): void {
  expectRefusal(answer, status, words);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
}

const json = { 'content-type': 'application/json' };
const writing = routes
  .filter((route) => route.method !== 'GET' && !isOfSandboxes(route))
  .map(({ method, path }) => [method, path] as const);

const levels = 100_000;
const malformed: Record<string, string | Buffer> = {
  'an open brace': '{',
  'a comma too many': '{"a":1,}',
  'single quotes': "{'a':1}",
  'a form': 'pages=10',
  'a bare NaN': '{"pages":NaN}',
  'a bare Infinity': '{"pages":Infinity}',
  'a leading zero': '{"pages":010}',
  hexadecimal: '{"pages":0x10}',
  'two documents': '{}{}',
  'a comment': '{} // nothing',
  'a NUL byte': '\u0000',
  'a NUL byte after it': '{}\u0000',
  'a raw control character in a text': '{"name":"a\nb"}',
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-8 of a surrogate': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  'UTF-16': Buffer.from('{"pages":10}', 'utf16le'),
};
const notObjects: Record<string, string> = {
  'an empty array': '[]',
  'an array of objects': '[{"pages":10}]',
  'a text': '"pages"',
  null: 'null',
  'a number': '10',
  true: 'true',
};
const poisoned: Record<string, string> = {
  // Without the brackets it would be the prototype of this object instead of a field.
  ['__proto__']: '{"__proto__":{"polluted":1}}',
  'a constructor': '{"constructor":{"prototype":{"polluted":1}}}',
};
const deep: Record<string, string> = {
  [`arrays ${String(levels)} deep`]: '['.repeat(levels) + ']'.repeat(levels),
  [`objects ${String(levels)} deep`]: '{"a":'.repeat(levels) + '1' + '}'.repeat(levels),
};

describe.each(writing)('%s %s refuses with a 400', (method, path) => {
  const send = (raw: string | Buffer, headers: Record<string, string> = json): Promise<Answer> =>
    world.channel.api.call(method, pathTo(path, resources), { raw, headers });

  it('a body that is not well-formed JSON', async () => {
    for (const [what, raw] of Object.entries(malformed)) {
      const answer = await send(raw);
      expect([what, answer.status]).toEqual([what, 400]);
      expectJsonRefusal(answer, 400, /JSON/);
    }
    expect(await changes()).toEqual([]);
  });

  it('a body that is not an object', async () => {
    for (const [what, raw] of Object.entries(notObjects)) {
      const answer = await send(raw);
      expect([what, answer.status]).toEqual([what, 400]);
      expectJsonRefusal(answer, 400, /The body must be a JSON object/);
    }
    expect(await changes()).toEqual([]);
  });

  it('a body that is nested too deeply', async () => {
    for (const [what, raw] of Object.entries(deep)) {
      const answer = await send(raw);
      expect([what, answer.status]).toEqual([what, 400]);
      expectJsonRefusal(answer, 400, /nested at most/);
    }
    expect(await changes()).toEqual([]);
  });

  it('a body with prototype keys', async () => {
    for (const [what, raw] of Object.entries(poisoned)) {
      const answer = await send(raw);
      expect([what, answer.status]).toEqual([what, 400]);
      expectJsonRefusal(answer, 400, /must not contain a field named __proto__ or constructor/);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await changes()).toEqual([]);
  });

  it('a body over its limit', async () => {
    const mebibytes = path === '/deposits/import' ? 8 : 1;
    const raw = `{"a":"${'x'.repeat(mebibytes * 1_048_576)}"}`;
    expectJsonRefusal(await send(raw), 400, new RegExp(`at most ${mebibytes} MiB`));
    expect(await changes()).toEqual([]);
  });

  it('an unknown field, with any content type', async () => {
    const endpoint = bodies.find((known) => known.method === method && known.path === path);
    const raw = endpoint ? withField(endpoint, world, 'nonsense', '1') : '{"nonsense":1}';
    for (const headers of [
      json,
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      {},
    ]) {
      expectJsonRefusal(await send(raw, headers), 400, /nonsense/);
    }
    expect(await changes()).toEqual([]);
  });
});

describe('A body within 1 MiB', () => {
  it('is validated field by field', async () => {
    const raw = `{"pages":1,"nonsense":"${'x'.repeat(1_048_500)}"}`;
    expectJsonRefusal(
      await world.channel.api.call('POST', '/deposits', { raw, headers: json }),
      400,
      /nonsense/,
    );
  });
});

describe('Text in a body', () => {
  it.each(bodies.filter(({ fields }) => 'external_id' in fields))(
    '$method $path: is refused if it is too long',
    async (endpoint) => {
      const raw = withField(endpoint, world, 'external_id', `"${'x'.repeat(1_000_000)}"`);
      const path = pathTo(endpoint.path, resources);
      const answer = await world.channel.api.call(endpoint.method, path, { raw, headers: json });
      expectJsonRefusal(answer, 400, /external_id must be text of 1 to (255|4000) characters/);
      expect(await changes()).toEqual([]);
    },
  );
});

describe('An id in the path that is not a UUID returns 404', () => {
  const ids = [
    'x',
    '0',
    'null',
    'undefined',
    unknownId.replaceAll('-', ''),
    `${unknownId}0`,
    `{${unknownId}}`,
    `${unknownId}%00`,
    '%00',
    '%zz',
    '%',
    '%ff%fe',
    '%E0%80%80',
    '..%2f..%2fetc',
    "'%20or%201=1--",
    '%F0%9F%8C%B3',
    'x'.repeat(5000),
  ];

  it.each(routes.filter(({ path }) => path.includes(':id')).map(({ method, path }) => [method, path]))(
    '%s %s',
    async (method, path) => {
      for (const id of ids) {
        const answer = await world.channel.api.call(method, path.replace(':id', id));
        expect([id, answer.status]).toEqual([id, 404]);
        expectJsonRefusal(answer, 404);
      }
      expect(await changes()).toEqual([]);
    },
  );

  it('also when it is the account in scope', async () => {
    for (const id of ids) expectJsonRefusal(await world.channel.api.get(`/accounts/${id}/deposits`), 404);
  });
});

describe('A query', () => {
  it.each([
    ['/deposits?start_date=2026-01-01&start_date=2026-01-02', /start_date/],
    ['/deposits?start_date=2026-02-30', /start_date/],
    ['/deposits?end_date=2026-01-01T00:00:00Z', /end_date/],
    ['/deposits?start_date=', /start_date/],
    ['/deposits?start_date=%00', /start_date/],
    ['/deposits?start_date=%zz', /start_date/],
    ['/deposits?start_date=0001-01-01', /start_date/],
    ['/deposits?start_date=9999-12-31', /start_date/],
    ['/deposits?start_date=2026-01-02&end_date=2026-01-01', /start_date/],
    ['/biomass/offsets?start_date=2026-01-02&end_date=2026-01-01', /start_date/],
    ['/biomass/offsets?end_date=tomorrow', /end_date/],
    ['/volume?start_date=2026-13-01', /start_date/],
    ['/volume?start_date=2026-01-01&start_date=2026-01-01', /start_date/],
    ['/users?limit=1&limit=2', /limit/],
    ['/users?cursor=a&cursor=b', /cursor/],
    ['/users?limit=1e2', /limit/],
    ['/users?limit=-1', /limit/],
    ['/users?limit=%00', /limit/],
  ])('that is not valid returns 400: %s', async (path, words) => {
    expectJsonRefusal(await world.channel.api.get(path), 400, words);
  });

  it('with unknown or garbage parameters returns 400', async () => {
    for (const query of ['?nonsense=1', '?%zz', '?=&&==', '?__proto__[x]=1', '?limit[]=1'])
      expectJsonRefusal(await world.channel.api.get(`/users${query}`), 400, /quer/);
  });
});

describe('No body', () => {
  const optional = [
    ...bodies.filter(({ method }) => method === 'PATCH').map(({ method, path }) => [method, path] as const),
    ['POST', '/accounts/:id/activate'] as const,
    ['POST', '/feeds/:id/activate'] as const,
    ['POST', '/projects/:id'] as const,
  ];
  const ways: Record<string, Parameters<World['channel']['api']['call']>[2]> = {
    'nothing at all': {},
    'a JSON content type': { headers: json },
    'a JSON content type and an empty text': { raw: '', headers: json },
    'white space': { raw: ' \r\n', headers: json },
    'an empty object': { raw: '{}', headers: json },
    'an empty object without a content type': { raw: '{}' },
  };

  it.each(optional)('is accepted when all fields are optional: %s %s', async (method, path) => {
    for (const [way, options] of Object.entries(ways)) {
      const answer = await world.channel.api.call(method, pathTo(path, resources), options);
      expect([way, answer.status, answer.body.error]).toEqual([way, 200, undefined]);
    }
  });

  it.each(bodies.filter(({ method, required }) => method === 'POST' && required.length > 0))(
    'returns a 400 that names what is missing: $method $path',
    async ({ path }) => {
      for (const options of Object.values(ways)) {
        expectJsonRefusal(
          await world.channel.api.call('POST', pathTo(path, resources), options),
          400,
          /is required/,
        );
      }
    },
  );
});

describe('A body without a content type', () => {
  it('is parsed as JSON', async () => {
    const { status, body } = await world.channel.api.call('POST', '/deposits', { raw: '{"pages":3}' });
    expect([status, body.pages]).toEqual([200, 3]);
  });
});
