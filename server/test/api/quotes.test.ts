import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { saveAccountSettings } from '../../src/features/accounts/account-settings-store.js';
import type { Answer, Json } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.server.setNow(undefined));
afterAll(() => world.stop());

const quote = (items: Json, extra: Json = {}, by: TestAccount = world.customer): Promise<Answer> =>
  by.api.post('/quotes', { project_id: world.projects.forest, items, ...extra });

const defaultSheet = { width: 0.2159, length: 0.2794, gsm: 75 };
const noSheets = { quantity: null, width: null, length: null, gsm: null };

describe('POST /quotes', () => {
  it('returns the quote and its items', async () => {
    world.server.setNow('2026-03-05T10:20:30.999Z');
    const { status, body } = await quote([{ quantity: 8333 }], { external_id: ' Q-1 ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      account_id: world.customer.id,
      project_id: world.projects.forest,
      project_ids: [world.projects.forest],
      created_at: '2026-03-05T10:20:30Z',
      trees: 1,
      standard_pages: 8333,
      mass: 37_700.0294385,
      price: 2.5,
      external_id: 'Q-1',
      biomass_offset_id: null,
      biomass_offset_ids: [],
      items: [{ quantity: 8333, ...defaultSheet, mass: 37_700.0294385 }],
    });
    expect((await world.customer.api.get(`/quotes/${body.id}`)).body).toEqual(body);
  });

  it.each([
    ['sheets with defaults', { quantity: 10 }, { quantity: 10, ...defaultSheet, mass: 45.241845 }],
    ['sheets of a size', { quantity: 2, width: 0.297, length: 0.42, gsm: 160 }, { mass: 39.9168 }],
    ['some defaults', { quantity: 4, gsm: 150, width: null }, { width: 0.2159, gsm: 150, mass: 36.193476 }],
    ['a mass', { mass: 4.5241845 }, { ...noSheets, mass: 4.5241845 }],
    ['a mass next to nulls', { mass: 10, quantity: null, gsm: null }, { ...noSheets, mass: 10 }],
  ])('accepts an item by %s and computes its mass', async (_, item, expected) => {
    const { status, body } = await quote([item]);
    expect({ status, item: body.items?.[0] }).toMatchObject({ status: 200, item: expected });
    expect(body.mass).toBe(body.items[0].mass);
  });

  it('adds the exact masses of all items before rounding', async () => {
    const { body } = await quote([{ mass: 0.1 }, { mass: 0.2 }, { quantity: 1 }, { quantity: 1, gsm: 36 }]);
    expect(body).toMatchObject({ mass: 6.99579306, standard_pages: 2, trees: 0.000186 });
    expect(body.items.map(({ mass }: Json) => mass)).toEqual([0.1, 0.2, 4.5241845, 2.17160856]);
  });

  it.each([
    [1, 0],
    [16, 0],
    [17, 0.01],
    [50, 0.02],
    [3350, 1.01],
    [1_000_000_000, 300_000],
  ])('prices standard pages at 0.0003, rounded half up to 2 decimals: %s pages', async (quantity, price) => {
    expect((await quote([{ quantity }])).body).toMatchObject({ standard_pages: quantity, price });
  });

  it("uses the account's own rate if it has one", async () => {
    const member = await world.newAccount();
    const { db } = world.server.running.instance.context;
    await db.transaction((tx) =>
      saveAccountSettings(tx, member.account.id, { rate: '0.0125', carbonProjectIds: [] }),
    );
    expect((await quote([{ quantity: 101 }], {}, member)).body.price).toBe(1.26);
    expect((await quote([{ quantity: 101 }])).body.price).toBe(0.03);
  });

  it.each([
    ['quantity', { mass: 10, quantity: 1 }],
    ['width', { mass: 10, width: 0.2 }],
    ['length', { mass: 10, length: 0.2 }],
    ['gsm', { mass: 10, gsm: 75 }],
  ])('refuses an item whose mass conflicts with %s', async (field, item) => {
    expectRefusal(await quote([{ quantity: 1 }, item]), 400, new RegExp(`items\\[1\\].*${field}`));
  });

  it.each([
    ['neither sheets nor mass', [{}], /quantity or mass/],
    ['a size without a quantity', [{ width: 0.2, length: 0.3 }], /quantity or mass/],
    ['no items', [], /items/],
    ['items that are not an array', { quantity: 1 }, /items/],
    ['an item that is not an object', [5], /items\[0\]/],
    ['no quantity', [{ quantity: 0 }], /items\[0\].quantity/],
    ['a negative quantity', [{ quantity: -1 }], /items\[0\].quantity/],
    ['a part of a sheet', [{ quantity: 1.5 }], /items\[0\].quantity/],
    ['no mass', [{ mass: 0 }], /items\[0\].mass/],
    ['an unknown field', [{ quantity: 1, weight: 75 }], /items\[0\].weight/],
    ['less than one standard page', [{ mass: 2.26 }], /at least one standard page/],
    ['an implausibly large mass', [{ mass: 1e15 }], /at most/],
  ])('refuses %s', async (_, items, words) => {
    expectRefusal(await quote(items), 400, words);
  });

  it('rounds half a standard page up to one', async () => {
    expect((await quote([{ mass: 2.26209225 }])).body).toMatchObject({ standard_pages: 1, trees: 0.00006 });
  });

  it('returns 400 when items or the project are missing', async () => {
    const { api } = world.customer;
    expectRefusal(await api.post('/quotes', { project_id: world.projects.forest }), 400, /items/);
    expectRefusal(await api.post('/quotes', { items: [{ quantity: 1 }] }), 400, /project_id/);
  });

  it.each([
    ['a project that is not a UUID', 400, () => 'mine'],
    ['null for a project', 400, () => null],
    ['a complete project', 400, () => world.projects.complete],
    ['an unknown project', 404, () => unknownId],
    ['a carbon project', 404, () => world.carbon.stoves],
  ])('refuses %s with %s', async (_, code, project) => {
    expectRefusal(await quote([{ quantity: 1 }], { project_id: project() }), code, /project_id/);
  });
});

