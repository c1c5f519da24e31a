import { afterAll, beforeAll, expect, it } from 'vitest';
import { enrolAgent } from '../support/enrol-agent.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('The place of a reading is one of 1,000 at an address, and of 20,000 in all, whatever an agent sends', async () => {
  const feed = String((await world.customer.api.post('/feeds', { type: 'agent' })).body.id);
  const { api } = await enrolAgent(world, world.customer, feed);
  const push = (readings: readonly object[]) => api.post(`/feeds/${feed}/readings`, { readings });
  const many = (count: number, addresses: number, first: number, net = '10.9.0') =>
    Array.from({ length: count }, (_, index) => {
      const serial = `M${first + index}`;
      const origin = { address: `${net}.${index % addresses}:161`, slot: `${first + index}`, serial };
      return { device: serial, total: 5, origin };
    });
  for (const first of [0, 500]) expect((await push(many(500, 1, first))).status).toBe(200);
  expectRefusal(await push(many(1, 1, 1_000)), 400, /more than 1000 devices at 10\.9\.0\.0:161/);
  for (const first of [10_000, 20_000])
    expect((await push(many(9_500, 25, first, '10.9.1'))).status).toBe(200);
  expectRefusal(await push(many(30, 30, 40_000, '10.9.2')), 400, /more than 20000 places/);
  expect((await push(many(500, 1, 0))).status).toBe(200);
});
