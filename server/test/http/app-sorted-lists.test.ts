import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { insertOffsets } from '../support/billing.js';
import { createPushFeed } from '../support/readings.js';
import { signInVisitor, createInvitedUser, type VisitResponse, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-15T12:00:00Z');
  holder = await signInVisitor(
    world.server,
    await createInvitedUser(world.server, world.distributor.account),
  );
  member = await world.newAccount('customer', world.channel);
});
afterAll(() => world.stop());

const get = (path: string, account = member.id): Promise<VisitResponse> =>
  holder.app('GET', `/app/accounts/${account}/${path}`);

/** All pages of a list, with two rows each. */
async function walk(path: string, account = member.id): Promise<Json[]> {
  const rows: Json[] = [];
  let next = `/app/accounts/${account}/${path}${path.includes('?') ? '&' : '?'}limit=2`;
  while (next !== '') {
    const { status, body, headers } = await holder.app('GET', next);
    expect([status, body.error]).toEqual([200, undefined]);
    rows.push(...body);
    const [, link] = /<([^>]+)>; rel="next"/.exec(String(headers['link'])) ?? [];
    next = link === undefined ? '' : new URL(link).pathname + new URL(link).search;
  }
  return rows;
}

describe('Offsets', () => {
  beforeAll(async () => {
    const { forest, grove } = world.projects;
    for (const [pages, day, project] of [
      [500, '02', forest],
      [7, '03', grove],
      [500, '04', forest],
      [90_000, '05', grove],
      [20, '06', forest],
    ] as const)
      await member.api.post('/biomass/offsets', {
        pages,
        date: `2026-10-${day}T00:00:00Z`,
        project_id: project,
      });
  });
  const pagesOf = async (query: string): Promise<number[]> =>
    (await walk(`offsets?${query}`)).map(({ pages }) => pages as number);

  it.each([
    ['sort=-date', [20, 90_000, 500, 7, 500]],
    ['sort=date', [500, 7, 500, 90_000, 20]],
    ['sort=trees', [7, 20, 500, 500, 90_000]],
    ['sort=-trees', [90_000, 500, 500, 20, 7]],
    ['sort=-pages', [90_000, 500, 500, 20, 7]],
    ['start_date=2026-10-03&end_date=2026-10-05', [90_000, 500, 7]],
    ['start_date=2026-10-03&end_date=2026-10-05&sort=date', [7, 500, 90_000]],
    ['start_date=2026-10-03&end_date=2026-10-05&sort=pages', [7, 500, 90_000]],
    ['end_date=2026-10-03&sort=-trees', [500, 7]],
    ['start_date=2026-12-01', []],
  ])('are paged by %s', async (query, expected) => {
    expect(await pagesOf(query)).toEqual(expected);
  });

  it('are filtered by project, in any order', async () => {
    const { grove, complete } = world.projects;
    expect(await pagesOf(`project_id=${grove}`)).toEqual([90_000, 7]);
    expect(await pagesOf(`project_id=${grove}&sort=pages`)).toEqual([7, 90_000]);
    expect(await pagesOf(`project_id=${complete}`)).toEqual([]);
  });

  it('with equal amounts are all listed, each once', async () => {
    const ids = (await walk('offsets?sort=trees')).map(({ id }) => id as string);
    expect(new Set(ids).size).toBe(5);
  });

  it.each([
    ['sort=price', 'sort must be'],
    ['sort=-', 'sort must be'],
    ['start_date=2026-10-05&end_date=2026-10-04', 'start_date must not be after end_date'],
    ['project_id=x', 'project_id must be a UUID'],
    ['cursor=abc', 'cursor must be'],
  ])('are refused for %s', async (query, error) => {
    const { status, body } = await get(`offsets?${query}`);
    expect([status, String(body.error).slice(0, error.length)]).toEqual([400, error]);
  });

  it('do not accept the cursor of another order', async () => {
    const { headers } = await get('offsets?sort=date&limit=2');
    const [, cursor = ''] = /cursor=([^&>]+)/.exec(String(headers['link'])) ?? [];
    expect(cursor).not.toBe('');
    expect((await get(`offsets?sort=trees&limit=2&cursor=${cursor}`)).status).toBe(400);
  });

  it('are sorted by amounts up to a limit, and by date beyond it', async () => {
    const many = await world.newAccount('customer', world.channel);
    await insertOffsets(world.server, many, world.projects.forest, 10_001);
    const refused = await get('offsets?sort=-trees&limit=1', many.id);
    expect(refused.status).toBe(400);
    expect(refused.body.reason).toEqual({ code: 'too-many-to-sort', params: { max: 10_000 } });
    expect((await get(`offsets?project_id=${world.projects.grove}&limit=1`, many.id)).status).toBe(400);
    const oldest = await get('offsets?sort=date&limit=1', many.id);
    expect(oldest.body).toMatchObject([{ pages: 1 }]);
    // One less: as many as can be sorted.
    const [{ id }] = oldest.body;
    await world.server.sql('delete from biomass_offsets where account_id = $1 and id = $2', [many.id, id]);
    expect((await get('offsets?sort=pages&limit=1', many.id)).body).toMatchObject([{ pages: 2 }]);
  });
});