describe('external_id of a quote', () => {
  it('is unique within its account, and separate from orders', async () => {
    const items = [{ quantity: 1 }];
    const extra = { external_id: 'PO-7' };
    expect((await quote(items, extra)).status).toBe(200);
    expectRefusal(await quote(items, extra), 400, /external_id/);
    expect((await quote(items, extra, world.stranger)).status).toBe(200);
    expect((await world.customer.api.post('/orders', { ...extra, items })).status).toBe(200);
  });

  it('can be missing or null any number of times, and can be reused once its quote is deleted', async () => {
    const items = [{ quantity: 1 }];
    for (const extra of [{}, {}, { external_id: null }]) {
      expect(await quote(items, extra)).toMatchObject({ status: 200, body: { external_id: null } });
    }
    const { body } = await quote(items, { external_id: 'again' });
    await world.customer.api.delete(`/quotes/${body.id}`);
    expect((await quote(items, { external_id: 'again' })).status).toBe(200);
  });

  it.each(['', '   ', 'a\u0000b', 'x'.repeat(256), 5])('refuses %j', async (external) => {
    expectRefusal(await quote([{ quantity: 1 }], { external_id: external }), 400, /external_id/);
  });
});

describe('GET /quotes', () => {
  it('lists by creation, newest first, without items', async () => {
    const member = await world.newAccount();
    const created: Json[] = [];
    for (const now of ['2026-03-02', '2026-03-01', '2026-03-03']) {
      world.server.setNow(now);
      created.push((await quote([{ quantity: 1 }], {}, member)).body);
    }
    const [second, first, third] = created.map(({ items: _, ...rest }) => rest);
    expect((await member.api.get('/quotes')).body).toEqual([third, second, first]);
  });
});

