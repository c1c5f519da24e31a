import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.server.setNow(undefined));
afterAll(() => world.stop());

/** Places an order for carbon only and returns it. */
async function offsetCarbon({ api }: TestAccount): Promise<Json> {
  const { body: draft } = await api.post('/orders', {
    biomass_project_settings: [],
    carbon_project_settings: [{ project_id: world.carbon.stoves }],
    items: [{ mass: 2_000_000 }],
  });
  return (await api.patch(`/orders/${draft.id}/place`)).body;
}

describe('carbon offsets', () => {
  it('are retrieved with all fields: processing, without vintage and serial numbers', async () => {
    world.server.setNow('2026-03-04T05:06:07Z');
    const order = await offsetCarbon(world.customer);
    const [id] = order.carbon_offset_ids;
    const { status, body } = await world.customer.api.get(`/carbon/offsets/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      account_id: world.customer.id,
      order_id: order.id,
      project_id: world.carbon.stoves,
      project_name: 'Stoves',
      project_type: 'Energy efficiency',
      registry_name: 'Gold Standard',
      date: '2026-03-04T05:06:07Z',
      mtco2e: 2.6,
      status: 'processing',
      vintage_start_date: null,
      vintage_end_date: null,
      serial_numbers: [],
    });
  });

  it('are listed newest first, as they are retrieved', async () => {
    const member = await world.newAccount();
    expect((await member.api.get('/carbon/offsets')).body).toEqual([]);
    const placed: string[] = [];
    for (const now of ['2026-03-02', '2026-03-01', '2026-03-03']) {
      world.server.setNow(now);
      placed.push(...(await offsetCarbon(member)).carbon_offset_ids);
    }
    const [second, first, third] = placed;
    const { body } = await member.api.get('/carbon/offsets');
    expect(body.map(({ id }: Json) => id)).toEqual([third, second, first]);
    expect(body[0]).toEqual((await member.api.get(`/carbon/offsets/${third}`)).body);
  });

  it("return 404 for an unknown id, a malformed id and another account's offset", async () => {
    const foreign = await offsetCarbon(world.stranger);
    for (const id of [unknownId, 'not-a-uuid', foreign.carbon_offset_ids[0]]) {
      expectRefusal(await world.customer.api.get(`/carbon/offsets/${id}`), 404);
    }
  });

  it.each(['POST', 'PATCH', 'DELETE'])('are read-only: %s returns 404', async (method) => {
    const order = await offsetCarbon(world.customer);
    const path = method === 'POST' ? '/carbon/offsets' : `/carbon/offsets/${order.carbon_offset_ids[0]}`;
    expectRefusal(await world.customer.api.call(method, path), 404);
    expect((await world.customer.api.get(`/carbon/offsets/${order.carbon_offset_ids[0]}`)).status).toBe(200);
  });
});
