import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredStatements } from '../../src/database/statement.js';
import type { Json } from '../support/api-client.js';
import { isDistributed } from '../support/database.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  for (const [path, body] of Object.entries(bodies()))
    for (const external_id of ['A-1', 'A-2', 'a b&c=d', undefined])
      for (const member of [world.channel, world.stranger]) {
        const name = `${path} ${external_id ?? ''}`;
        const { status } = await member.api.post(path, { ...body(name), external_id });
        expect(status).toBe(200);
      }
});
afterAll(() => world.stop());

const bodies = (): Record<string, (name: string) => object> => ({
  '/accounts': (name) => ({ name }),
  '/quotes': () => ({ project_id: world.projects.forest, items: [{ quantity: 100 }] }),
  '/orders': () => ({ items: [{ quantity: 100 }] }),
});

const idsOf = (things: Json): string[] => things.map(({ external_id }: Json) => external_id);

describe.each(['/accounts', '/quotes', '/orders'])('GET %s?external_id', (path) => {
  const found = async (query: string, prefix = ''): Promise<Json> => {
    const { status, body } = await world.channel.api.get(`${prefix}${path}?${query}`);
    expect(status).toBe(200);
    return body;
  };

  it('returns only the rows with this external id', async () => {
    const { body: all } = await world.channel.api.get(path);
    const expected = all.filter(({ external_id }: Json) => external_id === 'A-1');
    expect(expected).toHaveLength(1);
    expect(await found('external_id=A-1')).toEqual(expected);
    expect(await found('external_id=A-1', `/accounts/${world.channel.id}`)).toEqual(expected);
    expect(idsOf(await found('external_id=a%20b%26c%3Dd'))).toEqual(['a b&c=d']);
    expect(await found('external_id=a-1')).toEqual([]);
    expect(await found('external_id=A')).toEqual([]);
    expect(await found('external_id=A-1', `/accounts/${world.customer.id}`)).toEqual([]);
  });

  it('trims the value, as a create does', async () => {
    expect(idsOf(await found('external_id=%20A-1%20'))).toEqual(['A-1']);
  });

  it('works with limit and cursor', async () => {
    const { body, headers } = await world.channel.api.get(`${path}?external_id=A-1&limit=1`);
    expect([idsOf(body), headers['link']]).toEqual([['A-1'], undefined]);
    const page = await world.channel.api.get(`${path}?limit=1`);
    const [, cursor = ''] = /cursor=([^&>]+)/.exec(String(page.headers['link'])) ?? [];
    const [first] = idsOf(page.body);
    expect(idsOf(await found(`cursor=${cursor}&external_id=A-1`))).toEqual(first === 'A-1' ? [] : ['A-1']);
  });

  it('refuses a value that cannot be an external id', async () => {
    for (const text of ['', '%20', 'x'.repeat(256), 'a%0Ab'])
      expectRefusal(await world.channel.api.get(`${path}?external_id=${text}`), 400, /^external_id must be/);
    expectRefusal(
      await world.channel.api.get(`${path}?external_id=A-1&external_id=A-2`),
      400,
      /^external_id is given twice/,
    );
  });

  // PostgreSQL 15 cannot show a generic plan, and Citus shows that of one shard.
  it.skipIf(isDistributed)('uses the index of external ids', async () => {
    const table = path.slice(1);
    const [text = ''] = declaredStatements()
      .map((declared) => declared.text)
      .filter((one) => new RegExp(`from ${table}\\s+where \\w+_id = \\$1 and external_id = \\$2`).test(one));
    const plan = await world.server.sql(`explain (generic_plan) ${text}`);
    expect(JSON.stringify(plan)).toMatch(/using (accounts_sibling|quotes|orders)_external_id/);
  });
});