describe('executing a quote', () => {
  it('creates an offset with its figures, and both forms of the quote then contain its id', async () => {
    const member = await world.newAccount();
    const { body: made } = await quote([{ mass: 12_345.678 }], {}, member);
    const executed = await member.api.post('/biomass/offsets', { quote_id: made.id });
    expect(executed).toMatchObject({
      status: 200,
      body: { quote_id: made.id, project_id: made.project_id, pages: 2729, trees: made.trees },
    });
    const naming = { biomass_offset_id: executed.body.id, biomass_offset_ids: [executed.body.id] };
    expect((await member.api.get(`/quotes/${made.id}`)).body).toEqual({ ...made, ...naming });
    expect((await member.api.get('/quotes')).body).toMatchObject([naming]);
    expectRefusal(await member.api.post('/biomass/offsets', { quote_id: made.id }), 400, /executed/);
  });

  it('keeps the figures and the methodology of the quote when factors and rate have changed', async () => {
    const member = await world.newAccount();
    const { server } = world;
    const { db } = server.running.instance.context;
    const { body: made } = await quote([{ quantity: 16_666 }], {}, member);
    await db.transaction((tx) =>
      saveAccountSettings(tx, member.account.id, { rate: '1', carbonProjectIds: [] }),
    );
    await server.sql('update methodologies set current = false');
    await server.sql(`insert into methodologies select gen_random_uuid(), 'Thirsty trees', standard_width, standard_length,
      standard_gsm, 1000, emission_factor, price_per_page, true, now() from methodologies limit 1`);
    const { body: offset } = await member.api.post('/biomass/offsets', { quote_id: made.id });
    const { body: fresh } = await member.api.post('/biomass/offsets', { pages: 1000 });
    await server.sql(`update methodologies set current = false where current`);
    await server.sql(`update methodologies set current = true where name <> 'Thirsty trees'`);

    expect(offset).toMatchObject({ pages: 16_666, trees: 2 });
    expect(fresh).toMatchObject({ pages: 1000, trees: 1 });
    const [row] = await server.sql('select price, methodology_id from biomass_offsets where id = $1', [
      offset.id,
    ]);
    const [used] = await server.sql('select price, methodology_id from quotes where id = $1', [made.id]);
    expect(row).toEqual(used);
  });

  it('is refused once its project is complete', async () => {
    const { body: made } = await quote([{ quantity: 1 }], { project_id: world.projects.grove });
    const set = (status: string) =>
      world.server.sql('update forestry_projects set status = $2 where id = $1', [
        world.projects.grove,
        status,
      ]);
    await set('complete');
    expectRefusal(await world.customer.api.post('/biomass/offsets', { quote_id: made.id }), 400, /complete/);
    await set('active');
    expect((await world.customer.api.post('/biomass/offsets', { quote_id: made.id })).status).toBe(200);
  });
});

describe('GET and DELETE /quotes/:id', () => {
  it.each(['GET', 'DELETE'])(
    "%s returns 404 for an unknown id, a malformed id and another account's quote",
    async (method) => {
      const { body: foreign } = await quote([{ quantity: 1 }], {}, world.stranger);
      for (const id of [unknownId, 'not-a-uuid', foreign.id]) {
        expectRefusal(await world.customer.api.call(method, `/quotes/${id}`), 404);
      }
    },
  );

  it('returns the deleted result for a delete, once', async () => {
    const { body } = await quote([{ quantity: 1 }]);
    const deletion = await world.customer.api.delete(`/quotes/${body.id}`);
    expect(deletion.status).toBe(200);
    expect(deletion.body).toEqual({ id: body.id, deleted: true });
    expectRefusal(await world.customer.api.delete(`/quotes/${body.id}`), 404);
  });

  it('refuses to delete an executed quote until its offset is deleted', async () => {
    const { api } = world.customer;
    const { body } = await quote([{ quantity: 1 }]);
    const { body: offset } = await api.post('/biomass/offsets', { quote_id: body.id });
    expectRefusal(await api.delete(`/quotes/${body.id}`), 400, /executed/);
    expect((await api.get(`/quotes/${body.id}`)).status).toBe(200);
    await api.delete(`/biomass/offsets/${offset.id}`);
    expect((await api.delete(`/quotes/${body.id}`)).status).toBe(200);
  });
});
