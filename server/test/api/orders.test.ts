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

const order = (body: Json = {}, by: TestAccount = world.customer): Promise<Answer> =>
  by.api.post('/orders', { items: [{ mass: 1_000_000 }], ...body });
const place = (id: string, by: TestAccount = world.customer): Promise<Answer> =>
  by.api.patch(`/orders/${id}/place`);
const named = (...ids: string[]): Json => ids.map((id) => ({ project_id: id }));

describe('POST /orders', () => {
  it('returns a draft with its items and what it will offset', async () => {
    world.server.setNow('2026-03-05T10:20:30.999Z');
    const { forest, grove } = world.projects;
    const { stoves, mangroves } = world.carbon;
    const { status, body } = await order({
      biomass_project_settings: named(forest, grove),
      carbon_project_settings: named(stoves, mangroves),
      external_id: 'PO-1',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      account_id: world.customer.id,
      biomass_project_ids: [forest, grove],
      carbon_project_ids: [stoves, mangroves],
      status: 'draft',
      created_at: '2026-03-05T10:20:30Z',
      standard_sheets: 221_034,
      paper_mass_g: 1_000_000,
      trees: 26.525178,
      mtco2e: 1.3,
      biomass_price: 66.31,
      carbon_price: 19.5,
      price: 85.81,
      biomass_offset_ids: [],
      carbon_offset_ids: [],
      external_id: 'PO-1',
      items: [{ quantity: null, width: null, length: null, gsm: null, mass: 1_000_000 }],
    });
    expect((await world.customer.api.get(`/orders/${body.id}`)).body).toEqual(body);
  });

  it.each([
    [
      'an empty array for biomass',
      { biomass_project_settings: [] },
      { trees: 0, biomass_price: 0, carbon_price: 13, price: 13 },
    ],
    [
      'an empty array for carbon',
      { carbon_project_settings: [] },
      { mtco2e: 0, biomass_price: 66.31, carbon_price: 0, price: 66.31 },
    ],
  ])('has zero figures for a kind that it does not offset: %s', async (_, none, expected) => {
    const { body } = await order({
      biomass_project_settings: named(world.projects.forest),
      carbon_project_settings: named(world.carbon.stoves),
      ...none,
    });
    expect(body).toMatchObject({ standard_sheets: 221_034, paper_mass_g: 1_000_000, ...expected });
  });

  it('returns a price that is the sum of the two displayed prices, not a rounded sum', async () => {
    const { body } = await order({
      items: [{ mass: 7000 }],
      carbon_project_settings: named(world.carbon.stoves),
    });
    expect(body).toMatchObject({ biomass_price: 0.46, carbon_price: 0.09, price: 0.55 });
  });

  it("prices biomass at the account's own rate if it has one", async () => {
    const member = await world.newAccount();
    const { db } = world.server.running.instance.context;
    await db.transaction((tx) =>
      saveAccountSettings(tx, member.account.id, { rate: '0.01', carbonProjectIds: [] }),
    );
    expect((await order({}, member)).body).toMatchObject({ biomass_price: 2210.34, price: 2210.34 });
  });

  it.each([
    ['no items', { items: [] }, /items/],
    ['missing items', { items: undefined }, /items/],
    ['mass and quantity', { items: [{ mass: 5, quantity: 1 }] }, /items\[0\].*quantity/],
    ['less than one standard page', { items: [{ mass: 2.26 }] }, /at least one standard page/],
    ['an unknown field', { project_id: unknownId }, /project_id/],
    ['settings that are not an array', { biomass_project_settings: {} }, /biomass_project_settings/],
    ['an empty external id', { external_id: ' ' }, /external_id/],
  ])('refuses %s', async (_, body, words) => {
    expectRefusal(await order(body), 400, words);
  });

  it('keeps the external id unique within the account', async () => {
    expect((await order({ external_id: 'PO-7' })).status).toBe(200);
    expectRefusal(await order({ external_id: 'PO-7' }), 400, /external_id/);
    expect((await order({ external_id: 'PO-7' }, world.stranger)).status).toBe(200);
    expect((await order({ external_id: null })).body.external_id).toBeNull();
  });
});

