import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.server.setNow(undefined));
afterAll(() => world.stop());

describe('GET /reports/annual', () => {
  it('is empty and complete for a year without anything', async () => {
    const member = await world.newAccount();
    const { status, body } = await member.api.get('/reports/annual?year=1970');
    expect(status).toBe(200);
    expect(body).toMatchObject({ account_id: member.id, year: 1970, complete: true, certificates: [] });
    expect(body.levels).toHaveLength(1);
    expect(body.levels[0].paper.months.map(({ month }: Json) => month)).toHaveLength(12);
  });

  it.each([
    ['', 'year is required'],
    ['year=', 'year must be a year such as 2026'],
    ['year=20267', 'year must be a year such as 2026'],
    ['year=2027', 'year must be a year from 1970 to 2026'],
    ['year=1969', 'year must be a year from 1970 to 2026'],
    ['year=2026&include_descendants=yes', 'include_descendants must be one of true, false'],
    ['year=2026&locale=xx', 'locale must be'],
  ])('refuses %s', async (query, message) => {
    world.server.setNow('2026-12-31T23:59:59Z');
    expectRefusal(await world.customer.api.get(`/reports/annual?${query}`), 400, new RegExp(message));
  });
});
