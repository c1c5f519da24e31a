import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import { newId } from '../../src/platform/ids.js';
import { apiClient, type Json } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { schemaOf } from '../support/sandboxes.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
afterEach(() => world.server.setNow(undefined));

const feedOf = async ({ api }: TestAccount, type = 'agent'): Promise<string> => {
  const { status, body } = await api.post('/feeds', { type, external_id: newId() });
  expect(status).toBe(200);
  return String(body.id);
};
const invite = async ({ api }: TestAccount, feedId: string, name?: string): Promise<Json> => {
  const { status, body } = await api.post(`/feeds/${feedId}/agents`, name === undefined ? {} : { name });
  expect(status).toBe(200);
  return body;
};
const listed = async ({ api }: TestAccount, feedId: string): Promise<Json[]> =>
  (await api.get(`/feeds/${feedId}/agents`)).body;

/** Without a key, as an agent does. */
async function enrol(
  token: unknown,
  more: object = {},
): Promise<{ status: number; body: Json; headers: Json }> {
  const { url, agent } = world.server;
  const answer = await request(`${url}/agents/enrol`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, name: 'till-4', version: '1.2.3', ...more }),
  });
  return { status: answer.statusCode, body: JSON.parse(await answer.body.text()), headers: answer.headers };
}

const enrolled = async (member: TestAccount, feedId: string, name?: string) => {
  const { id, token } = await invite(member, feedId, name);
  const { status, body } = await enrol(token);
  expect(status).toBe(200);
  return { id: String(id), key: String(body.key), api: apiClient(world.server, body.key) };
};
const report = (trouble: object[] = []) => ({ version: '1.2.4', devices: 12, trouble });
const reading = (total: number) => ({ readings: [{ device: 'CNB1', total }] });
const check = (id: string) => checkFeeds(world.server.running.instance.context, { id });
const trail = (subjectId: string) =>
  world.server.sql<{ action: string; actorKind: string; actorId: string }>(
    `select action, actor_kind as "actorKind", actor_id as "actorId" from audit_entries where subject_id = $1 order by at, id`,
    [subjectId],
  );

