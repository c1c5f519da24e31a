import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('POST /deposits', () => {
  it('takes the default paper and the current time when only pages are given', async () => {
    world.server.setNow('2026-03-05T10:20:30.456Z');
    const { status, body } = await world.customer.api.post('/deposits', { pages: 12 });
    world.server.setNow(undefined);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      account_id: world.customer.id,
      feed_id: null,
      date: '2026-03-05T10:20:30Z',
      pages: 12,
      width: 0.2159,
      length: 0.2794,
      gsm: 75,
    });
  });
});
