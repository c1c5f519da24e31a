import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../src/features/users/user-store.js';
import { watchChanges, type Changes } from '../support/changes.mjs';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { createResources, pathTo, type Resources } from '../support/resources.js';
import {
  sessionCookie,
  signInVisitor,
  createInvitedUser,
  visitor,
  type Visitor,
} from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let user: User;
/** Signed in to the channel. */
let person: Visitor;
let changes: Changes;
beforeAll(async () => {
  world = await startWorld();
  user = await createInvitedUser(world.server, world.channel.account);
  person = await signInVisitor(world.server, user);
  changes = await watchChanges(world.server);
});
afterAll(() => world.stop());

const bearer = (key: string) => `Bearer ${key}`;

describe('A request to the API with a session', () => {
  it('reads what the account itself can, with any User-Agent, and is not cached', async () => {
    const byKey = await world.channel.api.get('/account', { headers: { 'api-revision': '1.6.6' } });
    for (const agent of ['Mozilla/5.0 (X11)', 'curl/8', undefined]) {
      const { status, headers, body } = await person.get('/v1/account', { headers: { 'user-agent': agent } });
      expect([status, body.id]).toEqual([200, byKey.body.id]);
      expect(headers).toMatchObject({ 'api-revision': '1.6.6', 'cache-control': 'no-store' });
      expect(headers['www-authenticate']).toBeUndefined();
    }
  });

  it('uses the requested revision', async () => {
    const body = { pages: 10, width: 210, length: 297, density: 80 };
    const headers = { 'x-regrove-app': '1', 'api-revision': '1.6.3' };
    const answer = await person.visit('POST', '/v1/deposits', { body, headers });
    expect([answer.status, answer.body.density, answer.headers['api-revision']]).toEqual([200, 80, '1.6.3']);
    const unknown = await person.get('/v1/account', { headers: { 'api-revision': '9.9.9' } });
    expectRefusal(unknown, 400, /API-Revision/);
  });

  it('reaches the accounts below, to any depth, and can write there', async () => {
    const below = `/v1/accounts/${world.customer.id}`;
    expect((await person.get(below)).body.id).toBe(world.customer.id);
    const { status, body } = await person.app('POST', `${below}/deposits`, { pages: 7 });
    expect(status).toBe(200);
    expect((await world.customer.api.get(`/deposits/${String(body.id)}`)).body.pages).toBe(7);
    expect((await person.get('/v1/accounts')).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: world.customer.id })]),
    );
  });

  it('gets a 404 for resources of other tenants, as if they did not exist', async () => {
    const others: [string, Resources][] = [];
    for (const member of [world.stranger, world.distributor])
      others.push([member.id, await createResources(world, member)]);
    await changes();
    for (const [id, resources] of others) {
      expectRefusal(await person.get(`/v1/accounts/${id}`), 404);
      for (const path of ['/deposits/:id', '/quotes/:id', '/orders/:id', '/servers/:id', '/users/:id']) {
        const unknown = await person.get(`/v1${path.replace(':id', unknownId)}`);
        for (const prefix of ['', `/accounts/${world.channel.id}`]) {
          const answer = await person.get(`/v1${prefix}${pathTo(path, resources)}`);
          expect([answer.status, answer.body]).toEqual([404, unknown.body]);
        }
        expectRefusal(await person.get(`/v1/accounts/${id}${pathTo(path, resources)}`), 404);
        expectRefusal(await person.app('DELETE', `/v1/accounts/${id}${pathTo(path, resources)}`), 404);
      }
    }
    expect(await changes()).toEqual([]);
  });

  it("is recorded as the user's in the audit trail", async () => {
    const { body: deposit } = await person.app('POST', '/v1/deposits', { pages: 3 });
    const { body: made } = await person.app('POST', '/v1/users', { email: 'made-by-user@example.com' });
    await person.app('DELETE', `/v1/users/${String(made.id)}`);
    const entries = await world.server.sql(
      `select action, actor_kind, actor_id from audit_entries where subject_id = any($1) order by at, id`,
      [[deposit.id, made.id]],
    );
    const actor = { actor_kind: 'user', actor_id: user.id };
    expect(entries).toEqual([
      { action: 'deposit.create', ...actor },
      { action: 'user.create', ...actor },
      { action: 'user.delete', ...actor },
    ]);
  });

  it('supports its own Idempotency-Keys', async () => {
    const send = (who: Visitor) =>
      who.visit('POST', '/v1/deposits', {
        body: { pages: 11 },
        headers: { 'x-regrove-app': '1', 'idempotency-key': 'once' },
      });
    const [first, second] = [await send(person), await send(person)];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    const other = await signInVisitor(
      world.server,
      await createInvitedUser(world.server, world.channel.account),
    );
    expect((await send(other)).body.id).not.toBe(first.body.id);
  });

  it('is checked like any other: paths, bodies, permissions', async () => {
    expectRefusal(await person.get('/v1/no/such/path'), 404);
    expectRefusal(await person.app('POST', '/v1/deposits', { pages: 'x' }), 400, /^pages/);
    expectRefusal(await person.app('POST', `/v1/accounts/${world.channel.id}/deactivate`), 403);
  });

  it('gets a 401 with an invalid session, without a browser password prompt', async () => {
    const nobodyHere = visitor(world.server);
    nobodyHere.cookies.set(sessionCookie, `rs_${'A'.repeat(54)}`);
    const refused = await nobodyHere.get('/v1/account');
    expectRefusal(refused, 401);
    expect(refused.headers['www-authenticate']).toBeUndefined();
    const signedOut = await visitor(world.server).app('GET', '/v1/account');
    expectRefusal(signedOut, 401);
    expect(signedOut.headers['www-authenticate']).toBeUndefined();
    const program = await visitor(world.server).get('/v1/account');
    expect(program.headers['www-authenticate']).toBe('Basic realm="Regrove"');
  });
});