describe('PATCH /orders/:id/place', () => {
  it('creates one offset per project of each kind, and they add up to the order', async () => {
    const member = await world.newAccount();
    const { body: draft } = await order(
      {
        biomass_project_settings: [
          { project_id: world.projects.forest, percentage: 33.33 },
          { project_id: world.projects.grove, percentage: 66.67 },
        ],
        carbon_project_settings: named(world.carbon.stoves, world.carbon.mangroves),
      },
      member,
    );
    world.server.setNow('2026-04-01T00:00:00Z');
    const { status, body: placed } = await place(draft.id, member);
    expect(status).toBe(200);
    expect(placed).toEqual({
      ...draft,
      status: 'placed',
      biomass_offset_ids: [expect.any(String), expect.any(String)],
      carbon_offset_ids: [expect.any(String), expect.any(String)],
    });

    const shared = { account_id: member.id, order_id: draft.id, date: '2026-04-01T00:00:00Z' };
    const biomass = await read('/biomass/offsets', placed.biomass_offset_ids, member);
    expect(biomass).toMatchObject([
      { ...shared, quote_id: null, project_id: world.projects.forest, pages: 73_671, trees: 8.840842 },
      { ...shared, quote_id: null, project_id: world.projects.grove, pages: 147_363, trees: 17.684336 },
    ]);
    const certificates = biomass.map(({ certificate_id: id }: Json) => id);
    expect(await read('/biomass/certificates', certificates, member)).toMatchObject([
      { pages: 73_671 },
      { pages: 147_363 },
    ]);
    const carbon = await read('/carbon/offsets', placed.carbon_offset_ids, member);
    expect(carbon).toMatchObject([
      { ...shared, project_id: world.carbon.stoves, mtco2e: 0.65, status: 'processing' },
      { ...shared, project_id: world.carbon.mangroves, mtco2e: 0.65, status: 'processing' },
    ]);
    expect((await member.api.get('/account')).body).toMatchObject({
      ltd_pages: draft.standard_sheets,
      ltd_trees: draft.trees,
    });
  });

  it('creates no offset for a project whose share is zero pages', async () => {
    const settings = [
      { project_id: world.projects.forest, percentage: 0.01 },
      { project_id: world.projects.grove, percentage: 99.99 },
    ];
    const { body: draft } = await order({ items: [{ quantity: 10 }], biomass_project_settings: settings });
    const { body: placed } = await place(draft.id);
    const offsets = await read('/biomass/offsets', placed.biomass_offset_ids);
    expect(offsets).toMatchObject([{ project_id: world.projects.grove, pages: 10, trees: draft.trees }]);
  });

  it('refuses a placed order and leaves it unchanged', async () => {
    const { body: draft } = await order();
    const { body: placed } = await place(draft.id);
    expectRefusal(await place(draft.id), 400, /placed/);
    expect((await world.customer.api.get(`/orders/${draft.id}`)).body).toEqual(placed);
  });

  it.each([
    ['forestry', () => world.projects.grove],
    ['carbon', () => world.carbon.mangroves],
  ])('is refused and creates nothing once a %s project is complete', async (kind, project) => {
    const member = await world.newAccount();
    const { body: draft } = await order(
      {
        biomass_project_settings: named(world.projects.forest, world.projects.grove),
        carbon_project_settings: named(world.carbon.stoves, world.carbon.mangroves),
      },
      member,
    );
    const set = (status: string) =>
      world.server.sql(`update ${kind}_projects set status = $2 where id = $1`, [project(), status]);
    await set('complete');
    expectRefusal(await place(draft.id, member), 400, /complete/);
    expect((await member.api.get('/biomass/offsets')).body).toEqual([]);
    expect((await member.api.get('/carbon/offsets')).body).toEqual([]);
    await set('active');
    expect((await place(draft.id, member)).status).toBe(200);
  });

  it('uses the figures of the draft even if prices have changed', async () => {
    const member = await world.newAccount();
    const { db } = world.server.running.instance.context;
    const { body: draft } = await order({}, member);
    await db.transaction((tx) =>
      saveAccountSettings(tx, member.account.id, { rate: '1', carbonProjectIds: [world.carbon.stoves] }),
    );
    expect((await place(draft.id, member)).body).toMatchObject({ price: draft.price, carbon_offset_ids: [] });
  });
});

describe('GET /orders', () => {
  it('lists by creation, newest first, without items', async () => {
    const member = await world.newAccount();
    const created: Json[] = [];
    for (const now of ['2026-03-02', '2026-03-01', '2026-03-03']) {
      world.server.setNow(now);
      created.push((await order({}, member)).body);
    }
    const [second, first, third] = created.map(({ items: _, ...rest }) => rest);
    expect((await member.api.get('/orders')).body).toEqual([third, second, first]);
  });
});

describe('an order by its id', () => {
  it.each([
    ['GET', ''],
    ['PATCH', '/place'],
    ['DELETE', ''],
  ])(
    "%s returns 404 for an unknown id, a malformed id and another account's order",
    async (method, suffix) => {
      const { body: foreign } = await order({}, world.stranger);
      for (const id of [unknownId, 'not-a-uuid', foreign.id]) {
        expectRefusal(await world.customer.api.call(method, `/orders/${id}${suffix}`), 404);
      }
      expect((await world.stranger.api.get(`/orders/${foreign.id}`)).body.status).toBe('draft');
    },
  );

  it('can be deleted while it is a draft, and its external id can then be reused', async () => {
    const { body } = await order({ external_id: 'again' });
    const deletion = await world.customer.api.delete(`/orders/${body.id}`);
    expect(deletion.status).toBe(200);
    expect(deletion.body).toEqual({ id: body.id, deleted: true });
    expectRefusal(await world.customer.api.get(`/orders/${body.id}`), 404);
    expect((await order({ external_id: 'again' })).status).toBe(200);
  });

  it('cannot be deleted once it is placed, even after its offsets are deleted', async () => {
    const { body } = await order();
    const { body: placed } = await place(body.id);
    expectRefusal(await world.customer.api.delete(`/orders/${body.id}`), 400, /placed/);
    for (const id of placed.biomass_offset_ids) await world.customer.api.delete(`/biomass/offsets/${id}`);
    expectRefusal(await world.customer.api.delete(`/orders/${body.id}`), 400, /placed/);
    expectRefusal(await place(body.id), 400, /placed/);
  });
});

async function read(path: string, ids: string[], by: TestAccount = world.customer): Promise<Json[]> {
  const answers = await Promise.all(ids.map((id) => by.api.get(`${path}/${id}`)));
  return answers.map(({ body }) => body);
}