describe('Deposits', () => {
  it('are sorted by pages, and filtered by feed', async () => {
    const feed = await createPushFeed(world, { owner: member });
    await member.api.post('/deposits', { pages: 300, date: '2026-11-02T00:00:00Z' });
    await member.api.post('/deposits', { pages: -20, date: '2026-11-03T00:00:00Z' });
    await member.api.post('/deposits', { pages: 40, date: '2026-11-04T00:00:00Z' });
    await world.server.sql('update deposits set feed_id = $2 where account_id = $1 and pages = 40', [
      member.id,
      feed.id,
    ]);
    const pagesOf = async (query: string) => (await walk(`deposits?${query}`)).map(({ pages }) => pages);
    expect(await pagesOf('sort=pages')).toEqual([-20, 40, 300]);
    expect(await pagesOf('sort=-pages&end_date=2026-11-03')).toEqual([300, -20]);
    expect(await pagesOf('sort=date')).toEqual([300, -20, 40]);
    expect(await pagesOf(`feed_id=${feed.id}`)).toEqual([40]);
  });
});

describe('Orders', () => {
  it('are sorted by price and filtered by status and days', async () => {
    const order = async (mass: number, day: string): Promise<string> => {
      world.server.setNow(`2026-11-${day}T12:00:00Z`);
      const { body } = await member.api.post('/orders', {
        items: [{ mass }],
        biomass_project_settings: [{ project_id: world.projects.forest }],
      });
      return String(body.id);
    };
    const small = await order(5_000, '15');
    const large = await order(9_000_000, '16');
    const middle = await order(400_000, '17');
    await member.api.patch(`/orders/${middle}/place`);
    const idsOf = async (query: string) => (await walk(`orders?${query}`)).map(({ id }) => id);
    expect(await idsOf('')).toEqual([middle, large, small]);
    expect(await idsOf('sort=price')).toEqual([small, middle, large]);
    expect(await idsOf('sort=-trees')).toEqual([large, middle, small]);
    expect(await idsOf('status=draft&sort=date')).toEqual([small, large]);
    expect(await idsOf('status=placed')).toEqual([middle]);
    expect(await idsOf('start_date=2026-11-16&end_date=2026-11-16')).toEqual([large]);
    const listed = await walk('orders');
    expect(listed).toEqual(
      (await member.api.get('/orders')).body.map((one: Json) => ({
        ...one,
        account_name: member.account.displayName,
      })),
    );
  });
});

describe('Accounts', () => {
  it('are sorted by name and by their creation, and filtered by status and days', async () => {
    const parent = await world.newAccount('channel', world.distributor);
    const ids: Record<string, string> = {};
    for (const [name, day] of [
      ['Émile', '15'],
      ['anna', '16'],
      ['Zoe', '17'],
    ] as const) {
      world.server.setNow(`2026-11-${day}T12:00:00Z`);
      ids[name] = String((await parent.api.post('/accounts', { name })).body.id);
    }
    await parent.api.post(`/accounts/${String(ids['anna'])}/deactivate`);
    const namesOf = async (query: string) =>
      (await walk(`accounts?${query}`, parent.id)).map(({ name }) => name);
    expect(await namesOf('')).toEqual(['anna', 'Émile', 'Zoe']);
    expect(await namesOf('sort=-name')).toEqual(['Zoe', 'Émile', 'anna']);
    expect(await namesOf('sort=-date')).toEqual(['Zoe', 'anna', 'Émile']);
    expect(await namesOf('sort=date&start_date=2026-11-16')).toEqual(['anna', 'Zoe']);
    expect(await namesOf('start_date=2026-11-16')).toEqual(['anna', 'Zoe']);
    expect(await namesOf('status=inactive')).toEqual(['anna']);
    expect(await namesOf('status=active&sort=-name')).toEqual(['Zoe', 'Émile']);
  });
});

it('Nobody sorts a list of an account that is not accessible', async () => {
  for (const path of [
    'offsets?sort=trees',
    'deposits?sort=pages',
    'orders?sort=price',
    'accounts?sort=-date',
  ])
    expect((await get(path, world.stranger.id)).status).toBe(404);
});