describe('Enrolling an agent', () => {
  it('exchanges a token, which is shown once and stored as a hash, for a key of this feed', async () => {
    const feedId = await feedOf(world.channel);
    const made = await invite(world.channel, feedId, 'Harbour office');
    expect(made).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^ra_/),
      expires_at: expect.stringMatching(/Z$/),
      command: `regrove-agent enrol ${world.server.running.instance.context.baseUrl()} ${made.token}`,
    });
    expect(JSON.stringify(await world.server.sql('select * from feed_agents'))).not.toContain(made.token);
    const [pending] = await listed(world.channel, feedId);
    expect(pending).toEqual({
      id: made.id,
      feed_id: feedId,
      name: 'Harbour office',
      status: 'pending',
      version: null,
      devices: null,
      trouble: [],
      last_seen_at: null,
      created_at: expect.stringMatching(/Z$/),
      enrolled_at: null,
      expires_at: made.expires_at,
    });

    const { status, body, headers } = await enrol(made.token);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      id: made.id,
      account_id: world.channel.id,
      feed_id: feedId,
      key: expect.stringMatching(/^rg_scoped_/),
    });
    expect(await listed(world.channel, feedId)).toMatchObject([
      { id: made.id, name: 'Harbour office', status: 'enrolled', version: '1.2.3', expires_at: null },
    ]);
    const agent = apiClient(world.server, body.key);
    expect((await agent.post(`/feeds/${feedId}/readings`, reading(10))).status).toBe(200);
    expectRefusal(await agent.get(`/feeds/${feedId}/agents`), 403, /nothing but send readings/);
    const [create, enrolment] = await trail(made.id);
    expect(create).toMatchObject({ action: 'agent.create', actorId: world.channel.keyId });
    expect(enrolment).toMatchObject({ action: 'agent.enrol', actorKind: 'key' });
    expect(await trail(enrolment?.actorId ?? '')).toMatchObject([
      { action: 'key.create', actorId: enrolment?.actorId },
    ]);
  });

  it('names the agent by its computer, unless it has a name', async () => {
    const feedId = await feedOf(world.channel);
    await enrolled(world.channel, feedId);
    expect((await listed(world.channel, feedId))[0].name).toBe('till-4');
  });

  it('works once, also for requests at the same time', async () => {
    const feedId = await feedOf(world.channel);
    const { token } = await invite(world.channel, feedId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => enrol(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
    const keys = await world.server.sql('select id from api_keys where scope_feed_id = $1', [feedId]);
    expect(keys).toHaveLength(1);
  });

  it('gives the same answer for a token that is unknown, used, expired, revoked, or of a deleted feed', async () => {
    const feedId = await feedOf(world.channel);
    const used = await invite(world.channel, feedId);
    await enrol(used.token);
    const expired = await invite(world.channel, feedId);
    const revoked = await invite(world.channel, feedId);
    await world.channel.api.delete(`/feeds/${feedId}/agents/${revoked.id}`);
    const lost = await feedOf(world.channel);
    const deleted = await invite(world.channel, lost);
    await world.channel.api.delete(`/feeds/${lost}`);
    const live = await invite(world.channel, feedId);
    const tokens = [
      'x',
      `ra_${'A'.repeat(54)}`,
      `ra_test_${'A'.repeat(75)}`,
      `${String(live.token).slice(0, -1)}${String(live.token).endsWith('A') ? 'B' : 'A'}`,
      world.channel.key,
      used.token,
      revoked.token,
      deleted.token,
    ];
    const refusal = { code: 401, error: 'The token is not valid, was used, or has expired' };
    for (const token of tokens) expect([token, (await enrol(token)).body]).toEqual([token, refusal]);
    world.server.setNow(new Date(Date.parse(String(expired.expires_at)) + 2000));
    expect((await enrol(expired.token)).body).toEqual(refusal);
    expect((await listed(world.channel, feedId)).map(({ status }) => status)).toEqual([
      'expired',
      'expired',
      'enrolled',
    ]);
  });

  it('is refused while the account is inactive, and works afterwards', async () => {
    const member = await world.newAccount('customer', world.channel);
    const feedId = await feedOf(member);
    const { token } = await invite(member, feedId);
    await world.channel.api.post(`/accounts/${member.id}/deactivate`);
    expect((await enrol(token)).status).toBe(401);
    await world.channel.api.post(`/accounts/${member.id}/activate`);
    expect((await enrol(token)).status).toBe(200);
  });

  it('works in a sandbox, whose agents can do nothing live', async () => {
    const { status, body } = await world.distributor.api.post('/sandboxes', {});
    expect(status).toBe(200);
    const inSandbox = apiClient(world.server, body.key);
    const { body: feed } = await inSandbox.post('/feeds', { type: 'agent' });
    const { body: made } = await inSandbox.post(`/feeds/${feed.id}/agents`, {});
    // The token follows real time.
    await world.server.sql(`update ${schemaOf(body)}.sandbox_clock set now = now + interval '25 hours'`);
    expect(made.token).toMatch(/^ra_test_/);
    expect((await enrol(made.token)).body).toMatchObject({
      feed_id: feed.id,
      key: expect.stringMatching(/^rg_test_scoped_/),
    });
    expect((await enrol(made.token)).status).toBe(401);
    const [agent] = (await inSandbox.get(`/feeds/${feed.id}/agents`)).body;
    expect(agent).toMatchObject({ id: made.id, status: 'enrolled' });
    expect(await world.server.sql('select id from feed_agents where id = $1', [made.id])).toEqual([]);
  });

  it.each([
    [{ token: 1 }, /token/],
    [{ token: '' }, /token/],
    [{ name: undefined }, /name/],
    [{ name: 'x'.repeat(256) }, /name/],
    [{ name: 'a\u0007' }, /name/],
    [{ version: 'x'.repeat(65) }, /version/],
    [{ admin: true }, /admin/],
    [{ ['__proto__x']: 1 }, /__proto__x/],
  ])('refuses %j without using the token up', async (more, reason) => {
    const feedId = await feedOf(world.channel);
    const { token } = await invite(world.channel, feedId);
    const { status, body } = await enrol(token, more);
    expect([status, body.error]).toEqual([400, expect.stringMatching(reason)]);
    expect((await enrol(token)).status).toBe(200);
  });

  it('is only for feeds of type agent, and at most 100 for each', async () => {
    const other = await feedOf(world.channel, 'fmaudit');
    expectRefusal(await world.channel.api.post(`/feeds/${other}/agents`, {}), 400, /of type agent/);
    const feedId = await feedOf(world.channel);
    await Promise.all(
      Array.from({ length: 104 }, () => world.channel.api.post(`/feeds/${feedId}/agents`, {})),
    );
    expect(await listed(world.channel, feedId)).toHaveLength(100);
    expectRefusal(await world.channel.api.post(`/feeds/${feedId}/agents`, {}), 400, /at most 100/);
    // Tokens that were not used in time make room.
    world.server.setNow(new Date(Date.now() + 25 * 3_600_000));
    await invite(world.channel, feedId);
    expect(await listed(world.channel, feedId)).toHaveLength(1);
  });
});

