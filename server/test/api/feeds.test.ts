import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { type TestAccount, startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const unknownId = '01900000-0000-7000-8000-00000000dead';
const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

async function serverOf(member: TestAccount, type = 'papercut'): Promise<string> {
  const url = type === 'snmp' ? 'snmp://print.example.com' : 'https://print.example.com';
  return (await member.api.post('/servers', { type, url, username: 'collector' })).body.id;
}

async function createFeed(fields: object = {}, member: TestAccount = world.customer): Promise<Json> {
  const { status, body } = await member.api.post('/feeds', { type: 'fmaudit', ...fields });
  expect(status).toBe(200);
  return body;
}

describe('POST /feeds', () => {
  it('fills in the defaults, and returns activated_at in its own format', async () => {
    world.server.setNow('2026-03-05T10:20:30.456Z');
    const body = await createFeed();
    world.server.setNow(undefined);
    const same = {
      id: expect.any(String),
      account_id: world.customer.id,
      type: 'fmaudit',
      server_id: null,
      external_id: null,
      collection_scope: 'all',
      created_at: '2026-03-05T10:20:30Z',
      status: 'active',
      deactivated_at: null,
      health_check: 'healthy',
      health_check_checked_at: '2026-03-05T10:20:30Z',
      health_check_changed_at: '2026-03-05T10:20:30Z',
    };
    expect(body).toEqual({ ...same, activated_at: '2026-03-01 00:00:00 +0000' });
    const read = await world.customer.api.get(`/feeds/${body.id}`);
    expect(read.body).toEqual({ ...same, id: body.id, activated_at: '2026-03-01T00:00:00Z' });
  });

  it.each([
    ['2026-10-31', '2026-10-31 00:00:00 +0000'],
    ['2026-10-31T23:59:59Z', '2026-10-31 23:59:59 +0000'],
    ['2026-10-31T23:59:59+02:00', '2026-10-31 21:59:59 +0000'],
  ])('accepts activated_at %s', async (given, shown) => {
    expect((await createFeed({ activated_at: given })).activated_at).toBe(shown);
  });

  it.each(['all', 'managed_only'])('keeps the collection scope %s', async (scope) => {
    const { id } = await createFeed({ collection_scope: scope });
    expect((await world.customer.api.get(`/feeds/${id}`)).body.collection_scope).toBe(scope);
  });

  it('treats null in optional fields as missing', async () => {
    const body = await createFeed({
      server_id: null,
      external_id: null,
      collection_scope: null,
      activated_at: null,
    });
    expect(body).toMatchObject({ server_id: null, external_id: null, collection_scope: 'all' });
  });

  it.each(['fmaudit', 'printfleet', 'print_audit', 'constructor', '3d_printers', 'a', 'a'.repeat(64)])(
    'accepts %s as a push type, which needs neither server nor external id',
    async (type) => {
      expect(await createFeed({ type })).toMatchObject({ type, server_id: null, health_check: 'healthy' });
    },
  );

  it('accepts a server for a push type', async () => {
    const server_id = await serverOf(world.customer);
    expect(await createFeed({ server_id })).toMatchObject({ server_id, health_check: 'healthy' });
  });

  it.each([
    ['papercut', true],
    ['print_tracker', true],
    ['snmp', false],
    ['ipp', false],
  ])('%s needs a server; an external id: %j', async (type, needsExternalId) => {
    const without = await world.customer.api.post('/feeds', { type, external_id: 'x' });
    expect(without.status).toBe(400);
    expect(without.body.error).toMatch(/server_id is required/);
    const server_id = await serverOf(world.customer, type);
    const { status, body } = await world.customer.api.post('/feeds', { type, server_id });
    expect(status).toBe(needsExternalId ? 400 : 200);
    if (needsExternalId) expect(body.error).toMatch(/external_id is required/);
  });

  it.each([
    ['type', undefined],
    ['type', ''],
    ['type', 'FMAudit'],
    ['type', '_x'],
    ['type', 'a-b'],
    ['type', 'a'.repeat(65)],
    ['server_id', 'not-a-uuid'],
    ['server_id', 7],
    ['external_id', ''],
    ['external_id', 'x'.repeat(4001)],
    ['collection_scope', 'some'],
    ['collection_scope', ''],
    ['activated_at', '2026-02-30'],
    ['activated_at', 'yesterday'],
    ['activated_at', 1_700_000_000],
    ['status', 'inactive'],
    ['health_check', 'healthy'],
  ])('refuses %s = %j', async (field, value) => {
    const { status, body } = await world.stranger.api.post('/feeds', { type: 'fmaudit', [field]: value });
    expect(status).toBe(400);
    expect(body).toEqual({ code: 400, error: expect.stringContaining(field) });
    expect((await world.stranger.api.get('/feeds')).body).toEqual([]);
  });

  it.each(['distributor', 'channel', 'customer'] as const)('can use a server of the %s', async (who) => {
    const server_id = await serverOf(world[who]);
    const path = `/accounts/${world.customer.id}/feeds`;
    const { status, body } = await world[who].api.post(path, { type: 'fmaudit', server_id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ account_id: world.customer.id, server_id });
  });

  it.each([
    ['a stranger', () => world.stranger],
    ['a sibling', () => world.newAccount('customer', world.channel)],
    ['a child', () => world.customer],
  ])('does not find a server of %s', async (_, owner) => {
    const server_id = await serverOf(await owner());
    const { status, body } = await world.channel.api.post('/feeds', { type: 'fmaudit', server_id });
    expect(status).toBe(404);
    expect(body.error).toContain('server_id');
  });

  it('does not find an unknown server', async () => {
    expect((await world.channel.api.post('/feeds', { type: 'ipp', server_id: unknownId })).status).toBe(404);
  });

  it('checks the server against the account in scope, not the caller', async () => {
    const server_id = await serverOf(world.channel);
    const path = `/accounts/${world.customer.id}/feeds`;
    const { status, body } = await world.distributor.api.post(path, { type: 'fmaudit', server_id });
    expect(status).toBe(200);
    expect(body.account_id).toBe(world.customer.id);
    expect((await world.distributor.api.post('/feeds', { type: 'fmaudit', server_id })).status).toBe(404);
  });
});

describe('GET /feeds', () => {
  it('lists the feeds of the account in scope, with timestamps in ISO format', async () => {
    const member = await world.newAccount('channel', world.distributor);
    const ids = [(await createFeed({}, member)).id, (await createFeed({}, member)).id];
    const { body } = await member.api.get('/feeds');
    expect(body.map(({ id }: Json) => id).sort()).toEqual(ids.sort());
    for (const feed of body) {
      expect(feed.activated_at).toMatch(iso);
      expect((await member.api.get(`/feeds/${feed.id}`)).body).toEqual(feed);
    }
    expect((await world.distributor.api.get(`/accounts/${member.id}/feeds`)).body).toEqual(body);
    expect((await world.stranger.api.get(`/accounts/${member.id}/feeds`)).status).toBe(404);
  });
});

describe('PATCH /feeds/:id', () => {
  it('changes only the given fields', async () => {
    const [first, second] = [await serverOf(world.customer), await serverOf(world.customer)];
    const { id } = await createFeed({ server_id: first, external_id: 'one' });
    for (const [changes, server_id, external_id] of [
      [{}, first, 'one'],
      [{ external_id: 'two' }, first, 'two'],
      [{ server_id: second }, second, 'two'],
      [{ external_id: null }, second, null],
    ] as const) {
      const { status, body } = await world.customer.api.patch(`/feeds/${id}`, changes);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id, server_id, external_id, activated_at: expect.stringMatching(iso) });
      expect((await world.customer.api.get(`/feeds/${id}`)).body).toEqual(body);
    }
  });

  it.each([
    [{ server_id: null }, 400],
    [{ server_id: 'x' }, 400],
    [{ external_id: '' }, 400],
    [{ external_id: null }, 400],
    [{ server_id: unknownId }, 404],
  ])('refuses %j for a feed that requires both', async (changes, expected) => {
    const server_id = await serverOf(world.customer);
    const feed = await createFeed({ type: 'papercut', server_id, external_id: 'org' });
    const { status, body } = await world.customer.api.patch(`/feeds/${feed.id}`, changes);
    expect(status).toBe(expected);
    expect(body.error).toContain(Object.keys(changes)[0]);
    const kept = await world.customer.api.get(`/feeds/${feed.id}`);
    expect(kept.body).toMatchObject({ server_id, external_id: 'org' });
  });

  it('takes back what it answered, and clears the server of a type that needs none', async () => {
    const { id } = await createFeed({ type: 'fmaudit' });
    const path = `/feeds/${id}`;
    const { body } = await world.customer.api.get(path);
    expect(body.server_id).toBeNull();
    const { health_check_checked_at: _, ...lasting } = body;
    expect(await world.customer.api.patch(path, body)).toMatchObject({ status: 200, body: lasting });
    const server_id = await serverOf(world.customer);
    expect((await world.customer.api.patch(path, { server_id })).body).toMatchObject({ server_id });
    expect((await world.customer.api.patch(path, { server_id: null })).body).toMatchObject({
      server_id: null,
    });
    expect((await world.customer.api.get(path)).body).toMatchObject({ server_id: null });
  });

  it('keeps both of two concurrent changes', async () => {
    const server_id = await serverOf(world.customer);
    for (let round = 0; round < 10; round++) {
      const { id } = await createFeed({ external_id: 'before' });
      const answers = await Promise.all([
        world.customer.api.patch(`/feeds/${id}`, { external_id: 'after' }),
        world.customer.api.patch(`/feeds/${id}`, { server_id }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { body } = await world.customer.api.get(`/feeds/${id}`);
      expect(body).toMatchObject({ server_id, external_id: 'after' });
    }
  });
});

describe('POST /feeds/:id/deactivate and /activate', () => {
  it('switch between active and inactive, and change nothing when repeated', async () => {
    const { id } = await createFeed({ activated_at: '2026-01-01' });
    const steps = [
      ['activate', '2026-06-01T00:00:00Z', 'active', '2026-01-01T00:00:00Z', null],
      ['deactivate', '2026-06-02T00:00:00Z', 'inactive', '2026-01-01T00:00:00Z', '2026-06-02T00:00:00Z'],
      ['deactivate', '2026-06-03T00:00:00Z', 'inactive', '2026-01-01T00:00:00Z', '2026-06-02T00:00:00Z'],
      ['activate', '2026-06-04T00:00:00Z', 'active', '2026-06-04T00:00:00Z', '2026-06-02T00:00:00Z'],
      ['activate', '2026-06-05T00:00:00Z', 'active', '2026-06-04T00:00:00Z', '2026-06-02T00:00:00Z'],
    ] as const;
    for (const [verb, now, status, activated_at, deactivated_at] of steps) {
      world.server.setNow(now);
      const answer = await world.customer.api.post(`/feeds/${id}/${verb}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id, status, activated_at, deactivated_at });
    }
    world.server.setNow(undefined);
  });
});

describe('DELETE /feeds/:id', () => {
  it('deletes the feed and keeps its deposits', async () => {
    const { id } = await createFeed();
    const deposit = (await world.customer.api.post('/deposits', { pages: 5 })).body;
    await world.server.sql('update deposits set feed_id = $1 where id = $2', [id, deposit.id]);
    expect((await world.customer.api.delete(`/feeds/${id}`)).body).toEqual({ id, deleted: true });
    expect((await world.customer.api.get(`/feeds/${id}`)).status).toBe(404);
    const kept = await world.customer.api.get(`/deposits/${deposit.id}`);
    expect(kept.body).toEqual({ ...deposit, feed_id: id });
  });
});

describe('an unknown feed', () => {
  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/activate'],
    ['POST', '/deactivate'],
  ])('returns 404 for %s /feeds/:id%s', async (method, verb) => {
    const { id } = await createFeed({}, world.distributor);
    for (const other of [unknownId, 'not-a-uuid', id]) {
      const { status, body } = await world.customer.api.call(method, `/feeds/${other}${verb}`);
      expect({ status, code: body.code }).toEqual({ status: 404, code: 404 });
    }
  });
});
