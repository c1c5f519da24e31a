import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRoutes } from '../src/http/dashboard/account-routes/index.js';
import { operatorRoutes } from '../src/http/dashboard/operator-routes/index.js';
import { newId } from '../src/platform/ids.js';
import { signedIn, userOf, visitor, type Visitor } from './support/visitor.js';
import { startWorld, type World } from './support/world.js';

let world: World;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld();
  holder = await signedIn(world.server, await userOf(world.server, world.channel.account));
});
afterAll(() => world.stop());

const named = (routes: typeof accountRoutes): [string, string, string][] =>
  routes.map(({ method, path }) => [method, path, path.replace(':id', newId())]);

describe.each(named(accountRoutes))('%s /app/accounts/:account_id%s', (method, _, path) => {
  it.each(['distributor', 'stranger'] as const)('knows no account out of reach: %s', async (who) => {
    const { status, body } = await holder.app(
      method,
      `/app/accounts/${world[who].id}${path}`,
      bodyFor(method),
    );
    expect([status, body.code]).toEqual([404, 404]);
  });

  it('is for those who are signed in', async () => {
    const nobody = visitor(world.server);
    const { status } = await nobody.app(method, `/app/accounts/${world.channel.id}${path}`, bodyFor(method));
    expect(status).toBe(401);
  });
});

it.each(named(accountRoutes).filter(([method]) => method !== 'GET'))(
  '%s /app/accounts/:account_id%s takes nothing that another site could have sent',
  async (method, _, path) => {
    const url = `/app/accounts/${world.channel.id}${path}`;
    expect((await holder.visit(method, url, { body: {} })).status).toBe(403);
  },
);

describe.each(named(operatorRoutes))('%s /app/operator%s', (method, _, path) => {
  it('is for operators', async () => {
    const { status, body } = await holder.app(method, `/app/operator${path}`, bodyFor(method));
    expect([status, body]).toEqual([403, { code: 403, error: 'This is for operators only' }]);
  });

  it('is for those who are signed in', async () => {
    const { status } = await visitor(world.server).app(method, `/app/operator${path}`, bodyFor(method));
    expect(status).toBe(401);
  });
});

const bodyFor = (method: string): object | undefined => (method === 'GET' ? undefined : {});
