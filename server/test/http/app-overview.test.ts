import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { refreshActivity } from '../../src/features/rollups/refresh-activity.js';
import { rollUp } from '../../src/features/rollups/roll-up.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let people: Record<'distributor' | 'channel' | 'customer' | 'stranger', Visitor>;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-15T12:00:00Z');
  const sign = async ({ account }: TestAccount) =>
    signInVisitor(world.server, await createInvitedUser(world.server, account));
  people = {
    distributor: await sign(world.distributor),
    channel: await sign(world.channel),
    customer: await sign(world.customer),
    stranger: await sign(world.stranger),
  };
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const context = () => world.server.running.instance.context;
async function bringUpToDate(): Promise<void> {
  await refreshActivity(context(), new AbortController().signal);
  await rollUp(context());
}

const get = async (visitor: Visitor, { id }: TestAccount, path: string): Promise<Json> =>
  (await visitor.app('GET', `/app/accounts/${id}/${path}`)).body;

it('An overview has what the account, those below and all together have, by month and compared with the year before', async () => {
  const { distributor, channel, customer } = world;
  const offset = async ({ api }: TestAccount, pages: number, date: string): Promise<number> =>
    (await api.post('/biomass/offsets', { pages, date })).body.trees;
  const own = await offset(channel, 100, '2026-10-10T00:00:00Z');
  const before = await offset(customer, 400, '2025-10-10T00:00:00Z');
  const below = await offset(customer, 300, '2026-10-31T23:59:59Z');
  await offset(world.stranger, 999, '2026-10-10T00:00:00Z');
  await bringUpToDate();

  const overview = await get(people.channel, channel, 'overview?start=2026-10&end=2026-11');
  expect(overview).toMatchObject({
    start: '2026-10',
    end: '2026-11',
    ever: { own: { pages: 100 }, below: { pages: 700 }, together: { pages: 800 } },
    range: {
      own: { pages: 100, trees: own },
      below: { pages: 300, trees: below },
      together: { pages: 400, trees: Number((own + below).toFixed(6)), mtco2e: 0 },
    },
    to_date: {
      month: { together: { pages: 0 } },
      quarter: { own: { pages: 100 }, below: { pages: 300 } },
      year: { together: { pages: 400 } },
    },
    year_before: { own: { pages: 0 }, below: { pages: 400, trees: before }, together: { pages: 400 } },
  });
  expect(overview.months.map(({ month, together }: Json) => [month, together.pages])).toEqual([
    ['2026-10', 400],
    ['2026-11', 0],
  ]);
  expect(overview.months_before.map(({ month, below: sums }: Json) => [month, sums.pages])).toEqual([
    ['2025-10', 400],
    ['2025-11', 0],
  ]);
  // 400 standard pages of 4.524... grams, by the factor of the methodology.
  expect(overview.range.together.paper_mtco2e).toBeGreaterThan(0);
  expect((await get(people.distributor, distributor, 'overview')).ever).toMatchObject({
    own: { pages: 0 },
    below: { pages: 800 },
  });
  expect((await get(people.customer, customer, 'overview')).ever.below.pages).toBe(0);
  expect((await get(people.customer, customer, 'overview')).months).toHaveLength(13);
});

it.each([
  ['start=2026-12&end=2026-11', 'start must not be after end'],
  ['start=2001-01&end=2026-11', 'An overview has at most 120 months'],
  ['start=2026-1', '2026-1 is not a month such as 2026-10'],
  ['start=2026-13', '2026-13 is not a month such as 2026-10'],
])('A range such as %s is refused', async (range, message) => {
  const { status, body } = await people.channel.app(
    'GET',
    `/app/accounts/${world.channel.id}/overview?${range}`,
  );
  expect([status, body.error]).toEqual([400, message]);
});

/** All pages of a ranking, two rows each. */
async function ranking(visitor: Visitor, { id }: TestAccount, query: string): Promise<Json[]> {
  const rows: Json[] = [];
  let path: string | undefined = `/app/accounts/${id}/ranking?limit=2&${query}`;
  while (path !== undefined) {
    const { status, body, headers } = await visitor.app('GET', path);
    expect(status).toBe(200);
    rows.push(...body);
    const link: string | undefined = /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1];
    path = link && new URL(link).pathname + new URL(link).search;
  }
  return rows;
}

