import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import type { Json } from '../support/api-client.js';
import { createAcceptedUser, signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let sibling: TestAccount;
let nephew: TestAccount;
let cousin: TestAccount;
let people: Record<'distributor' | 'channel' | 'customer', Visitor>;

/** The pages of what each account has; nobody has the same. */
let owned: [TestAccount, number[]][];

beforeAll(async () => {
  world = await startWorld();
  const { server, distributor, channel, customer, stranger } = world;
  sibling = await world.newAccount('channel', distributor);
  nephew = await world.newAccount('customer', channel);
  cousin = await world.newAccount('customer', sibling);
  owned = [
    [distributor, [1]],
    [channel, [10, 11]],
    // One account has more than all others together, so that pages consist of its rows alone.
    [customer, [100, 101, 102, 103, 104, 105, 106]],
    [nephew, [200]],
    [sibling, [300]],
    [cousin, [400]],
    [stranger, [500]],
  ];
  for (const [{ api }, amounts] of owned)
    for (const pages of amounts) {
      server.setNow(`2026-11-02T12:00:00.${String(pages).padStart(3, '0')}Z`);
      const date = `2026-11-01T12:00:00.${String(pages).padStart(3, '0')}Z`;
      const items = [{ mass: pages * 1000 }];
      const projects = { biomass_project_settings: [{ project_id: world.projects.forest }] };
      await api.post('/deposits', { pages, date });
      await api.post('/biomass/offsets', { pages, date, project_id: world.projects.forest });
      await api.post('/orders', { items, external_id: `PO-${pages}`, ...projects });
      await api.post('/quotes', { items, external_id: `Q-${pages}`, project_id: world.projects.forest });
    }
  server.setNow('2026-11-15T12:00:00Z');
  const sign = async ({ account }: TestAccount) =>
    signInVisitor(server, await createInvitedUser(server, account));
  people = {
    distributor: await sign(distributor),
    channel: await sign(channel),
    customer: await sign(customer),
  };
});
afterAll(() => world.stop());

/** All pages of a list. */
async function walk(visitor: Visitor, { id }: TestAccount, path: string, limit = 2): Promise<Json[]> {
  const rows: Json[] = [];
  let next = `/app/accounts/${id}/${path}&limit=${limit}`;
  while (next !== '') {
    const { status, body, headers } = await visitor.app('GET', next);
    expect([status, body.error]).toEqual([200, undefined]);
    rows.push(...body);
    const [, link] = /<([^>]+)>; rel="next"/.exec(String(headers['link'])) ?? [];
    next = link === undefined ? '' : new URL(link).pathname + new URL(link).search;
  }
  return rows;
}

const amountOf = (row: Json): number => Number(String(row.external_id ?? row.pages).replace(/\D+/, ''));
const lists = ['offsets', 'deposits', 'orders', 'quotes', 'certificates'];
const newestFirst = (amounts: number[]): number[] => amounts.toSorted((a, b) => b - a);

describe.each(lists)('A list of %s', (name) => {
  const amounts = async (
    visitor: Visitor,
    of: TestAccount,
    query: string,
    limit?: number,
  ): Promise<number[]> => (await walk(visitor, of, `${name}?${query}`, limit)).map(amountOf);

  it('has what the account has, those below it, or all of them, on pages of any size', async () => {
    const below = [100, 101, 102, 103, 104, 105, 106, 200];
    for (const limit of [1, 2, 3, 5, 100]) {
      expect(await amounts(people.channel, world.channel, 'level=own', limit)).toEqual([11, 10]);
      expect(await amounts(people.channel, world.channel, 'level=below', limit)).toEqual(newestFirst(below));
      expect(await amounts(people.channel, world.channel, 'level=together', limit)).toEqual(
        newestFirst([...below, 10, 11]),
      );
    }
    expect(await amounts(people.channel, world.channel, '')).toEqual([11, 10]);
    expect(await amounts(people.distributor, world.distributor, 'level=below')).toEqual(
      newestFirst([...below, 10, 11, 300, 400]),
    );
    expect(await amounts(people.distributor, sibling, 'level=together')).toEqual([400, 300]);
    expect(await amounts(people.customer, world.customer, 'level=below')).toEqual([]);
  });

  it('is sorted and limited to days on every level', async () => {
    const all = [10, 11, 100, 101, 102, 103, 104, 105, 106, 200];
    const of = (query: string) => amounts(people.channel, world.channel, `level=together&${query}`, 3);
    expect(await of('sort=date')).toEqual(all);
    expect(await of(name === 'deposits' ? 'sort=pages' : 'sort=trees')).toEqual(all);
    expect(await of(name === 'deposits' ? 'sort=-pages' : 'sort=-trees')).toEqual(newestFirst(all));
    expect(await of('start_date=2026-11-01&end_date=2026-11-02&sort=date')).toEqual(all);
    expect(await of('start_date=2026-11-03')).toEqual([]);
    expect(await of('end_date=2026-10-31&sort=date')).toEqual([]);
  });

  it('names the account of each row', async () => {
    const rows = await walk(people.channel, world.channel, `${name}?level=together`);
    const names = new Map(owned.map(([{ id, account }]) => [id, account.displayName]));
    expect(rows.map((row) => row.account_name as string)).toEqual(
      rows.map((row) => names.get(String(row.account_id))),
    );
    expect(new Set(rows.map(({ account_id: id }) => id as string))).toEqual(
      new Set([world.channel.id, world.customer.id, nephew.id]),
    );
  });

  it('is exported on every level, with the accounts', async () => {
    const { text } = await people.channel.app(
      'GET',
      `/app/accounts/${world.channel.id}/exports/${name}?level=below&format=csv`,
    );
    const [header = '', ...lines] = text.trim().split('\r\n');
    expect(header.replace('\ufeff', '').split(',').slice(0, 2)).toEqual(['Account', 'Account ID']);
    expect(lines).toHaveLength(8);
    expect(lines[0]).toContain(nephew.id);
    const own = await people.channel.app(
      'GET',
      `/app/accounts/${world.channel.id}/exports/${name}?format=csv`,
    );
    expect(own.text).not.toContain('Account ID');
  });

  it('is read by restricted users, too', async () => {
    const user = await createAcceptedUser(world.server, world.channel.account, {
      email: `reader-${name}@example.com`,
      fullName: 'Re Ader',
      locale: 'en',
      permission: 'restricted',
    });
    const reader = await signInVisitor(world.server, user);
    expect(await amounts(reader, world.channel, 'level=below')).toHaveLength(8);
  });

  it('never has rows of accounts beside or above, even if a ranking had them', async () => {
    const { server, channel, stranger, distributor } = world;
    const foreign = [stranger, sibling, distributor, cousin];
    for (const { id } of foreign)
      await server.sql(
        `insert into account_ranking (account_id, below_id, role) values ($1, $2, 'customer')
         on conflict do nothing`,
        [channel.id, id],
      );
    const rows = await walk(people.channel, channel, `${name}?level=together`);
    const seen = new Set(rows.map(({ account_id: id }) => id as string));
    expect(foreign.filter(({ id }) => seen.has(id))).toEqual([]);
    expect(rows).toHaveLength(10);
    await server.sql('delete from account_ranking where account_id = $1 and below_id = any($2::uuid[])', [
      channel.id,
      foreign.map(({ id }) => id),
    ]);
    for (const { id } of foreign)
      expect((await people.channel.app('GET', `/app/accounts/${id}/${name}?level=below`)).status).toBe(404);
  });

  it('refuses an unknown level, and more accounts than it can ask', async () => {
    const unknown = await people.channel.app('GET', `/app/accounts/${world.channel.id}/${name}?level=all`);
    expect([unknown.status, unknown.body.error]).toEqual([400, expect.stringContaining('level must be')]);
    const parent = await world.newAccount('channel', world.distributor);
    const grow = (count: number) =>
      world.server.sql(
        `with created as (
           insert into accounts (id, parent_id, lineage, name, name_sort, display_name, role, status, created_at)
           select id, $1, array[$2::uuid, $1, id], id::text, id::text, id::text, 'customer', 'active', now()
           from (select gen_random_uuid() as id from generate_series(1, $3::integer)) ids returning id
         )
         insert into account_ranking (account_id, below_id, role) select $1, id, 'customer' from created`,
        [parent.id, world.distributor.id, count],
      );
    const url = `/app/accounts/${parent.id}/${name}?level=below&limit=5`;
    await grow(1000);
    expect((await people.distributor.app('GET', url)).status).toBe(200);
    await grow(1);
    const refused = await people.distributor.app('GET', url);
    expect([refused.status, refused.body.reason]).toEqual([
      400,
      { code: 'too-many-accounts', params: { max: 1000 } },
    ]);
    expect((await people.distributor.app('GET', url.replace('below', 'own'))).status).toBe(200);
  });
});

it('Deposits are added up on every level, in any range and by feed', async () => {
  const total = async (query: string): Promise<Json> =>
    (await people.channel.app('GET', `/app/accounts/${world.channel.id}/deposit-totals?${query}`)).body;
  const days = 'start_date=2026-11-01&end_date=2026-11-01';
  expect(await total('')).toEqual({ deposits: 2, pages: 21 });
  expect(await total(`level=below&${days}`)).toEqual({ deposits: 8, pages: 921 });
  expect(await total(`level=together&${days}`)).toEqual({ deposits: 10, pages: 942 });
  expect(await total('level=together&start_date=2026-11-02')).toEqual({ deposits: 0, pages: 0 });
  expect(await total(`feed_id=${newId()}`)).toEqual({ deposits: 0, pages: 0 });
});

it('Rows sort up to a limit of all accounts together', async () => {
  const { server, customer, channel } = world;
  const fill = (account: TestAccount, count: number) =>
    server.sql(
      `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
       select $1, gen_random_uuid(), '2025-01-01', 1, 0.21, 0.297, 80, now() from generate_series(1, $2::integer)`,
      [account.id, count],
    );
  await fill(customer, 5_000);
  await fill(nephew, 5_000);
  const url = `/app/accounts/${channel.id}/deposits?level=below&sort=pages&limit=1&end_date=2025-12-31`;
  expect((await people.channel.app('GET', url)).status).toBe(200);
  await fill(nephew, 1);
  const refused = await people.channel.app('GET', url);
  expect([refused.status, refused.body.reason.code]).toEqual([400, 'too-many-to-sort']);
  expect((await people.channel.app('GET', url.replace('sort=pages', 'sort=date'))).status).toBe(200);
  await server.sql(`delete from deposits where date = '2025-01-01'`);
});

it('Offsets and certificates name the order, the quote or the month that they come from', async () => {
  const { api } = nephew;
  const { body: order } = await api.post('/orders', {
    items: [{ mass: 77_000 }],
    external_id: 'PO-773',
    biomass_project_settings: [{ project_id: world.projects.forest }],
  });
  await api.patch(`/orders/${String(order.id)}/place`);
  const { body: quote } = await api.post('/quotes', {
    items: [{ mass: 78_000 }],
    external_id: 'Q-774',
    project_id: world.projects.forest,
  });
  await api.post('/biomass/offsets', { quote_id: quote.id });
  for (const name of ['offsets', 'certificates']) {
    const rows = await walk(people.channel, world.channel, `${name}?level=below&start_date=2026-11-15`);
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ order_id: order.id, reference: 'PO-773', settled_month: null }),
        expect.objectContaining({ quote_id: quote.id, order_id: null, reference: 'Q-774' }),
      ]),
    );
  }
});
