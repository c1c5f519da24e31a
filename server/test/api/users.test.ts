import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  member = await world.newAccount('customer', world.channel);
});
afterEach(() => {
  world.server.setNow(undefined);
});

const locales = ['en', 'de', 'es', 'fr', 'id', 'it', 'ja', 'ko', 'ms', 'pt', 'th', 'zh-CN', 'zh-TW'];

describe('POST /users', () => {
  it('requires only an email address; the locale defaults to en', async () => {
    world.server.setNow('2026-03-05T10:20:30.456Z');
    const { status, body } = await member.api.post('/users', { email: 'jo@example.com' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      account_id: member.id,
      full_name: null,
      email: 'jo@example.com',
      locale: 'en',
      created_at: '2026-03-05T10:20:30Z',
    });
  });

  it('keeps the given values, trimmed', async () => {
    const given = { email: ' Jo@Example.com ', full_name: ' Jo Doe ', locale: 'zh-TW' };
    const { status, body } = await member.api.post('/users', given);
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: 'Jo@Example.com', full_name: 'Jo Doe', locale: 'zh-TW' });
  });

  it('treats null in optional fields as missing', async () => {
    const { body } = await member.api.post('/users', {
      email: 'jo@example.com',
      full_name: null,
      locale: null,
    });
    expect(body).toMatchObject({ full_name: null, locale: 'en' });
  });

  it.each(locales)('accepts the locale %s', async (locale) => {
    const { status, body } = await member.api.post('/users', { email: 'jo@example.com', locale });
    expect([status, body.locale]).toEqual([200, locale]);
  });

  it.each(['EN', 'en-US', 'zh', 'zh-cn', 'xx', ''])(
    'refuses an unknown locale and lists the known ones: "%s"',
    async (locale) => {
      const answer = await member.api.post('/users', { email: 'jo@example.com', locale });
      expectRefusal(answer, 400, new RegExp(`^locale .*${locales.join(', ')}`));
    },
  );

  it.each([
    'a@b.co',
    'first.last+tag@sub.example.co.uk',
    'o’hara@example.com',
    'jürgen@müller.de',
    `${'x'.repeat(64)}@${'y'.repeat(185)}.com`,
  ])('accepts the address %s', async (email) => {
    const { status, body } = await member.api.post('/users', { email });
    expect([status, body.email]).toEqual([200, email]);
  });

  it('refuses an address that another user of the account has, ignoring case', async () => {
    await member.api.post('/users', { email: 'jo@example.com' });
    for (const email of ['jo@example.com', 'JO@Example.COM', ' jo@example.com ']) {
      expectRefusal(await member.api.post('/users', { email }), 400, /^email\b/);
    }
    expect((await member.api.get('/users')).body).toHaveLength(1);
  });

  it('accepts the same address in another account', async () => {
    const other = await world.newAccount('customer', world.channel);
    for (const { api } of [member, other]) {
      expect((await api.post('/users', { email: 'jo@example.com' })).status).toBe(200);
    }
  });

  it('accepts an address again once its user is deleted', async () => {
    const { body } = await member.api.post('/users', { email: 'jo@example.com' });
    await member.api.delete(`/users/${String(body.id)}`);
    expect((await member.api.post('/users', { email: 'jo@example.com' })).status).toBe(200);
  });

  it('creates exactly one user from 32 concurrent requests with the same address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        member.api.post('/users', { email: i % 2 ? 'jo@example.com' : 'JO@EXAMPLE.COM' }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(31);
    for (const answer of refused) expectRefusal(answer, 400, /^email\b/);
    expect((await member.api.get('/account')).body.users_count).toBe(1);
  });

  it('creates a user of the account in the path', async () => {
    const { body } = await world.channel.api.post(`/accounts/${member.id}/users`, {
      email: 'jo@example.com',
    });
    expect(body.account_id).toBe(member.id);
    expect((await member.api.get(`/users/${String(body.id)}`)).body).toEqual(body);
  });
});

describe('GET /users', () => {
  it('lists the users in order of creation', async () => {
    const made: unknown[] = [];
    for (const [i, name] of ['zoe', 'amy', 'max'].entries()) {
      world.server.setNow(new Date(Date.UTC(2026, 2, 1, 0, 0, i)));
      made.push((await member.api.post('/users', { email: `${name}@example.com` })).body);
    }
    expect((await member.api.get('/users')).body).toEqual(made);
  });

  it('returns an empty array when there are no users', async () => {
    expect((await member.api.get('/users')).body).toEqual([]);
  });
});