it('Accounts below are ranked by trees, pages, activity and health, in both directions, page by page', async () => {
  const parent = await world.newAccount('distributor');
  const reader = await signInVisitor(world.server, await createInvitedUser(world.server, parent.account));
  const between = await world.newAccount('channel', parent);
  const idle = await world.newAccount('channel', parent);
  const children: TestAccount[] = [];
  for (const [index, pages] of [300, 100, 500, 200].entries()) {
    const child = await world.newAccount('customer', between);
    await child.api.post('/biomass/offsets', { pages, date: `2026-10-0${index + 1}T00:00:00Z` });
    children.push(child);
  }
  const ids = (...order: number[]) => order.map((index) => children[index]?.id);
  const third = children[2] as TestAccount;
  await third.api.post('/deposits', { pages: 1, date: '2026-11-14T09:00:00Z' });
  for (const [child, health] of [
    [children[1], 'unhealthy'],
    [children[2], 'healthy'],
  ] as const)
    await world.server.sql(
      `insert into feeds (account_id, id, type, collection_scope, created_at, status, activated_at, health_check,
         health_check_checked_at, health_check_changed_at)
       values ($1, gen_random_uuid(), 'push', 'all', now(), 'active', now(), $2, now(), now())`,
      [child?.id, health],
    );
  await bringUpToDate();

  const listed = async (query: string) =>
    (await ranking(reader, parent, `role=customer&${query}`)).map(({ id }) => id as string);
  expect(await listed('sort=trees')).toEqual(ids(2, 0, 3, 1));
  expect(await listed('sort=trees&direction=asc')).toEqual(ids(1, 3, 0, 2));
  expect(await listed('sort=pages')).toEqual(ids(2, 0, 3, 1));
  expect(await listed('sort=activity')).toEqual(ids(2, 3, 1, 0));
  expect(await listed('sort=activity&direction=asc')).toEqual(ids(0, 1, 3, 2));
  expect((await listed('sort=health'))[0]).toBe(children[1]?.id);
  expect((await listed('sort=health&direction=asc')).at(-1)).toBe(children[1]?.id);

  expect(await ranking(reader, parent, 'role=channel')).toEqual([
    expect.objectContaining({
      id: between.id,
      pages: 1100,
      active_at: '2026-11-14T09:00:00Z',
      feeds: 2,
      unhealthy_feeds: 1,
      parent_id: parent.id,
    }),
    expect.objectContaining({ id: idle.id, pages: 0, trees: 0, active_at: null, feeds: 0 }),
  ]);

  // What no longer exists counts no longer.
  const { body: deposits } = await third.api.get('/deposits');
  await third.api.delete(`/deposits/${String(deposits[0].id)}`);
  await world.server.sql('delete from feeds where account_id = $1', [children[1]?.id]);
  await bringUpToDate();
  expect((await ranking(reader, parent, 'role=channel'))[0]).toMatchObject({
    active_at: '2026-10-04T00:00:00Z',
    feeds: 1,
    unhealthy_feeds: 0,
  });
});

it('A new account is in the ranking at once, and only accounts below are: none beside or above', async () => {
  const created = await world.newAccount('customer', world.channel);
  const seen = (await ranking(people.channel, world.channel, 'role=customer')).map(({ id }) => id as string);
  expect(seen).toContain(created.id);
  const below = await world.server.sql<{ id: string }>(
    'select id from accounts where lineage @> array[$1::uuid] and id <> $1 order by id',
    [world.channel.id],
  );
  expect(seen.toSorted()).toEqual(below.map(({ id }) => id));
  for (const role of ['distributor', 'channel'])
    expect(await ranking(people.channel, world.channel, `role=${role}`)).toEqual([]);
  expect(await ranking(people.stranger, world.stranger, 'role=customer')).toEqual([]);

  for (const path of ['overview', 'ranking?role=customer', 'waiting-paper', 'planted-projects'])
    for (const [visitor, member] of [
      [people.stranger, world.channel],
      [people.channel, world.distributor],
      [people.customer, created],
    ] as const) {
      const { status } = await visitor.app('GET', `/app/accounts/${member.id}/${path}`);
      expect(status, path).toBe(404);
    }
});

it('A cursor of another order or from elsewhere is refused or harmless', async () => {
  const cursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const read = async (sort: string, value: unknown): Promise<number> =>
    (
      await people.channel.app(
        'GET',
        `/app/accounts/${world.channel.id}/ranking?role=customer&limit=2&sort=${sort}&cursor=${cursor(value)}`,
      )
    ).status;
  const { id } = world.customer;
  for (const sort of ['trees', 'pages', 'activity', 'health']) {
    for (const good of ['12.5', '-3', '9'.repeat(40)]) expect(await read(sort, [good, id]), good).toBe(200);
    for (const bad of [['1e9', id], ['infinity', id], [12, id], ['1', 'x'], ['', id], 1])
      expect(await read(sort, bad), JSON.stringify(bad)).toBe(400);
  }
});

it('The waiting paper of this month is exactly what the month-end makes of it', async () => {
  const member = await world.newAccount('customer', world.channel);
  const waiting = () => get(people.channel, member, 'waiting-paper');
  expect(await waiting()).toMatchObject({ month: '2026-11', deposits: 0, pages: 0, trees: 0 });
  await member.api.post('/deposits', { pages: 1000, width: 0.297, length: 0.42, gsm: 80 });
  const { body: deposit } = await member.api.post('/deposits', { pages: 500 });
  await member.api.post('/deposits', { pages: 333 });
  await member.api.delete(`/deposits/${String(deposit.id)}`);
  const expected = await waiting();
  expect(expected).toMatchObject({ deposits: 2, sheets: 1333 });

  world.server.setNow('2026-12-01T02:00:00Z');
  await closeMonth(context(), readMonth('2026-11'));
  const { body: offsets } = await member.api.get('/biomass/offsets');
  expect(offsets.map(({ pages, trees }: Json) => [pages, trees])).toEqual([[expected.pages, expected.trees]]);
  // The session has expired since.
  const later = await signInVisitor(world.server, await createInvitedUser(world.server, member.account));
  expect(await get(later, member, 'waiting-paper')).toMatchObject({
    month: '2026-12',
    deposits: 0,
    trees: 0,
  });
});
