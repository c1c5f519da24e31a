import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
/** A new channel for each test that counts or lists. */
let parent: TestAccount;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
afterEach(() => {
  world.server.setNow(undefined);
});
const freshParent = async (): Promise<TestAccount> =>
  (parent = await world.newAccount('channel', world.distributor));

const counters = {
  accounts_count: 0,
  users_count: 0,
  mtd_pages: 0,
  qtd_pages: 0,
  ytd_pages: 0,
  ltd_pages: 0,
  mtd_trees: 0,
  qtd_trees: 0,
  ytd_trees: 0,
  ltd_trees: 0,
};

describe('POST /accounts', () => {
  it('creates an active account under the caller, with its name as display name and all counters zero', async () => {
    await freshParent();
    world.server.setNow('2026-03-05T10:20:30.456Z');
    const { status, body } = await parent.api.post('/accounts', { name: 'Acme' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'Acme',
      display_name: 'Acme',
      external_id: null,
      role: 'customer',
      created_at: '2026-03-05T10:20:30Z',
      parent_id: parent.id,
      status: 'active',
      activated_at: '2026-03-05T10:20:30Z',
      deactivated_at: null,
      ...counters,
    });
  });

  it('keeps display_name and external_id, and trims all text fields', async () => {
    await freshParent();
    const given = { name: '  Acme \t', display_name: '\n Acme Inc. ', external_id: ' A-1 ' };
    const { body } = await parent.api.post('/accounts', given);
    expect(body).toMatchObject({ name: 'Acme', display_name: 'Acme Inc.', external_id: 'A-1' });
  });

  it('treats null in optional fields as missing', async () => {
    await freshParent();
    const given = { name: 'Acme', display_name: null, external_id: null };
    const { body } = await parent.api.post('/accounts', given);
    expect(body).toMatchObject({ display_name: 'Acme', external_id: null });
  });

  it('measures text after trimming, and accepts 255 characters of any script', async () => {
    await freshParent();
    const name = '🌳'.repeat(255);
    const { status, body } = await parent.api.post('/accounts', { name: `  ${name}  ` });
    expect([status, body.name]).toEqual([200, name]);
    expectRefusal(await parent.api.post('/accounts', { name: `${name}x` }), 400, /name/);
  });

  it('derives the role from the parent: channel under distributor, customer under channel', async () => {
    const channel = await world.distributor.api.post('/accounts', { name: 'A channel' });
    expect(channel.body.role).toBe('channel');
    const twin = `/accounts/${String(channel.body.id)}/accounts`;
    const customer = await world.distributor.api.post(twin, { name: 'A customer' });
    expect(customer.body).toMatchObject({ role: 'customer', parent_id: channel.body.id });
  });

  it('returns 403 under a customer, for every caller', async () => {
    expectRefusal(await world.customer.api.post('/accounts', { name: 'A' }), 403, /customer/);
    const twin = `/accounts/${world.customer.id}/accounts`;
    expectRefusal(await world.distributor.api.post(twin, { name: 'A' }), 403, /customer/);
  });

  it.each(['name', 'external_id'])('refuses a %s that a sibling already has', async (field) => {
    await freshParent();
    await parent.api.post('/accounts', { name: 'First', external_id: 'E1' });
    const second = { name: 'Second', external_id: 'E2' };
    const taken = { ...second, [field]: field === 'name' ? ' First ' : ' E1 ' };
    expectRefusal(await parent.api.post('/accounts', taken), 400, new RegExp(`^${field}\\b`));
    expect((await parent.api.get('/accounts')).body).toHaveLength(1);
    expect((await parent.api.post('/accounts', second)).status).toBe(200);
  });

  it('compares names and external ids exactly', async () => {
    await freshParent();
    for (const name of ['Acme', 'acme', 'Ácme']) {
      expect((await parent.api.post('/accounts', { name, external_id: name })).status).toBe(200);
    }
  });

  it('accepts the same name and external id under another parent', async () => {
    await freshParent();
    const given = { name: 'Everywhere', external_id: 'E1' };
    expect((await parent.api.post('/accounts', given)).status).toBe(200);
    await freshParent();
    expect((await parent.api.post('/accounts', given)).status).toBe(200);
  });

  it('accepts any number of siblings without an external id', async () => {
    await freshParent();
    for (const name of ['A', 'B']) expect((await parent.api.post('/accounts', { name })).status).toBe(200);
  });

  it.each([
    ['name', (i: number) => ({ name: 'Same', external_id: `E${String(i)}` })],
    ['external_id', (i: number) => ({ name: `N${String(i)}`, external_id: 'Same' })],
  ])('creates exactly one account from 32 concurrent requests with the same %s', async (field, body) => {
    await freshParent();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => parent.api.post('/accounts', body(i))),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(31);
    for (const answer of refused) expectRefusal(answer, 400, new RegExp(`^${field}\\b`));
    expect((await parent.api.get('/accounts')).body).toHaveLength(1);
    expect((await parent.api.get('/account')).body.accounts_count).toBe(1);
  });
});

