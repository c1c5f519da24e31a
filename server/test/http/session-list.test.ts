import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../src/features/users/user-store.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { createAcceptedUser, signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
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
const idOf = async (person: Visitor): Promise<string> =>
  String((await person.get('/app/session')).body.session.id);

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

describe('/app/sessions', () => {
  it('lists the sessions of the same address in all accounts, last used first, and no others', async () => {
    daysLater(0);
    const { there, person } = await commuter();
    await newcomer();
    daysLater(1);
    const other = await signInVisitor(world.server, there);
    daysLater(2);
    const { status, body } = await person.get('/app/sessions');
    expect(status).toBe(200);
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';
    expect(body).toEqual([
      {
        id: (await person.get('/app/session')).body.session.id,
        created_at: '2026-03-01T10:00:00Z',
        last_seen_at: '2026-03-03T10:00:00Z',
        user_agent: agent,
        is_current: true,
      },
      {
        id: (await other.get('/app/session')).body.session.id,
        created_at: '2026-03-02T10:00:00Z',
        last_seen_at: '2026-03-02T10:00:00Z',
        user_agent: agent,
        is_current: false,
      },
    ]);
  });

  it('revokes one session, which gets a 401 immediately', async () => {
    const { there, person } = await commuter();
    const lost = await signInVisitor(world.server, there);
    const { id } = (await lost.get('/app/session')).body.session;
    const answer = await person.app('DELETE', `/app/sessions/${String(id).toUpperCase()}`);
    expect([answer.status, answer.body, answer.setCookies]).toEqual([200, { id, deleted: true }, []]);
    expect(await statusOf(lost)).toBe(401);
    expectRefusal(await lost.get('/v1/account'), 401);
    expect(await statusOf(person)).toBe(200);
    expectRefusal(await person.app('DELETE', `/app/sessions/${String(id)}`), 404);
  });

  it('can revoke the current session, which signs out', async () => {
    const { person } = await newcomer();
    const { id } = (await person.get('/app/session')).body.session;
    expect((await person.app('DELETE', `/app/sessions/${String(id)}`)).status).toBe(200);
    expect(person.cookies.size).toBe(0);
  });

  it('returns 404 for sessions of other users, also in the same account', async () => {
    const { person } = await newcomer();
    for (const member of [world.customer, world.stranger]) {
      const other = await newcomer(member);
      const { id } = (await other.person.get('/app/session')).body.session;
      const refused = await person.app('DELETE', `/app/sessions/${String(id)}`);
      expectRefusal(refused, 404, /no such session/);
      expect(refused.body).toEqual((await person.app('DELETE', `/app/sessions/${unknownId}`)).body);
      expect(refused.body).toEqual((await person.app('DELETE', '/app/sessions/x')).body);
      expect(await statusOf(other.person)).toBe(200);
    }
  });

  it('keeps only the beginning of a long User-Agent, and works without one', async () => {
    const { user, person } = await newcomer();
    for (const agent of ['x'.repeat(3000), undefined]) {
      const another = await signInVisitor(world.server, user, { 'user-agent': agent });
      const { id } = (await another.get('/app/session')).body.session;
      const { body } = await person.get('/app/sessions');
      const [listed] = body.filter((one: { id: string }) => one.id === id);
      expect(listed.user_agent).toBe(agent?.slice(0, 255) ?? null);
    }
  });

  it('keeps a User-Agent without the control characters that a header can contain', async () => {
    const { user, person } = await newcomer();
    const another = await signInVisitor(world.server, user, {
      'user-agent': 'Browser\u009b2J/5.0\u0085(Me)',
    });
    const { id } = (await another.get('/app/session')).body.session;
    const { body } = await person.get('/app/sessions');
    const [listed] = body.filter((one: { id: string }) => one.id === id);
    expect(listed.user_agent).toBe('Browser2J/5.0 (Me)');
  });

  it('ends all sessions of the user except the current one, in any account, and no others', async () => {
    const { here, there, person } = await commuter();
    const others = [await signInVisitor(world.server, here), await signInVisitor(world.server, there)];
    const ids = await Promise.all(others.map(idOf));
    const neighbour = await newcomer();
    const answer = await person.app('DELETE', '/app/sessions');
    expect([answer.status, answer.body, answer.setCookies]).toEqual([200, { ended: 2 }, []]);
    for (const other of others) expect(await statusOf(other)).toBe(401);
    expect([await statusOf(person), await statusOf(neighbour.person)]).toEqual([200, 200]);
    const trail = await world.server.sql(
      `select account_id, subject_id, actor_kind, actor_id from audit_entries
       where action = 'session.delete' and subject_id = any($1)`,
      [ids],
    );
    expect(trail).toHaveLength(2);
    for (const [index, { accountId, id }] of [here, there].entries())
      expect(trail).toContainEqual({
        account_id: accountId,
        subject_id: ids[index],
        actor_kind: 'user',
        actor_id: id,
      });
    expect((await person.app('DELETE', '/app/sessions')).body).toEqual({ ended: 0 });
  });

  it('refuses to end sessions from another site', async () => {
    const { user, person } = await newcomer();
    const other = await signInVisitor(world.server, user);
    expectRefusal(await person.visit('DELETE', '/app/sessions'), 403);
    expect(await statusOf(other)).toBe(200);
  });
});
