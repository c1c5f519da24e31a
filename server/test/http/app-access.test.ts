import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRoutes } from '../../src/http/dashboard/account-routes/index.js';
import { operatorRoutes } from '../../src/http/dashboard/operator-routes/index.js';
import { newId } from '../../src/platform/ids.js';
import { tableDigests } from '../support/table-digests.js';
import {
  sessionCookie,
  signInVisitor,
  createInvitedUser,
  visitor,
  type Visitor,
} from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let below: Visitor;
let gone: Visitor;
let sibling: TestAccount;
let contents: Record<string, string>;
beforeAll(async () => {
  world = await startWorld();
  const { server, channel, customer, distributor } = world;
  sibling = await world.newAccount('channel', distributor);
  holder = await signInVisitor(server, await createInvitedUser(server, channel.account));
  below = await signInVisitor(server, await createInvitedUser(server, customer.account));
  gone = await signInVisitor(server, await createInvitedUser(server, channel.account));
  const cookies = [...gone.cookies];
  await gone.app('DELETE', '/app/session');
  for (const [name, value] of cookies) gone.cookies.set(name, value);
  contents = await tableDigests(server);
});
afterAll(async () => {
  // Refused requests have changed nothing.
  expect(await tableDigests(world.server)).toEqual(contents);
  await world.stop();
});

const named = (routes: typeof accountRoutes): [string, string, string][] =>
  routes.map(({ method, path }) => [method, path, path.replace(':id', newId())]);

describe.each(named(accountRoutes))('%s /app/accounts/:account_id%s', (method, declared, path) => {
  it('does not find accounts that are not accessible: a parent, a sibling, a stranger', async () => {
    const { distributor, channel, stranger } = world;
    const cases: [Visitor, TestAccount][] = [
      ...[distributor, sibling, stranger].map((other): [Visitor, TestAccount] => [holder, other]),
      ...[distributor, channel, sibling, stranger].map((other): [Visitor, TestAccount] => [below, other]),
    ];
    for (const [person, other] of cases) {
      const { status, text, body } = await person.app(
        method,
        `/app/accounts/${other.id}${path}`,
        bodyFor(method),
      );
      expect([status, body.code]).toEqual([404, 404]);
      expect(text).not.toContain(other.account.name);
    }
  });

  const known = accountRoutes.filter((route) => route.path === declared).map((route) => route.method);
  const others = (['PUT', 'PATCH', 'POST', 'DELETE'] as const).filter((other) => !known.includes(other));
  it.each(others)('supports no other method: %s', async (other) => {
    const url = `/app/accounts/${world.channel.id}${path}`;
    expect((await holder.app(other, url, {})).status).toBe(404);
  });

  it('requires a session', async () => {
    const pretender = visitor(world.server);
    pretender.cookies.set(sessionCookie, 'rs_nonsense');
    for (const nobody of [visitor(world.server), pretender, gone]) {
      const url = `/app/accounts/${world.channel.id}${path}`;
      expect((await nobody.app(method, url, bodyFor(method))).status).toBe(401);
    }
  });
});

it.each(named(accountRoutes).filter(([method]) => method !== 'GET'))(
  '%s /app/accounts/:account_id%s refuses requests that another site could have sent',
  async (method, _, path) => {
    const url = `/app/accounts/${world.channel.id}${path}`;
    expect((await holder.visit(method, url, { body: {} })).status).toBe(403);
  },
);

describe.each(named(operatorRoutes))('%s /app/operator%s', (method, _, path) => {
  it('requires an operator', async () => {
    for (const person of [holder, below]) {
      const { status, body } = await person.app(method, `/app/operator${path}`, bodyFor(method));
      expect([status, body]).toEqual([
        403,
        { code: 403, error: 'This is for operators only', reason: { code: 'operators-only' } },
      ]);
    }
  });

  it('requires a session', async () => {
    const { status } = await visitor(world.server).app(method, `/app/operator${path}`, bodyFor(method));
    expect(status).toBe(401);
  });
});

const bodyFor = (method: string): object | undefined => (method === 'GET' ? undefined : {});