describe('GET /account and GET /accounts/:id', () => {
  it('return the account with its counts of direct children and users only', async () => {
    await freshParent();
    const { body: child } = await parent.api.post('/accounts', { name: 'Child' });
    await parent.api.post('/users', { email: 'own@example.com' });
    for (const email of ['a@example.com', 'b@example.com']) {
      await parent.api.post(`/accounts/${String(child.id)}/users`, { email });
    }
    const own = await parent.api.get('/account');
    expect(own.body).toMatchObject({ id: parent.id, accounts_count: 1, users_count: 1 });
    expect((await parent.api.get(`/accounts/${parent.id}`)).body).toEqual(own.body);
    expect((await parent.api.get(`/accounts/${String(child.id)}`)).body).toEqual({
      ...child,
      users_count: 2,
    });
    expect((await world.distributor.api.get(`/accounts/${String(child.id)}`)).status).toBe(200);
  });

  it('return a null parent for a root account', async () => {
    expect((await world.distributor.api.get('/account')).body.parent_id).toBeNull();
  });

  it('count pages and trees by month, quarter, year and in total, by the dates of the offsets', async () => {
    const member = await world.newAccount('customer', world.channel);
    world.server.setNow('2026-06-30T12:00:00Z');
    const dates = ['2026-06-01', '2026-05-31T23:59:59Z', '2026-01-01', '2025-12-31T23:59:59Z', '2026-07-01'];
    for (const [i, date] of dates.entries()) {
      await member.api.post('/biomass/offsets', { pages: 8333 * 10 ** i, date });
    }
    const { body } = await member.api.get('/account');
    expect([body.mtd_trees, body.qtd_trees, body.ytd_trees, body.ltd_trees]).toEqual([1, 11, 111, 11111]);
    expect([body.mtd_pages, body.ltd_pages]).toEqual([8333, 8333 * 11111]);
  });

  it('return 404 for an unknown id', async () => {
    expectRefusal(await world.distributor.api.get(`/accounts/${unknownId}`), 404);
  });

  it('accept an id in capitals', async () => {
    const { status, body } = await world.distributor.api.get(`/accounts/${world.customer.id.toUpperCase()}`);
    expect([status, body.id]).toEqual([200, world.customer.id]);
  });
});

describe('GET /accounts', () => {
  it('lists the direct children by name, ignoring case, in the short form', async () => {
    await freshParent();
    for (const name of ['beta', 'Alpha', 'Émile', 'gamma', 'Delta', 'zeta', 'Zoo', '10', '9', 'élan']) {
      await parent.api.post('/accounts', { name });
    }
    const { body } = await parent.api.get('/accounts');
    const names = (body as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['10', '9', 'Alpha', 'beta', 'Delta', 'élan', 'Émile', 'gamma', 'zeta', 'Zoo']);
    const { body: whole } = await parent.api.get(`/accounts/${String(body[2].id)}`);
    const short = Object.keys(whole as object).filter((field) => !(field in counters));
    expect(Object.keys(body[2] as object)).toEqual(short);
    expect(whole).toMatchObject(body[2] as object);
  });

  it('lists neither grandchildren nor the account itself', async () => {
    await freshParent();
    const { body: child } = await parent.api.post('/accounts', { name: 'Child' });
    const { body: listed } = await world.distributor.api.get('/accounts');
    const ids = (listed as { id: string }[]).map(({ id }) => id);
    expect(ids).toContain(parent.id);
    expect(ids).not.toContain(child.id);
    expect(ids).not.toContain(world.distributor.id);
  });

  it('returns an empty array when there are no children', async () => {
    expect((await world.customer.api.get('/accounts')).body).toEqual([]);
  });
});
