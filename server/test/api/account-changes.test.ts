import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api-client.js';
import { tableDigests } from '../support/table-digests.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { signInVisitor, createInvitedUser } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let parent: TestAccount;
let path: string;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  parent = await world.newAccount('channel', world.distributor);
  world.server.setNow('2026-03-01T08:00:00Z');
  const given = { name: 'Acme', display_name: 'Acme Inc.', external_id: 'E1' };
  path = `/accounts/${String((await parent.api.post('/accounts', given)).body.id)}`;
});
afterEach(() => {
  world.server.setNow(undefined);
});

const change = (changes: Record<string, unknown>): Promise<Answer> => parent.api.patch(path, changes);
const names = { name: 'Acme', display_name: 'Acme Inc.', external_id: 'E1' };

describe('PATCH /accounts/:id', () => {
  it.each([
    [{ name: ' Other ' }, { ...names, name: 'Other' }],
    [{ display_name: 'Shown' }, { ...names, display_name: 'Shown' }],
    [{ external_id: 'E2' }, { ...names, external_id: 'E2' }],
    [{ external_id: null }, { ...names, external_id: null }],
    [{ display_name: null }, { ...names, display_name: 'Acme' }],
    [
      { name: 'Other', display_name: null },
      { ...names, name: 'Other', display_name: 'Other' },
    ],
    [names, names],
    [{}, names],
  ])('%j changes only that field', async (changes, expected) => {
    const before = await parent.api.get(path);
    const { status, body } = await change(changes);
    expect([status, body]).toEqual([200, { ...before.body, ...expected }]);
    expect((await parent.api.get(path)).body).toEqual(body);
  });

  it('refuses null for the name', async () => {
    expectRefusal(await change({ name: null }), 400, /^name\b/);
  });

  it.each(['name', 'external_id'] as const)('refuses a %s that a sibling already has', async (field) => {
    await parent.api.post('/accounts', { name: 'Sibling', external_id: 'S1' });
    const before = await tableDigests(world.server);
    const taken = { name: 'Sibling', external_id: 'S1' }[field];
    expectRefusal(await change({ display_name: 'Lost', [field]: taken }), 400, new RegExp(`^${field}\\b`));
    expect(await tableDigests(world.server)).toEqual(before);
  });

  it('frees the old name and external id for other accounts', async () => {
    await change({ name: 'Other', external_id: null });
    const { status } = await parent.api.post('/accounts', { name: 'Acme', external_id: 'E1' });
    expect(status).toBe(200);
  });

  it('moves the account to its new position in the list', async () => {
    await parent.api.post('/accounts', { name: 'Middle' });
    await change({ name: 'zebra' });
    const { body } = await parent.api.get('/accounts');
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(['Middle', 'zebra']);
  });

  it('lets exactly one of two siblings take a name when they race', async () => {
    const { body: sibling } = await parent.api.post('/accounts', { name: 'Sibling' });
    const answers = await Promise.all([
      change({ name: 'Wanted' }),
      parent.api.patch(`/accounts/${String(sibling.id)}`, { name: 'Wanted' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('loses no change when different fields are changed concurrently', async () => {
    const changes = [{ name: 'N' }, { display_name: 'D' }, { external_id: 'E' }];
    await Promise.all(changes.map(change));
    expect((await parent.api.get(path)).body).toMatchObject({
      name: 'N',
      display_name: 'D',
      external_id: 'E',
    });
  });

  it("can change the caller's own account", async () => {
    const { status, body } = await parent.api.patch(`/accounts/${parent.id}`, { display_name: 'We' });
    expect([status, body.display_name]).toEqual([200, 'We']);
  });

  it('returns 404 for an unknown id', async () => {
    expectRefusal(await parent.api.patch(`/accounts/${unknownId}`, { name: 'A' }), 404);
  });
});

describe('POST /accounts/:id/deactivate and /activate', () => {
  const post = (verb: string): Promise<Answer> => parent.api.post(`${path}/${verb}`);

  it('set their timestamps; activating again keeps deactivated_at', async () => {
    world.server.setNow('2026-03-02T08:00:00Z');
    const created = await parent.api.get(path);
    const off = {
      status: 'inactive',
      activated_at: '2026-03-01T08:00:00Z',
      deactivated_at: '2026-03-02T08:00:00Z',
    };
    expect((await post('deactivate')).body).toEqual({ ...created.body, ...off });
    world.server.setNow('2026-03-03T08:00:00Z');
    const on = {
      status: 'active',
      activated_at: '2026-03-03T08:00:00Z',
      deactivated_at: '2026-03-02T08:00:00Z',
    };
    expect((await post('activate')).body).toEqual({ ...created.body, ...on });
  });

  it('change nothing when the account is already in that state', async () => {
    const active = (await parent.api.get(path)).body;
    world.server.setNow('2026-03-04T08:00:00Z');
    expect(await post('activate')).toMatchObject({ status: 200, body: active });
    const inactive = (await post('deactivate')).body;
    world.server.setNow('2026-03-05T08:00:00Z');
    expect(await post('deactivate')).toMatchObject({ status: 200, body: inactive });
  });

  it('return 403 for deactivating your own account, by either path', async () => {
    for (const prefix of ['', `/accounts/${parent.id}`]) {
      const own = `${prefix}/accounts/${parent.id}/deactivate`;
      expectRefusal(await parent.api.post(own), 403);
      expectRefusal(await parent.api.post(own.replaceAll(parent.id, parent.id.toUpperCase())), 403);
    }
    expect((await parent.api.get('/account')).body.status).toBe('active');
    expect((await parent.api.post(`/accounts/${parent.id}/activate`)).status).toBe(200);
  });

  it('return 403 for an inactive account that activates itself, by either path, with a key or a session', async () => {
    const member = await world.newAccount('channel', world.distributor);
    const person = await signInVisitor(world.server, await createInvitedUser(world.server, member.account));
    await world.distributor.api.post(`/accounts/${member.id}/deactivate`);
    const inactive = (await member.api.get('/account')).body;
    for (const id of [member.id, member.id.toUpperCase()])
      for (const prefix of ['', `/accounts/${id}`]) {
        const own = `${prefix}/accounts/${id}/activate`;
        expectRefusal(await member.api.post(own), 403, /cannot activate itself/);
        expectRefusal(await person.app('POST', `/v1${own}`), 403, /cannot activate itself/);
      }
    expect((await member.api.patch(`/accounts/${member.id}`, { status: 'active' })).body).toEqual(inactive);
    expect((await member.api.get('/account')).body).toEqual(inactive);
    expect((await world.distributor.api.post(`/accounts/${member.id}/activate`)).body.status).toBe('active');
  });

  it('do not let an account activate itself while it is being deactivated', async () => {
    const member = await world.newAccount('channel', world.distributor);
    await Promise.all([
      ...Array.from({ length: 8 }, () => member.api.post(`/accounts/${member.id}/activate`)),
      world.distributor.api.post(`/accounts/${member.id}/deactivate`),
      ...Array.from({ length: 8 }, () => member.api.post(`/accounts/${member.id}/activate`)),
    ]);
    expect((await member.api.get('/account')).body.status).toBe('inactive');
  });

  it('work on grandchildren', async () => {
    const { status, body } = await world.distributor.api.post(`${path}/deactivate`);
    expect([status, body.status]).toEqual([200, 'inactive']);
  });

  it('leave everything but new deposits available to an inactive account', async () => {
    const member = await world.newAccount('customer', parent);
    await parent.api.post(`/accounts/${member.id}/deactivate`);
    expectRefusal(await member.api.post('/deposits', { pages: 1 }), 400, /inactive/);
    expect((await member.api.get('/account')).body.status).toBe('inactive');
    expect((await member.api.post('/biomass/offsets', { pages: 1 })).status).toBe(200);
    expect((await member.api.post('/users', { email: 'a@example.com' })).status).toBe(200);
    await parent.api.post(`/accounts/${member.id}/activate`);
    expect((await member.api.post('/deposits', { pages: 1 })).status).toBe(200);
  });

  it.each(['activate', 'deactivate'])('return 404 for an unknown id: %s', async (verb) => {
    expectRefusal(await parent.api.post(`/accounts/${unknownId}/${verb}`), 404);
  });
});