describe('An agent', () => {
  it('reports how it is; readings count as a call, too', async () => {
    const feedId = await feedOf(world.channel);
    const { id, api } = await enrolled(world.channel, feedId);
    const trouble = Array.from({ length: 1000 }, (_, index) => ({
      address: `10.0.0.${index}`,
      reason: 'asleep',
    }));
    world.server.setNow('2027-01-05T10:00:00Z');
    expect(await api.post(`/feeds/${feedId}/agents/report`, report(trouble))).toMatchObject({
      status: 200,
      body: { id, feed_id: feedId, feed_status: 'active' },
    });
    const [agent] = await listed(world.channel, feedId);
    expect(agent).toMatchObject({ version: '1.2.4', devices: 12, last_seen_at: '2027-01-05T10:00:00Z' });
    expect(agent.trouble).toEqual(trouble.slice(0, 100));
    world.server.setNow('2027-01-05T11:00:00Z');
    await api.post(`/feeds/${feedId}/readings`, reading(20));
    expect((await listed(world.channel, feedId))[0]).toMatchObject({
      devices: 12,
      last_seen_at: '2027-01-05T11:00:00Z',
    });
  });

  it('is told whether its feed takes readings', async () => {
    const member = await world.newAccount('customer', world.channel);
    const feedId = await feedOf(member);
    const { api } = await enrolled(member, feedId);
    const told = async (): Promise<unknown> =>
      (await api.post(`/feeds/${feedId}/agents/report`, report())).body.feed_status;
    expect(await told()).toBe('active');
    for (const [owner, path] of [
      [world.channel, `/accounts/${member.id}`],
      [member, `/feeds/${feedId}`],
    ] as const) {
      await owner.api.post(`${path}/deactivate`);
      expect(await told()).toBe('inactive');
      expectRefusal(await api.post(`/feeds/${feedId}/readings`, reading(5)), 400, /cannot take readings/);
      await owner.api.post(`${path}/activate`);
      expect(await told()).toBe('active');
    }
  });

  it.each([
    [{ version: 1 }, /version/],
    [{ devices: -1 }, /devices/],
    [{ trouble: [{ address: 'a' }] }, /reason/],
    [{ trouble: [{ address: 'a', reason: 'x'.repeat(256) }] }, /reason/],
    [{ trouble: Array.from({ length: 1001 }, () => ({ address: 'a', reason: 'b' })) }, /trouble/],
  ])('is refused a report with %j', async (wrong, reason) => {
    const feedId = await feedOf(world.channel);
    const { api } = await enrolled(world.channel, feedId);
    const answer = await api.post(`/feeds/${feedId}/agents/report`, { ...report(), ...wrong });
    expectRefusal(answer, 400, reason);
  });

  it('alone can report: no other key, not even one for the same readings', async () => {
    const feedId = await feedOf(world.channel);
    const path = `/feeds/${feedId}/agents/report`;
    expectRefusal(await world.channel.api.post(path, report()), 400, /Only an agent/);
    const other = await enrolled(world.channel, await feedOf(world.channel));
    expectRefusal(await other.api.post(path, report()), 403);
  });

  it('is removed with its key, by its own account only', async () => {
    const feedId = await feedOf(world.channel);
    const { id, api } = await enrolled(world.channel, feedId);
    const path = `/feeds/${feedId}/agents/${id}`;
    expectRefusal(await world.stranger.api.delete(path), 404);
    expectRefusal(await world.channel.api.delete(`/feeds/${await feedOf(world.channel)}/agents/${id}`), 404);
    expectRefusal(await world.channel.api.delete(`/feeds/${feedId}/agents/${unknownId}`), 404, /agent/);
    expectRefusal(await world.channel.api.delete(`/feeds/${feedId}/agents/x`), 404);
    expect((await api.post(`/feeds/${feedId}/readings`, reading(5))).status).toBe(200);
    const { status, body } = await world.channel.api.delete(
      path.toUpperCase().replace('/FEEDS', '/feeds').replace('/AGENTS', '/agents'),
    );
    expect([status, body]).toEqual([200, { id, deleted: true }]);
    expectRefusal(await api.post(`/feeds/${feedId}/readings`, reading(6)), 401);
    expect(await listed(world.channel, feedId)).toEqual([]);
    expect((await trail(id)).map(({ action }) => action)).toEqual([
      'agent.create',
      'agent.enrol',
      'agent.revoke',
    ]);
  });

  it('whose key was revoked is shown as such', async () => {
    const feedId = await feedOf(world.channel);
    await enrolled(world.channel, feedId);
    await world.server.sql('update api_keys set revoked_at = now() where scope_feed_id = $1', [feedId]);
    expect(await listed(world.channel, feedId)).toMatchObject([{ status: 'revoked' }]);
  });

  it('of a deleted feed can do nothing any more', async () => {
    const feedId = await feedOf(world.channel);
    const { api } = await enrolled(world.channel, feedId);
    await world.channel.api.delete(`/feeds/${feedId}`);
    expectRefusal(await api.post(`/feeds/${feedId}/agents/report`, report()), 401);
  });
});