describe('GET and DELETE /users/:id', () => {
  it('return a user and delete it', async () => {
    const { body: user } = await member.api.post('/users', { email: 'jo@example.com', full_name: 'Jo' });
    const path = `/users/${String(user.id)}`;
    expect((await member.api.get(path)).body).toEqual(user);
    const deleted = await member.api.delete(path.toUpperCase().replace('/USERS', '/users'));
    expect([deleted.status, deleted.body]).toEqual([200, { id: user.id, deleted: true }]);
    expectRefusal(await member.api.get(path), 404);
    expectRefusal(await member.api.delete(path), 404);
    expect((await member.api.get('/users')).body).toEqual([]);
    expect((await member.api.get('/account')).body.users_count).toBe(0);
  });

  it('delete a user once under concurrent requests', async () => {
    const { body: user } = await member.api.post('/users', { email: 'jo@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => member.api.delete(`/users/${String(user.id)}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(404)]);
  });

  it('return 404 for an unknown id', async () => {
    expectRefusal(await member.api.get(`/users/${unknownId}`), 404);
    expectRefusal(await member.api.delete(`/users/${unknownId}`), 404);
  });
});

describe('The permission of a user', () => {
  const create = async (fields: object) =>
    (await member.api.post('/users', { email: 'jo@example.com', ...fields })).body as { id: string };
  const permissionOf = async ({ id }: { id: string }) =>
    (await member.api.get(`/users/${id}?expand=permission`)).body.permission as unknown;

  it.each([
    [{}, 'full'],
    [{ permission: null }, 'full'],
    [{ permission: 'full' }, 'full'],
    [{ permission: 'restricted' }, 'restricted'],
  ])('is given when it is created: %j is %s', async (fields, permission) => {
    expect(await permissionOf(await create(fields))).toBe(permission);
  });

  it('is only returned by GET /users/:id?expand=permission', async () => {
    const user = await create({ permission: 'restricted' });
    const path = `/users/${user.id}`;
    expect(user).not.toHaveProperty('permission');
    expect((await member.api.get(path)).body).toEqual(user);
    expect((await member.api.get('/users')).body).toEqual([user]);
    expect((await member.api.get(`${path}?expand=permission`)).body).toEqual({
      ...user,
      permission: 'restricted',
    });
    const { body: changed } = await member.api.patch(path, { permission: 'full' });
    expect(changed).toEqual(user);
    expect(await permissionOf(user)).toBe('full');
  });

  it.each(['', 'admin', 'FULL', 7, true])('refuses anything else: %j', async (permission) => {
    expectRefusal(
      await member.api.post('/users', { email: 'jo@example.com', permission }),
      400,
      /^permission /,
    );
  });

  it.each([
    '?expand=',
    '?expand=locale',
    '?expand=permission,locale',
    '?expand=permission&expand=permission',
  ])('refuses another query: %s', async (query) => {
    const { id } = await create({});
    expectRefusal(await member.api.get(`/users/${id}${query}`), 400, /^expand /);
  });
});

describe('PATCH /users/:id', () => {
  it('changes the given fields and leaves the others', async () => {
    const given = { email: 'jo@example.com', full_name: 'Jo', locale: 'de', permission: 'restricted' };
    const { body: user } = await member.api.post('/users', given);
    const path = `/users/${String(user.id)}`;
    expect((await member.api.patch(path, {})).body).toEqual(user);
    const { body: renamed } = await member.api.patch(path, { full_name: 'Jo Doe' });
    expect(renamed).toEqual({ ...user, full_name: 'Jo Doe' });
    const { body: moved } = await member.api.patch(path, { full_name: null, locale: 'ja' });
    expect(moved).toEqual({ ...user, full_name: null, locale: 'ja' });
    expect((await member.api.get(`${path}?expand=permission`)).body.permission).toBe('restricted');
  });

  it('ignores read-only fields and refuses unknown ones and unknown users', async () => {
    const { body: user } = await member.api.post('/users', { email: 'jo@example.com' });
    const path = `/users/${String(user.id)}`;
    const sent = { ...user, email: 'other@example.com', locale: 'fr' };
    expect((await member.api.patch(path, sent)).body).toEqual({ ...user, locale: 'fr' });
    expectRefusal(await member.api.patch(path, { is_operator: true }), 400, /is_operator/);
    expectRefusal(await member.api.patch(path, { locale: null }), 400, /^locale /);
    expectRefusal(await member.api.patch(`/users/${unknownId}`, { locale: 'fr' }), 404);
    const other = await world.newAccount('customer', world.channel);
    expectRefusal(await other.api.patch(path, { permission: 'restricted' }), 404);
  });
});
