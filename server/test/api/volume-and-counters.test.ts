import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.server.setNow(undefined));
afterAll(() => world.stop());

const offset = async (by: TestAccount, body: Json): Promise<Json> =>
  (await by.api.post('/biomass/offsets', body)).body;
const monthsOf = (periods: Json): string[] => periods.map(({ date }: Json) => date.slice(0, 7));

describe('GET /volume', () => {
  it('returns this month and the twelve before it by default, in order and including zeros', async () => {
    const member = await world.newAccount();
    world.server.setNow('2026-03-31T23:59:59Z');
    await offset(member, { pages: 8333, date: '2025-12-15' });
    await offset(member, { trees: 0.5, date: '2025-12-31T23:59:59Z' });
    await offset(member, { pages: 100, date: '2026-03-01' });
    const { status, body } = await member.api.get('/volume');
    expect(status).toBe(200);
    expect(body).toHaveLength(13);
    expect(body[0]).toEqual({ account_id: member.id, date: '2025-03-01T00:00:00Z', pages: 0, trees: 0 });
    expect(monthsOf(body)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `2025-${String(index + 3).padStart(2, '0')}`),
      '2026-01',
      '2026-02',
      '2026-03',
    ]);
    expect(body.filter(({ pages }: Json) => pages > 0)).toEqual([
      { account_id: member.id, date: '2025-12-01T00:00:00Z', pages: 12_500, trees: 1.5 },
      { account_id: member.id, date: '2026-03-01T00:00:00Z', pages: 100, trees: 0.012 },
    ]);
  });

  it.each([
    ['start_date=2026-01-31&end_date=2025-11-01', '2025-11', '2026-01', 3],
    ['start_date=2025-11-30&end_date=2026-01-01', '2025-11', '2026-01', 3],
    ['start_date=2024-02-29&end_date=2024-02-29', '2024-02', '2024-02', 1],
    ['start_date=2026-05-01', '2025-03', '2026-05', 15],
    ['start_date=2024-12-31', '2024-12', '2025-03', 4],
    ['end_date=2026-02-10', '2026-02', '2026-03', 2],
    ['end_date=2026-04-10', '2026-03', '2026-04', 2],
  ])(
    'has one period for every month between its bounds, in either order: %s',
    async (query, from, to, count) => {
      world.server.setNow('2026-03-10T00:00:00Z');
      const { body } = await world.customer.api.get(`/volume?${query}`);
      const months = monthsOf(body);
      expect([months[0], months.at(-1), months.length]).toEqual([from, to, count]);
      expect(months).toEqual([...months].sort());
    },
  );

  it('counts an offset in the month of its date in UTC', async () => {
    const member = await world.newAccount();
    await offset(member, { pages: 1, date: '2026-02-01T00:59:59+01:00' });
    await offset(member, { pages: 2, date: '2026-01-31T19:00:00-05:00' });
    const { body } = await member.api.get('/volume?start_date=2026-01-01&end_date=2026-02-28');
    expect(body.map(({ pages }: Json) => pages)).toEqual([1, 2]);
  });

  it('decreases when offsets are deleted', async () => {
    const member = await world.newAccount();
    const gone = await offset(member, { trees: 3.5, date: '2026-01-10' });
    await offset(member, { trees: 1.25, date: '2026-01-20' });
    await member.api.delete(`/biomass/offsets/${gone.id}`);
    const { body } = await member.api.get('/volume?start_date=2026-01-01&end_date=2026-01-31');
    expect(body).toMatchObject([{ pages: 10_416, trees: 1.25 }]);
  });

  it.each(['start_date=2026-02-30', 'end_date=soon', 'start_date=2026-02'])('refuses %s', async (query) => {
    expectRefusal(await world.customer.api.get(`/volume?${query}`), 400, /_date/);
  });

  it('is paginated on request', async () => {
    const query = 'start_date=2026-01-01&end_date=2026-05-01&limit=3';
    const first = await world.customer.api.get(`/volume?${query}`);
    expect(monthsOf(first.body)).toEqual(['2026-01', '2026-02', '2026-03']);
    const [, next = ''] = /^<.*?\/v1(.*)>; rel="next"$/.exec(String(first.headers['link'])) ?? [];
    const second = await world.customer.api.get(next);
    expect(monthsOf(second.body)).toEqual(['2026-04', '2026-05']);
    expect(second.headers['link']).toBeUndefined();
  });
});

describe('the counters of an account', () => {
  let member: TestAccount;
  beforeAll(async () => {
    member = await world.newAccount();
    const dates = ['2024-12-31T23:59:59Z', '2025-01-01', '2025-03-31T23:59:59Z', '2025-04-01', '2025-12-31'];
    for (const [index, date] of dates.entries()) await offset(member, { trees: 2 ** index, date });
  });

  it.each([
    ['2024-12-31T23:59:59Z', { mtd: 1, qtd: 1, ytd: 1 }],
    ['2025-01-01T00:00:00Z', { mtd: 2, qtd: 2, ytd: 2 }],
    ['2025-02-28T23:59:59Z', { mtd: 0, qtd: 2, ytd: 2 }],
    ['2025-03-31T23:59:59Z', { mtd: 4, qtd: 6, ytd: 6 }],
    ['2025-04-01T00:00:00Z', { mtd: 8, qtd: 8, ytd: 14 }],
    ['2025-07-01T00:00:00Z', { mtd: 0, qtd: 0, ytd: 14 }],
    ['2025-12-31T23:59:59Z', { mtd: 16, qtd: 16, ytd: 30 }],
    ['2026-01-01T00:00:00Z', { mtd: 0, qtd: 0, ytd: 0 }],
  ])('cover the month, quarter and year of %s, in UTC', async (now, { mtd, qtd, ytd }) => {
    world.server.setNow(now);
    const { body } = await member.api.get('/account');
    expect(body).toMatchObject({
      ...{ mtd_trees: mtd, qtd_trees: qtd, ytd_trees: ytd, ltd_trees: 31 },
      ...{ mtd_pages: mtd * 8333, qtd_pages: qtd * 8333, ytd_pages: ytd * 8333, ltd_pages: 31 * 8333 },
    });
  });

  it('add the six decimals of trees exactly', async () => {
    const { api, ...rest } = await world.newAccount();
    for (const trees of [0.1, 0.2, 0.000061]) await offset({ api, ...rest }, { trees });
    expect((await api.get('/account')).body.ltd_trees).toBe(0.300061);
  });

  it("count the account's own offsets, not those of accounts below it", async () => {
    const channel = await world.newAccount('channel', world.distributor);
    const customer = await world.newAccount('customer', channel);
    await offset(customer, { pages: 8333 });
    await world.distributor.api.post(`/accounts/${customer.id}/biomass/offsets`, { pages: 8333 });
    expect((await customer.api.get('/account')).body).toMatchObject({ ltd_pages: 16_666, ltd_trees: 2 });
    for (const { api } of [channel, world.distributor]) {
      expect((await api.get('/account')).body).toMatchObject({ mtd_pages: 0, ltd_pages: 0, ltd_trees: 0 });
      expect((await api.get('/volume')).body.every(({ pages }: Json) => pages === 0)).toBe(true);
    }
  });

  it('count biomass offsets only, not deposits, quotes or drafts', async () => {
    const { api } = await world.newAccount();
    const items = [{ quantity: 10 }];
    await api.post('/deposits', { pages: 10 });
    await api.post('/quotes', { project_id: world.projects.forest, items });
    await api.post('/orders', { items });
    expect((await api.get('/account')).body).toMatchObject({ ltd_pages: 0, ltd_trees: 0 });
  });
});
