import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Json } from '../support/api-client.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  member = await world.newAccount('customer', world.channel);
});
afterAll(() => world.stop());

const capitals = (id: string): string => id.toUpperCase();

async function created(answer: Promise<Answer>): Promise<Json> {
  const { status, body } = await answer;
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

describe('An id in capitals is the same id', () => {
  it('in the body: project_id of offsets and quotes, quote_id', async () => {
    const { api } = member;
    const project = capitals(world.projects.forest);
    const offset = await created(api.post('/biomass/offsets', { pages: 5, project_id: project }));
    expect(offset.project_id).toBe(world.projects.forest);
    const quote = await created(api.post('/quotes', { project_id: project, items: [{ quantity: 5 }] }));
    expect(quote.project_id).toBe(world.projects.forest);
    const executed = await created(api.post('/biomass/offsets', { quote_id: capitals(quote.id) }));
    expect(executed.quote_id).toBe(quote.id);
  });

  it('in the body: server_id of a new and of a changed feed', async () => {
    const { api } = member;
    const connection = { type: 'fmaudit', url: 'https://print.example.com', username: 'u' };
    const server = await created(api.post('/servers', connection));
    const other = await created(api.post('/servers', connection));
    const feed = await created(api.post('/feeds', { type: 'fmaudit', server_id: capitals(server.id) }));
    expect(feed.server_id).toBe(server.id);
    const changed = await created(api.patch(`/feeds/${feed.id}`, { server_id: capitals(other.id) }));
    expect(changed.server_id).toBe(other.id);
  });

  it("in the body: the projects of orders, and an account's carbon projects", async () => {
    const { api } = member;
    const order = await created(
      api.post('/orders', {
        items: [{ quantity: 500 }],
        biomass_project_settings: [{ project_id: capitals(world.projects.forest) }],
        carbon_project_settings: [{ project_id: capitals(world.carbon.stoves) }],
      }),
    );
    expect(order.biomass_project_ids).toEqual([world.projects.forest]);
    expect(order.carbon_project_ids).toEqual([world.carbon.stoves]);
    const settings = { carbon_project_ids: [capitals(world.carbon.stoves)] };
    expect((await created(api.patch('/settings', settings))).carbon_project_ids).toEqual([
      world.carbon.stoves,
    ]);
  });

  it('in the path, for accounts and for resources', async () => {
    const deposit = await created(
      world.channel.api.post(`/accounts/${capitals(member.id)}/deposits`, { pages: 5 }),
    );
    expect((await created(member.api.get(`/deposits/${capitals(deposit.id)}`))).id).toBe(deposit.id);
  });
});