describe('A key in Authorization takes precedence over the cookie', () => {
  it("and acts as the key's account, without the requirements for sessions", async () => {
    const headers = { authorization: bearer(world.stranger.key), 'user-agent': 'Tests/1.0 (Us)' };
    expect((await person.get('/v1/account', { headers })).body.id).toBe(world.stranger.id);
    const { status, body } = await person.visit('POST', '/v1/deposits', { body: { pages: 1 }, headers });
    expect(status).toBe(200);
    const [entry] = await world.server.sql(
      'select actor_kind, actor_id from audit_entries where subject_id = $1',
      [body.id],
    );
    expect(entry).toEqual({ actor_kind: 'key', actor_id: world.stranger.keyId });
  });

  it('even if it is not valid', async () => {
    for (const authorization of ['', 'Bearer nonsense', bearer(`rg_${'A'.repeat(54)}`)])
      expectRefusal(await person.get('/v1/account', { headers: { authorization } }), 401);
  });

  it('and requires a User-Agent', async () => {
    const headers = {
      authorization: bearer(world.channel.key),
      'user-agent': 'curl/8',
      'api-revision': '1.6.6',
    };
    expectRefusal(await person.get('/v1/account', { headers }), 403, /User-Agent/);
  });
});

describe('A request with a session that changes something', () => {
  const changing: [string, string, unknown][] = [
    ['POST', '/v1/deposits', { pages: 1 }],
    ['PATCH', `/v1/accounts/${unknownId}`, { name: 'x' }],
    ['DELETE', `/v1/deposits/${unknownId}`, undefined],
    ['PATCH', '/app/session', { locale: 'de' }],
    ['DELETE', '/app/session', undefined],
    ['DELETE', `/app/sessions/${unknownId}`, undefined],
    ['POST', `/app/invitations/${unknownId}`, undefined],
    ['DELETE', `/app/invitations/${unknownId}`, undefined],
  ];
  const app = { 'x-regrove-app': '1' };
  const foreign: [string, Record<string, string>][] = [
    ['without the header of our app', {}],
    ['with another value of it', { 'x-regrove-app': '2' }],
    ['from another origin', { ...app, origin: 'https://evil.example' }],
    ['from our host without TLS', { ...app, origin: 'http://127.0.0.1' }],
    ['from a hidden origin', { ...app, origin: 'null' }],
    ['from another site', { ...app, 'sec-fetch-site': 'cross-site' }],
    ['from another host of the same site', { ...app, 'sec-fetch-site': 'same-site' }],
    ['from no site', { ...app, 'sec-fetch-site': 'none' }],
  ];
  const cases = foreign.flatMap(([how, headers]) =>
    changing.map(([method, path, body]) => [how, method, path, { headers, body }] as const),
  );

  it.each(cases)('is refused %s: %s %s', async (_, method, path, options) => {
    await changes();
    expectRefusal(await person.visit(method, path, options), 403);
    expect(await changes()).toEqual([]);
  });

  it('is accepted from our own pages, and from clients that are not browsers', async () => {
    const { baseUrl } = world.server.running;
    for (const headers of [
      app,
      { ...app, origin: baseUrl },
      { ...app, origin: baseUrl, 'sec-fetch-site': 'same-origin' },
    ]) {
      const { status } = await person.visit('POST', '/v1/deposits', { body: { pages: 1 }, headers });
      expect(status).toBe(200);
    }
  });

  it('can read without any of this, also from a link on another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await person.get('/v1/account', { headers })).status).toBe(200);
    expect((await person.get('/app/session', { headers })).status).toBe(200);
  });

  it('gets no CORS permission for other origins', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-regrove-app',
    };
    for (const path of ['/v1/deposits', '/app/session', '/app/sign-in']) {
      const answer = await visitor(world.server).visit('OPTIONS', path, { headers });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('Behind another host name', () => {
  it('our own origin is that of the base URL or the one that the request was sent to', async () => {
    const known = await startWorld({ REGROVE_BASE_URL: 'https://regrove.example' });
    const { server } = known;
    const listening = `https://127.0.0.1:${String(server.running.port)}`;
    const local = { ...server, running: { ...server.running, baseUrl: listening } };
    const someone = await signInVisitor(local, await createInvitedUser(server, known.channel.account));
    const statuses: number[] = [];
    for (const origin of [
      'https://regrove.example',
      listening,
      'https://regrove.example.evil',
      'https://127.0.0.1',
    ]) {
      const headers = { 'x-regrove-app': '1', origin };
      const { status } = await someone.visit('POST', '/v1/deposits', { body: { pages: 1 }, headers });
      statuses.push(status);
    }
    await known.stop();
    expect(statuses).toEqual([200, 200, 403, 403]);
  });
});

describe('Under /app', () => {
  it.each(['/app', '/app/', '/app/no/such', '/app/session/x', '/app/index.html'])(
    'an unknown path returns a JSON 404 that is not cached: %s',
    async (path) => {
      const answer = await person.get(path);
      expectRefusal(answer, 404);
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it('plain HTTP is refused and never redirected', async () => {
    for (const path of ['/app/session', '/%61pp/session', '/app']) {
      const answer = await request(world.server.plainUrl.replace('/v1', path));
      expect([answer.statusCode, answer.headers['location']]).toEqual([403, undefined]);
      expect(await answer.body.json()).toMatchObject({ code: 403 });
    }
  });

  it.each(['{', '[1', '"x"', '\xff'])('an invalid body returns 400: %s', async (raw) => {
    const answer = await request(`${world.server.running.baseUrl}/app/sign-in`, {
      method: 'POST',
      dispatcher: world.server.agent,
      body: Buffer.from(raw, 'latin1'),
    });
    expect([answer.statusCode, await answer.body.json()]).toMatchObject([400, { code: 400 }]);
  });
});
