import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { purgeSessionsTask } from '../../src/jobs/tasks/purge-sessions.js';
import type { User } from '../../src/features/users/user-store.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import {
  createAcceptedUser,
  sessionCookie,
  signInVisitor,
  createInvitedUser,
  visitor,
  type Visitor,
} from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
afterEach(() => world.server.setNow(undefined));

const day = 86_400_000;
const begin = Date.parse('2026-03-01T10:00:00.000Z');
const daysLater = (days: number): void => world.server.setNow(new Date(begin + days * day));

const statusOf = async (person: Visitor): Promise<number> => (await person.get('/app/session')).status;

async function newcomer(member: TestAccount = world.customer): Promise<{ user: User; person: Visitor }> {
  const user = await createInvitedUser(world.server, member.account);
  return { user, person: await signInVisitor(world.server, user) };
}

/** The same address in two accounts. */
async function commuter(): Promise<{ here: User; there: User; person: Visitor }> {
  const here = await createAcceptedUser(world.server, world.customer.account);
  const there = await createAcceptedUser(world.server, world.stranger.account, {
    email: here.email.toUpperCase(),
  });
  return { here, there, person: await signInVisitor(world.server, here) };
}

const trailOf = (subjectId: string) =>
  world.server.sql(
    `select account_id, action, actor_kind, actor_id from audit_entries where subject_id = $1 order by at, id`,
    [subjectId],
  );

describe('GET /app/session', () => {
  it('returns the user, the account as in the API, and the expiry', async () => {
    world.server.setNow(new Date(begin));
    const user = await createInvitedUser(world.server, world.channel.account, {
      fullName: 'Jo <b>Doe</b>',
      locale: 'ja',
    });
    const person = await signInVisitor(world.server, user);
    const { status, headers, body } = await person.get('/app/session');
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      user: {
        id: user.id,
        email: user.email,
        full_name: 'Jo <b>Doe</b>',
        locale: 'ja',
        permission: 'full',
        muted_mails: [],
        is_operator: false,
      },
      account: (await person.get('/v1/account')).body,
      accounts: [{ account_id: world.channel.id, display_name: 'channel 2', role: 'channel' }],
      currency: 'USD',
      invitations: [],
      session: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        created_at: '2026-03-01T10:00:00Z',
        expires_at: '2026-03-15T10:00:00Z',
        awaits_passkey: false,
      },
      sandbox: null,
    });
  });

  it('lists every account in which the address is a user, oldest first', async () => {
    const { person } = await commuter();
    const { body } = await person.get('/app/session');
    expect(body.accounts).toEqual([
      { account_id: world.customer.id, display_name: 'customer 3', role: 'customer' },
      { account_id: world.stranger.id, display_name: 'distributor 4', role: 'distributor' },
    ]);
  });

  it.each([
    ['no cookie', undefined],
    ['an empty one', ''],
    ['no token', 'x'],
    ['an unknown token', `rs_${'A'.repeat(54)}`],
    ['a token of a key', `rg_${'A'.repeat(54)}`],
    ['a very long one', 'x'.repeat(6000)],
  ])('returns an uncached 401 with %s', async (_, token) => {
    const person = visitor(world.server);
    if (token !== undefined) person.cookies.set(sessionCookie, token);
    const answer = await person.get('/app/session');
    expectRefusal(answer, 401);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });

  it('returns 401 with a token that is wrong in its last character or has the id of another account', async () => {
    const { person } = await newcomer();
    const token = person.cookies.get(sessionCookie) ?? '';
    const forged = [
      token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
      `rs_${world.stranger.key.slice(3, 24)}${token.slice(24)}`,
    ];
    for (const one of forged) {
      const thief = visitor(world.server);
      thief.cookies.set(sessionCookie, one);
      expect(await statusOf(thief)).toBe(401);
    }
    expect(await statusOf(person)).toBe(200);
  });

  it('finds its cookie among other cookies', async () => {
    const { person } = await newcomer();
    const cookie = `a=b; x${sessionCookie}=no; ${sessionCookie}=${person.cookies.get(sessionCookie) ?? ''}; z`;
    expect((await visitor(world.server).get('/app/session', { headers: { cookie } })).status).toBe(200);
  });
});

describe('A session', () => {
  it('expires 14 days after its last use', async () => {
    daysLater(0);
    const { person } = await newcomer();
    daysLater(13.9);
    expect(await statusOf(person)).toBe(200);
    daysLater(27.8);
    expect((await person.get('/v1/account')).status).toBe(200);
    daysLater(41.9);
    expect(await statusOf(person)).toBe(401);
    expectRefusal(await person.get('/v1/account'), 401);
  });

  it('expires after 90 days, regardless of use and of account switches', async () => {
    daysLater(0);
    const { person, there, here } = await commuter();
    for (let days = 10; days < 90; days += 10) {
      daysLater(days);
      const account = days % 20 ? there.accountId : here.accountId;
      expect((await person.app('PATCH', '/app/session', { account_id: account })).status).toBe(200);
    }
    daysLater(89.9);
    const { body } = await person.get('/app/session');
    expect(body.session).toMatchObject({
      created_at: '2026-03-01T10:00:00Z',
      expires_at: '2026-05-30T10:00:00Z',
    });
    daysLater(90.1);
    expect(await statusOf(person)).toBe(401);
  });

  it('is deleted by a job once it has expired, and not earlier', async () => {
    daysLater(0);
    const { user } = await newcomer();
    const kept = () => world.server.sql('select from sessions where user_id = $1', [user.id]);
    const purge = () =>
      purgeSessionsTask.run(world.server.running.instance.context, {
        payload: {},
        stopping: new AbortController().signal,
      });
    daysLater(13);
    await purge();
    expect(await kept()).toHaveLength(1);
    daysLater(15);
    await purge();
    expect(await kept()).toEqual([]);
  });

  it('ends when its user is deleted, and other sessions do not', async () => {
    const { user, person } = await newcomer();
    const other = await newcomer();
    await world.customer.api.delete(`/users/${user.id}`);
    expect(await statusOf(person)).toBe(401);
    expectRefusal(await person.get('/v1/account'), 401);
    expect(await statusOf(other.person)).toBe(200);
  });
});

