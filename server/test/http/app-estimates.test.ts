import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activateMethodology,
  addMethodology,
} from '../../src/features/methodologies/change-methodologies.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld({ REGROVE_CURRENCY: 'EUR' });
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
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
      methodology: {
        name: 'Letter 75 g/m2, 8333 pages a tree, 1.30 t CO2e/t',
        version: '1',
        published_on: '2026-01-01',
        source: expect.stringContaining('publication 1374.1') as string,
        source_url: null,
        uncertainty: null,
      },
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

it('The methodology of an order or a quote is told to those who can see it, also once another is current', async () => {
  const { api } = world.channel;
  const items = [{ quantity: 50_000 }];
  const { body: order } = await api.post('/orders', { items });
  const { body: quote } = await api.post('/quotes', { items, project_id: world.projects.forest });
  const methodologyOf = (path: string, visitor = holder) =>
    visitor.app('GET', `/app/accounts/${world.channel.id}/${path}/methodology`);
  const { context } = world.server.running.instance;
  const factors = {
    standardWidth: '0.21',
    standardLength: '0.297',
    standardGsm: '80',
    pagesPerTree: '8000',
    emissionFactor: '1.1',
    pricePerPage: '0.001',
  };
  const sources = {
    source: 'A handbook',
    sourceUrl: null,
    version: '2',
    publishedOn: '2026-02-01',
    uncertainty: '±20%',
  };
  const other = await addMethodology(context, 'Other factors', factors, sources);
  await activateMethodology(context, other.id);
  const { body: later } = await api.post('/quotes', { items, project_id: world.projects.forest });
  for (const path of [`orders/${order.id}`, `quotes/${quote.id}`])
    expect((await methodologyOf(path)).body).toMatchObject({ version: '1', published_on: '2026-01-01' });
  expect((await methodologyOf(`quotes/${later.id}`)).body).toEqual({
    name: 'Other factors',
    version: '2',
    published_on: '2026-02-01',
    source: 'A handbook',
    source_url: null,
    uncertainty: '±20%',
  });
  const stranger = await signInVisitor(
    world.server,
    await createInvitedUser(world.server, world.stranger.account),
  );
  for (const [path, visitor] of [
    [`orders/${order.id}`, stranger],
    [`orders/${quote.id}`, holder],
    ['quotes/x', holder],
  ] as const)
    expect((await methodologyOf(path, visitor)).status).toBe(404);
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
