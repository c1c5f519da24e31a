import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('GET /carbon/projects', () => {
  it('lists all projects for every account, oldest first, including complete ones', async () => {
    const { status, body } = await world.customer.api.get('/carbon/projects');
    expect(status).toBe(200);
    const { stoves, mangroves, complete } = world.carbon;
    const shared = { type: 'Energy efficiency', registry_name: 'Gold Standard' };
    expect(body).toEqual([
      { id: stoves, name: 'Stoves', ...shared, price_per_tonne: 10, status: 'active' },
      { id: mangroves, name: 'Mangroves', ...shared, price_per_tonne: 20, status: 'active' },
      { id: complete, name: 'Sold out', ...shared, price_per_tonne: 5, status: 'complete' },
    ]);
    const below = `/accounts/${world.customer.id}/carbon/projects`;
    expect((await world.distributor.api.get(below)).body).toEqual(body);
  });

  it('lists the ids that orders and settings accept', async () => {
    const { body: projects } = await world.channel.api.get('/carbon/projects');
    const [{ id: project_id, price_per_tonne }] = projects.filter(({ status }: Json) => status === 'active');
    const { body: order } = await world.channel.api.post('/orders', {
      items: [{ mass: 1_000_000 }],
      biomass_project_settings: [],
      carbon_project_settings: [{ project_id }],
    });
    expect(order.carbon_price).toBe(1.3 * price_per_tonne);
    const settings = await world.channel.api.patch('/settings', { carbon_project_ids: [project_id] });
    expect(settings.status).toBe(200);
  });
});

describe('GET /carbon/projects/:id', () => {
  it('returns one project of the list', async () => {
    const { body: all } = await world.customer.api.get('/carbon/projects');
    for (const project of all)
      expect((await world.stranger.api.get(`/carbon/projects/${String(project.id)}`)).body).toEqual(project);
  });

  it('returns 404 for an id that is not a carbon project', async () => {
    for (const id of [unknownId, world.projects.forest, 'x'])
      expectRefusal(await world.customer.api.get(`/carbon/projects/${id}`), 404);
  });
});
