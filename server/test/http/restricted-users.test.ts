import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountDashboard } from '../../src/http/dashboard/mount-dashboard.js';
import type { DashboardOptions } from '../../src/http/dashboard/dashboard-options.js';
import { routes } from '../../src/http/routes/index.js';
import { changeUser } from '../../src/features/users/change-user.js';
import type { User } from '../../src/features/users/user-store.js';
import { localLimits } from '../../src/platform/limits/limits.js';
import { newId } from '../../src/platform/ids.js';
import { tableDigests } from '../support/table-digests.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

/** What restricted users may change: their own language, sessions and passkeys. */
const own = [
  ...['PATCH /app/session', 'DELETE /app/session', 'DELETE /app/sessions', 'DELETE /app/sessions/:id'],
  ...[
    'POST /app/passkeys/options',
    'POST /app/passkeys',
    'PATCH /app/passkeys/:id',
    'DELETE /app/passkeys/:id',
  ],
];
/** For people who are not signed in. */
const open = ['POST /app/sign-in', 'POST /app/sign-in/passkey/options', 'POST /app/sign-in/passkey'];

/** Every route of the dashboard as it is mounted, so that a new one is checked here without being listed. */
async function dashboardRoutes(): Promise<{ method: string; url: string }[]> {
  const app = Fastify();
  const found: { method: string; url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') found.push({ method: one, url });
  });
  const options = { limits: localLimits } as unknown as DashboardOptions;
  void app.register(
    (below, _, done) => {
      mountDashboard(below, options);
      done();
    },
    { prefix: '/app' },
  );
  await app.ready();
  await app.close();
  return found;
}

const mounted = await dashboardRoutes();
const named = (method: string, url: string): string => `${method} ${url}`;
const isRead = ({ method }: { method: string }): boolean => method === 'GET';
const api = routes.flatMap(({ method, path }) =>
  ['', '/accounts/:account_id'].map((prefix) => ({ method, url: `/v1${prefix}${path}` })),
);
const changes = [...mounted, ...api].filter(
  (route) => !isRead(route) && ![...own, ...open].includes(named(route.method, route.url)),
);
/** Only root accounts have sandboxes, whatever the permission of their users. */
const ofRoots = ['/v1/sandboxes', '/v1/accounts/:account_id/sandboxes'];
const reads = [...mounted, ...api].filter((route) => isRead(route) && !ofRoots.includes(route.url));

let world: World;
let user: User;
let person: Visitor;
let contents: Record<string, string>;
beforeAll(async () => {
  world = await startWorld();
  const { server, channel } = world;
  user = await createInvitedUser(server, channel.account, { permission: 'restricted' });
  // An operator, so that only the permission is the reason for a refusal.
  await changeUser(server.running.instance.context, channel.account.id, user.id, { isOperator: true });
  person = await signInVisitor(server, user);
  contents = await tableDigests(server);
});
afterAll(() => world.stop());

const pathOf = (url: string): string =>
  url.replace(':account_id', world.customer.id).replaceAll(/:\w+/g, newId());

const refusal = {
  code: 403,
  error: 'Your permission is restricted: you can read everything and change nothing',
  reason: { code: 'restricted' },
};

describe('A restricted user', () => {
  it('finds the routes of the dashboard in this test', () => {
    const urls = mounted.map(({ method, url }) => named(method, url));
    expect(urls).toEqual(expect.arrayContaining([...own, ...open]));
    expect(urls).toContain('POST /app/accounts/:account_id/keys');
    expect(urls).toContain('POST /app/invitations/:id');
    expect(changes.length).toBeGreaterThan(70);
  });

  it('is refused every change, before anything else is looked at', async () => {
    for (const { method, url } of changes) {
      const { status, body } = await person.app(method, pathOf(url), {});
      expect([method, url, status, body]).toEqual([method, url, 403, refusal]);
    }
    expect(await tableDigests(world.server)).toEqual(contents);
  });

  it('is not refused to read anything, of the account and of accounts below', async () => {
    for (const { method, url } of reads) {
      const { status, body } = await person.get(pathOf(url));
      expect([method, url, body?.reason?.code]).not.toEqual([method, url, 'restricted']);
      expect([method, url, status]).not.toEqual([method, url, 403]);
    }
    expect((await person.get(`/v1/accounts/${world.customer.id}/deposits`)).status).toBe(200);
  });

  it('does not get the stored answer of an earlier change', async () => {
    const { server, channel } = world;
    const { context } = server.running.instance;
    const other = await createInvitedUser(server, channel.account);
    const visitor = await signInVisitor(server, other);
    const request = {
      body: { pages: 9 },
      headers: { 'x-regrove-app': '1', 'idempotency-key': 'once' },
    };
    expect((await visitor.visit('POST', '/v1/deposits', request)).status).toBe(200);
    await changeUser(context, channel.account.id, other.id, { permission: 'restricted' });
    expect((await visitor.visit('POST', '/v1/deposits', request)).status).toBe(403);
    await changeUser(context, channel.account.id, other.id, { permission: 'full' });
    expect((await visitor.visit('POST', '/v1/deposits', request)).status).toBe(200);
  });

  it('can change the own language and end sessions', async () => {
    const { server } = world;
    const changed = await person.app('PATCH', '/app/session', { locale: 'de' });
    expect([changed.status, changed.body.user]).toMatchObject([
      200,
      { locale: 'de', permission: 'restricted' },
    ]);
    const elsewhere = await signInVisitor(server, user);
    const { id } = (await elsewhere.get('/app/session')).body.session;
    expect((await person.app('DELETE', `/app/sessions/${String(id)}`)).status).toBe(200);
    expect((await person.app('DELETE', '/app/sessions')).status).toBe(200);
    expect((await person.app('DELETE', '/app/session')).status).toBe(200);
    expect((await person.get('/app/session')).status).toBe(401);
  });
});