describe('A feed with an agent that is gone', () => {
  const health = async (feedId: string): Promise<Json> =>
    (
      await world.server.sql(
        'select health_check as health, health_check_reason as reason from feeds where id = $1',
        [feedId],
      )
    )[0];
  const at = (hours: number): void => world.server.setNow(new Date(Date.UTC(2027, 2, 1, hours)));

  it('is unhealthy after 26 hours, even if another agent sends, and healthy once it is back', async () => {
    at(0);
    const feedId = await feedOf(world.channel);
    const [first, second] = [await enrolled(world.channel, feedId), await enrolled(world.channel, feedId)];
    at(26);
    await check(feedId);
    expect(await health(feedId)).toEqual({ health: 'healthy', reason: null });
    at(27);
    await first.api.post(`/feeds/${feedId}/readings`, reading(10));
    await check(feedId);
    expect(await health(feedId)).toEqual({ health: 'unhealthy', reason: 'agentSilent' });
    await first.api.post(`/feeds/${feedId}/readings`, reading(20));
    expect((await health(feedId)).health).toBe('unhealthy');
    const mails = await world.server.sql(
      `select count(*)::int from events where subject_id = $1 and type = 'feed.health_changed'`,
      [feedId],
    );
    expect(mails).toEqual([{ count: 1 }]);
    await second.api.post(`/feeds/${feedId}/agents/report`, report());
    expect(await health(feedId)).toEqual({ health: 'healthy', reason: null });
  });

  it('does not miss one that was removed, was never enrolled, or whose key was revoked', async () => {
    at(0);
    const feedId = await feedOf(world.channel);
    const { id } = await enrolled(world.channel, feedId);
    await enrolled(world.channel, feedId);
    await invite(world.channel, feedId);
    await world.channel.api.delete(`/feeds/${feedId}/agents/${id}`);
    await world.server.sql(`update api_keys set revoked_at = now() where scope_feed_id = $1`, [feedId]);
    at(40);
    await check(feedId);
    expect(await health(feedId)).toEqual({ health: 'healthy', reason: null });
  });
});
