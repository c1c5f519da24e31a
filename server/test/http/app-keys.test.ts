import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../src/features/users/user-store.js';
import { apiClient, type Json } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { until } from '../support/until.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let user: User;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld();
  user = await createInvitedUser(world.server, world.channel.account);
  holder = await signInVisitor(world.server, user);
});
afterAll(() => world.stop());
afterEach(() => world.server.setNow(undefined));

const url = (member: TestAccount, id = ''): string => `/app/accounts/${member.id}/keys${id && `/${id}`}`;
const create = async (member: TestAccount, body: unknown = {}): Promise<Json> => {
  const answer = await holder.app('POST', url(member), body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const listed = async (member: TestAccount): Promise<Json> => (await holder.app('GET', url(member))).body;
const statusOf = async (key: string): Promise<number> =>
  (await apiClient(world.server, key).get('/account')).status;
const trailOf = (subjectId: string) =>
  world.server.sql(
    `select account_id, action, actor_kind, actor_id from audit_entries where subject_id = $1 order by at, id`,
    [subjectId],
  );

describe('Keys in the dashboard', () => {
  it.each(['channel', 'customer'] as const)(
    'are created, shown once, and work immediately: for the %s',
    async (who) => {
      const member = world[who];
      const made = await create(member, { name: ' Till 4 ', revision: '1.6.3' });
      expect(made).toEqual({
        id: expect.any(String),
        name: 'Till 4',
        revision: '1.6.3',
        scope: null,
        mcp_write: false,
        created_at: expect.stringMatching(/Z$/),
        last_used_at: null,
        revoked_at: null,
        key: expect.stringMatching(/^rg_/),
      });
      const { headers, body } = await apiClient(world.server, made.key).get('/account', {
        headers: { 'api-revision': undefined },
      });
      expect([body.id, headers['api-revision']]).toEqual([member.id, '1.6.3']);
      const { text } = await holder.app('GET', url(member));
      expect(text).not.toContain(made.key);
      expect(JSON.parse(text)[0].id).toBe(made.id);
      expect(await trailOf(made.id)).toEqual([
        { account_id: member.id, action: 'key.create', actor_kind: 'user', actor_id: user.id },
      ]);
    },
  );

  it('need no name, and use the default revision', async () => {
    expect(await create(world.channel, { name: null })).toMatchObject({ name: null, revision: '1.6.6' });
  });

  it('can be limited to the readings of a feed', async () => {
    const { body: feed } = await world.customer.api.post('/feeds', { type: 'fmaudit' });
    const scope = { kind: 'readings', feed_id: feed.id };
    const made = await create(world.customer, { name: 'Office', scope });
    expect(made).toMatchObject({ name: 'Office', scope });
    expect(await statusOf(made.key)).toBe(403);
    expect((await listed(world.customer)).find(({ id }: Json) => id === made.id).scope).toEqual(scope);
    // Not to a feed of an account below, and not to one that does not exist.
    expectRefusal(await holder.app('POST', url(world.channel), { scope }), 404, /feed/);
    const nothing = { kind: 'readings', feed_id: unknownId };
    expectRefusal(await holder.app('POST', url(world.customer), { scope: nothing }), 404, /feed/);
  });

  it.each([
    [{ scope: { kind: 'everything', feed_id: unknownId } }, /scope/],
    [{ scope: { kind: 'readings' } }, /scope/],
    [{ scope: { kind: 'readings', feed_id: 'x' } }, /scope/],
    [{ name: '' }, /name/],
    [{ name: 'x'.repeat(256) }, /name/],
    [{ revision: '1.6.4' }, /revision must be one of 1\.7\.1, 1\.6\.6, 1\.6\.3/],
    [{ key: 'rg_mine' }, /key/],
    [{ mcp_write: 'yes' }, /mcp_write/],
    [{ mcp_write: null }, /mcp_write/],
  ])('are not created from %j', async (body, reason) => {
    const before = await listed(world.channel);
    expectRefusal(await holder.app('POST', url(world.channel), body), 400, reason);
    expect(await listed(world.channel)).toEqual(before);
  });

  it('are created again on every request: a response that contains a key is not stored for replays', async () => {
    const headers = { 'x-regrove-app': '1', 'idempotency-key': 'once' };
    const ask = () => holder.visit('POST', url(world.customer), { body: {}, headers });
    const [first, second] = [await ask(), await ask()];
    expect(second.body.key).not.toBe(first.body.key);
    const kept = await world.server.sql('select answer from idempotent_requests');
    expect(JSON.stringify(kept)).not.toContain(first.body.key);
  });

  it('are paginated, newest first', async () => {
    const member = await world.newAccount('customer', world.channel);
    const made = [await create(member), await create(member)].map(({ id }) => String(id));
    const first = await holder.app('GET', `${url(member)}?limit=2`);
    expect(first.body.map(({ id }: Json) => id)).toEqual(made.toReversed());
    const next = /<https:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    expect((await holder.app('GET', next)).body).toMatchObject([{ id: member.keyId }]);
  });

  it('are revoked immediately, remain in the list, and revoking again changes nothing', async () => {
    const { id, key } = await create(world.customer);
    expect(await statusOf(key)).toBe(200);
    for (let times = 0; times < 2; times++) {
      const { status, body } = await holder.app('DELETE', url(world.customer, id));
      expect([status, body]).toEqual([200, { id, deleted: true }]);
    }
    expect(await statusOf(key)).toBe(401);
    const [entry] = (await listed(world.customer)).filter((one: Json) => one.id === id);
    expect(entry.revoked_at).toMatch(/Z$/);
    expect((await trailOf(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['key.create', user.id],
      ['key.revoke', user.id],
    ]);
  });

  it('may let programs that use them by MCP write, from the beginning or later', async () => {
    const made = await create(world.customer, { mcp_write: true });
    expect(made.mcp_write).toBe(true);
    const change = (body: object, member = world.customer) => holder.app('PATCH', url(member, made.id), body);
    const { key: _, ...shown } = made;
    for (const mcpWrite of [true, false, false])
      expect(await change({ mcp_write: mcpWrite })).toMatchObject({
        status: 200,
        body: { ...shown, mcp_write: mcpWrite },
      });
    expect((await change({})).body.mcp_write).toBe(false);
    expectRefusal(await change({ mcp_write: 'on' }), 400, /mcp_write/);
    expectRefusal(await change({ mcp_write: true }, world.channel), 404, /no key/);
    await holder.app('DELETE', url(world.customer, made.id));
    expectRefusal(await change({ mcp_write: true }), 404, /revoked/);
    expect((await trailOf(made.id)).map(({ action }) => action)).toEqual([
      'key.create',
      'key.update',
      'key.revoke',
    ]);
  });

  it('of other accounts are not found, and keep working', async () => {
    const unknown = await holder.app('DELETE', url(world.channel, unknownId));
    expectRefusal(unknown, 404, /no key/);
    // Not even a key of an account below the one in the path.
    for (const { keyId, key } of [world.stranger, world.distributor, world.customer]) {
      expectRefusal(await holder.app('DELETE', url(world.channel, keyId)), 404, /no key/);
      expect(await statusOf(key)).toBe(200);
    }
    expectRefusal(await holder.app('DELETE', url(world.channel, 'x')), 404);
  });
});

describe('The last use of a key', () => {
  const usedAt = async (member: TestAccount): Promise<string | null> =>
    (await listed(member)).find(({ id }: Json) => id === member.keyId).last_used_at;
  const at = (minutes: number): string => `2026-05-01T10:${String(minutes).padStart(2, '0')}:00Z`;

  it('is recorded at most every five minutes', async () => {
    const member = await world.newAccount('customer', world.channel);
    expect(await usedAt(member)).toBeNull();
    for (const [minutes, noted] of [
      [10, 10],
      [14, 10],
      [15, 15],
      [19, 15],
      [40, 40],
    ] as const) {
      world.server.setNow(at(minutes));
      expect((await member.api.get('/account')).status).toBe(200);
      await until(
        'the use to be noted',
        () => usedAt(member),
        (seen) => seen === at(noted),
      );
      // A refused request also uses the key.
      expect((await member.api.get('/no/such/path')).status).toBe(404);
    }
  });

  it('is not recorded for an invalid or revoked key', async () => {
    const member = await world.newAccount('customer', world.channel);
    await holder.app('DELETE', url(member, member.keyId));
    expect(await statusOf(member.key)).toBe(401);
    expect(await usedAt(member)).toBeNull();
  });

  it('delays no request: a request is answered even if recording has to wait', async () => {
    const member = await world.newAccount('customer', world.channel);
    const blocker = new pg.Client({ connectionString: world.server.database.url });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select from api_keys where id = $1 for update', [member.keyId]);
    for (let times = 0; times < 3; times++) expect((await member.api.get('/account')).status).toBe(200);
    expect(await usedAt(member)).toBeNull();
    await blocker.end();
    await until(
      'the use to be noted',
      () => usedAt(member),
      (seen) => seen !== null,
    );
  });

  it('fails no request: if the database refuses to record it, it is retried after some minutes', async () => {
    const member = await world.newAccount('customer', world.channel);
    await world.server.sql(`
      create sequence refused;
      create function refuse_note() returns trigger language plpgsql security definer as $$
        begin perform nextval('refused'); raise exception 'no notes today'; end $$;
      create trigger refuse_note before update on api_keys for each row execute function refuse_note()`);
    const refused = async (): Promise<number> => {
      const [row] = await world.server.sql<{ count: number }>(
        `select case when is_called then last_value else 0 end::int as count from refused`,
      );
      return row?.count ?? 0;
    };
    const ask = async (minutes: number): Promise<void> => {
      world.server.setNow(at(minutes));
      expect((await member.api.get('/account')).status).toBe(200);
    };
    await ask(10);
    await until('the first refused note', refused, (seen) => seen === 1);
    for (const minutes of [10, 12, 14, 15]) await ask(minutes);
    await until('the second refused note', refused, (seen) => seen === 2);
    await world.server.sql('drop trigger refuse_note on api_keys');
    await ask(19);
    await ask(20);
    await until(
      'the use to be noted',
      () => usedAt(member),
      (seen) => seen === at(20),
    );
    expect(await refused()).toBe(2);
  });
});