describe('PATCH /app/session', () => {
  it('switches the session to another account of the same address, with a new token', async () => {
    const { here, there, person } = await commuter();
    const before = visitor(world.server);
    before.cookies.set(sessionCookie, person.cookies.get(sessionCookie) ?? '');
    const { body: was } = await person.get('/app/session');
    const answer = await person.app('PATCH', '/app/session', { account_id: there.accountId.toUpperCase() });
    expect(answer.status).toBe(200);
    expect(answer.setCookies).toEqual([expect.stringMatching(/^__Host-regrove-session=rs_.*SameSite=Lax$/)]);
    expect(answer.body).toMatchObject({
      user: { id: there.id },
      account: { id: there.accountId },
      accounts: was.accounts,
      session: { id: was.session.id, created_at: was.session.created_at },
    });
    expect((await person.get('/app/session')).body).toEqual(answer.body);
    expect((await person.get('/v1/account')).body.id).toBe(there.accountId);
    expect(await statusOf(before)).toBe(401);
    expect(await trailOf(was.session.id)).toEqual([
      { account_id: here.accountId, action: 'session.create', actor_kind: 'user', actor_id: here.id },
      { account_id: here.accountId, action: 'session.delete', actor_kind: 'user', actor_id: here.id },
      { account_id: there.accountId, action: 'session.create', actor_kind: 'user', actor_id: there.id },
    ]);
  });

  it('switches once under concurrent requests', async () => {
    const { there, person } = await commuter();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => person.app('PATCH', '/app/session', { account_id: there.accountId })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
    const sessions = await world.server.sql('select from sessions where user_id = $1', [there.id]);
    expect(sessions).toHaveLength(1);
  });

  it('returns 404 for an account in which the address is not a user, accessible or not, and changes nothing', async () => {
    const { person } = await newcomer(world.channel);
    for (const id of [world.customer.id, world.distributor.id, world.stranger.id, unknownId]) {
      expectRefusal(await person.app('PATCH', '/app/session', { account_id: id }), 404, /no such account/);
    }
    expect(await statusOf(person)).toBe(200);
  });

  it('changes the locale of the signed-in user only, and records it in the audit trail', async () => {
    const { here, there, person } = await commuter();
    const { status, body } = await person.app('PATCH', '/app/session', { locale: 'zh-TW' });
    expect([status, body.user.locale]).toEqual([200, 'zh-TW']);
    expect((await world.customer.api.get(`/users/${here.id}`)).body.locale).toBe('zh-TW');
    expect((await world.stranger.api.get(`/users/${there.id}`)).body.locale).toBe('en');
    await person.app('PATCH', '/app/session', { locale: 'zh-TW' });
    const entries = await world.server.sql(
      `select actor_id, before, after from audit_entries where action = 'user.update' and subject_id = $1`,
      [here.id],
    );
    expect(entries).toEqual([{ actor_id: here.id, before: { locale: 'en' }, after: { locale: 'zh-TW' } }]);
  });

  it('changes nothing for an empty change or the current account', async () => {
    const { here, person } = await commuter();
    const { body } = await person.get('/app/session');
    for (const changes of [undefined, {}, { account_id: here.accountId }]) {
      const answer = await person.app('PATCH', '/app/session', changes);
      expect([answer.status, answer.body, answer.setCookies]).toEqual([200, body, []]);
    }
  });

  it.each([[{ locale: 'xx' }], [{ locale: null }], [{ account_id: 'x' }], [{ is_operator: true }], [[]]])(
    'refuses %j',
    async (body) => {
      const { person } = await newcomer();
      expectRefusal(await person.app('PATCH', '/app/session', body), 400);
    },
  );
});

describe('DELETE /app/session', () => {
  it('signs out this session and no other', async () => {
    const { user, person } = await newcomer();
    const elsewhere = await signInVisitor(world.server, user);
    const stale = person.cookies.get(sessionCookie) ?? '';
    const { id } = (await person.get('/app/session')).body.session;
    const answer = await person.app('DELETE', '/app/session');
    expect([answer.status, answer.body]).toEqual([200, { id, deleted: true }]);
    expect(person.cookies.size).toBe(0);
    person.cookies.set(sessionCookie, stale);
    expect(await statusOf(person)).toBe(401);
    expect(await statusOf(elsewhere)).toBe(200);
    expect((await trailOf(id)).at(-1)).toEqual({
      account_id: user.accountId,
      action: 'session.delete',
      actor_kind: 'user',
      actor_id: user.id,
    });
  });
});
