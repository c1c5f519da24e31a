import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn, userOf, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld({ REGROVE_CURRENCY: 'EUR' });
  holder = await signedIn(world.server, await userOf(world.server, world.channel.account));
});
afterAll(() => world.stop());

const url = (account: string): string => `/app/accounts/${account}/estimates`;

describe('An estimate', () => {
  it('returns the same figures as an order for the same paper, and stores nothing', async () => {
    const paper = {
      items: [{ quantity: 50_000, width: 0.21, length: 0.297, gsm: 80 }, { mass: 12_345.6 }],
      carbon_project_settings: [{ project_id: world.carbon.stoves }],
    };
    const { status, body } = await holder.app('POST', url(world.customer.id), paper);
    expect(status).toBe(200);
    const orders = `/accounts/${world.customer.id}/orders`;
    expect((await world.channel.api.get(orders)).body).toEqual([]);
    const { body: order } = await world.channel.api.post(orders, paper);
    expect(body).toEqual({
      standard_pages: order.standard_sheets,
      mass: order.paper_mass_g,
      trees: order.trees,
      footprint: order.mtco2e,
      mtco2e: order.mtco2e,
      biomass_price: order.biomass_price,
      carbon_price: order.carbon_price,
      price: order.price,
      price_per_page: '0.0003',
      currency: 'EUR',
    });
    expect(body.carbon_price).toBeGreaterThan(0);
  });

  it('returns the footprint even if no carbon is offset', async () => {
    const items = [{ quantity: 50_000 }];
    const { body } = await holder.app('POST', url(world.customer.id), { items });
    expect(body).toMatchObject({ mtco2e: 0, carbon_price: 0 });
    expect(body.footprint).toBeGreaterThan(0);
  });

  it.each([
    [{}, /items/],
    [{ items: [] }, /items/],
    [{ items: [{ quantity: 0 }] }, /quantity/],
    [{ items: [{ mass: 0.001 }] }, /at least one standard page/],
  ])('refuses %j with a reason', async (paper, reason) => {
    const { status, body } = await holder.app('POST', url(world.channel.id), paper);
    expect([status, body.code]).toEqual([400, 400]);
    expect(body.error).toMatch(reason);
  });
});

it('All carbon projects can be chosen', async () => {
  const { body } = await holder.app('GET', `/app/accounts/${world.channel.id}/carbon-projects`);
  expect(body).toHaveLength(3);
  expect(body).toContainEqual({
    id: world.carbon.stoves,
    name: 'Stoves',
    type: 'Energy efficiency',
    registry_name: 'Gold Standard',
    price_per_tonne: 10,
    status: 'active',
  });
});
