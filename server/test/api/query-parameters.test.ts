import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import type { Json } from '../support/api-client.js';
import { watchChanges, type Changes } from '../support/changes.mjs';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { createResources, pathTo, type Resources } from '../support/resources.js';
import { signInVisitor, createInvitedUser } from '../support/visitor.js';
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

const ask = (method: string, path: string) => world.channel.api.call(method, path);
const operations = routes
  .filter((route) => !isOfSandboxes(route))
  .map((route) => [route.method, route.path, 'item' in route, route.query !== undefined] as const);

describe.each(operations)('%s %s', (method, path, isList, hasQuery) => {
  it('refuses an unknown query parameter by name', async () => {
    const own = pathTo(path, resources);
    for (const prefix of ['', `/accounts/${world.channel.id}`])
      expectRefusal(
        await ask(method, `${prefix}${own}?strat_date=2026-01-01`),
        400,
        /^strat_date is not a known query parameter/,
      );
    if (!isList)
      for (const name of ['limit', 'cursor'])
        expectRefusal(
          await ask(method, `${own}?${name}=1`),
          400,
          new RegExp(
            `^${name} is not a known query parameter${hasQuery ? '' : ': this operation has none$'}`,
          ),
        );
    expect(await changes()).toEqual([]);
  });

  it('checks the query after the account and the id in the path', async () => {
    const filled = pathTo(path, resources);
    expectRefusal(await ask(method, `/accounts/${unknownId}${filled}?nonsense=1`), 404);
    if (!path.includes(':id')) return;
    for (const id of [unknownId, 'not-a-uuid'])
      expectRefusal(await ask(method, `${path.replace(':id', id)}?nonsense=1`), 404);
  });
});

describe('A query', () => {
  it('accepts the parameters of the list', async () => {
    expectRefusal(
      await ask('GET', '/deposits?start_date=2026-01-01&strat_date=2026-01-01'),
      400,
      /^strat_date is not a known query parameter: use start_date, end_date, limit or cursor$/,
    );
  });

  it.each([
    [
      'a parameter twice',
      '/deposits?start_date=2026-01-01&start_date=2026-01-02',
      /^start_date is given twice/,
    ],
    ['a limit twice', '/deposits?limit=1&limit=1', /^limit is given twice/],
    ['a cursor three times', '/quotes?cursor=a&cursor=b&cursor=c', /^cursor is given twice/],
    ['no name', '/deposits?=1', /^The query must not contain a parameter without a name$/],
    ['brackets', '/deposits?limit[]=1', /^limit\[\] is not a known query parameter/],
    ['a special property of objects', '/deposits?__proto__=1', /^__proto__ is not a known query parameter/],
    ['a property of all objects', '/account?toString=1', /^toString is not a known query parameter/],
    ['a very long name', `/account?${'x'.repeat(5000)}=1`, /^x{99}… is not a known query parameter/],
    ['a name in capitals', '/deposits?Limit=1', /^Limit is not a known query parameter/],
  ])('with %s returns 400', async (_, path, words) => {
    expectRefusal(await ask('GET', path), 400, words);
  });

  it('can be empty', async () => {
    for (const query of ['?', '?&', '?&&']) expect((await ask('GET', `/deposits${query}`)).status).toBe(200);
  });

  it('is checked the same way for the OpenAPI document', async () => {
    for (const [query, words] of [
      ['?revison=1.6.3', /^revison is not a known query parameter: use revision$/],
      ['?revision=1.6.3&revision=1.6.6', /^revision is given twice/],
    ] as const) {
      const answer = await request(`${world.server.url}/openapi.json${query}`, {
        dispatcher: world.server.agent,
      });
      const body = (await answer.body.json()) as Json;
      expectRefusal({ status: answer.statusCode, body } as never, 400, words);
    }
  });

  it('is checked the same way for the dashboard', async () => {
    const holder = await signInVisitor(
      world.server,
      await createInvitedUser(world.server, world.channel.account),
    );
    const below = `/app/accounts/${world.channel.id}`;
    for (const path of ['deposits', 'deposit-totals', 'months', 'deposits/export', 'invoices/export'])
      expectRefusal(
        await holder.app('GET', `${below}/${path}?month=2026-01&format=csv&nonsense=1`),
        400,
        /is not a known query parameter/,
      );
  });
});
