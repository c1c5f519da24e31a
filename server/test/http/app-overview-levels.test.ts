import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { rollUp } from '../../src/features/rollups/roll-up.js';
import { sumOf } from '../../src/platform/decimals.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { createAcceptedUser, signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let sibling: TestAccount;
let nephew: TestAccount;
let people: Record<'distributor' | 'channel' | 'stranger', Visitor>;

beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-15T12:00:00Z');
  sibling = await world.newAccount('channel', world.distributor);
  nephew = await world.newAccount('customer', sibling);
  await signIn();
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

/** Sessions end in the months that the tests skip. */
async function signIn(): Promise<void> {
  const sign = async ({ account }: TestAccount) =>
    signInVisitor(world.server, await createInvitedUser(world.server, account));
  people = {
    distributor: await sign(world.distributor),
    channel: await sign(world.channel),
    stranger: await sign(world.stranger),
  };
}

const context = () => world.server.running.instance.context;
const get = async (visitor: Visitor, { id }: TestAccount, path: string): Promise<Json> => {
  const { status, body } = await visitor.app('GET', `/app/accounts/${id}/${path}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const waiting = (visitor: Visitor, member: TestAccount, level: string): Promise<Json> =>
  get(visitor, member, `waiting-paper?level=${level}`);
const figures = ['deposits', 'sheets', 'pages', 'trees', 'paper_mtco2e'] as const;
const added = (papers: readonly Json[]): Record<string, number> =>
  Object.fromEntries(figures.map((name) => [name, Number(sumOf(papers.map((paper) => paper[name])))]));

it('The waiting paper of a level is the sum of what each account waits for, and becomes that at the month-end', async () => {
  const { distributor, channel, customer, stranger } = world;
  const tiny = await world.newAccount('customer', channel);
  // Thirds of a page: each account is rounded for itself.
  const third = { width: 0.1, length: 0.2, gsm: 77 };
  for (const [{ api }, pages] of [
    [channel, 7],
    [customer, 11],
    [sibling, 13],
    [nephew, 17],
  ] as const)
    await api.post('/deposits', { pages, ...third });
  await customer.api.post('/deposits', { pages: 1_000 });
  // Less than a page waits for the next month.
  await tiny.api.post('/deposits', { pages: 1, width: 0.05, length: 0.05, gsm: 80 });
  await stranger.api.post('/deposits', { pages: 999 });
  await channel.api.post('/deposits', { pages: 5_000, date: '2026-10-31T23:59:59Z' });

  const members = [channel, customer, tiny, sibling, nephew];
  const each: Json[] = [];
  for (const member of members) each.push(await waiting(people.distributor, member, 'own'));
  expect(await waiting(people.distributor, tiny, 'own')).toMatchObject({ sheets: 1, pages: 0, trees: 0 });
  expect(await waiting(people.distributor, distributor, 'own')).toMatchObject({ deposits: 0, trees: 0 });
  const below = await waiting(people.distributor, distributor, 'below');
  expect(below).toEqual({ month: '2026-11', ...added(each) });
  expect(below).toMatchObject({ deposits: 6, sheets: 1_049 });
  expect(await waiting(people.distributor, distributor, 'together')).toEqual(below);

  await distributor.api.post('/deposits', { pages: 5, ...third });
  expect(await waiting(people.distributor, distributor, 'together')).toEqual({
    month: '2026-11',
    ...added([below, await waiting(people.distributor, distributor, 'own')]),
  });
  expect(await waiting(people.channel, channel, 'together')).toEqual({
    month: '2026-11',
    ...added(each.slice(0, 3)),
  });
  expect(await waiting(people.stranger, stranger, 'below')).toMatchObject({ deposits: 0, sheets: 0 });
  expect(await get(people.channel, channel, 'waiting-paper')).toEqual(each[0]);

  // October's paper has its own certificate.
  await closeMonth(context(), readMonth('2026-10'));
  world.server.setNow('2026-12-01T02:00:00Z');
  await closeMonth(context(), readMonth('2026-11'));
  await signIn();
  const offsets: Json[] = [];
  for (const { api } of members)
    offsets.push(...(await api.get('/biomass/offsets?start_date=2026-11-01')).body);
  const sum = (name: string): number => Number(sumOf(offsets.map((offset) => offset[name])));
  expect([sum('pages'), sum('trees')]).toEqual([below.pages, below.trees]);
  expect(await waiting(people.distributor, distributor, 'together')).toMatchObject({ deposits: 0, trees: 0 });
});

it('The projects of a level have the trees of its accounts, exactly, as soon as they are counted', async () => {
  const { forest, grove } = world.projects;
  const parent = await world.newAccount('distributor');
  const reader = await signInVisitor(world.server, await createInvitedUser(world.server, parent.account));
  const between = await world.newAccount('channel', parent);
  const children = [await world.newAccount('customer', between), await world.newAccount('customer', between)];
  const offset = async ({ api }: TestAccount, pages: number, projectId: string): Promise<Json> =>
    (await api.post('/biomass/offsets', { pages, project_id: projectId })).body;
  const planted = async (level: string, member = parent): Promise<Json> =>
    Object.fromEntries(
      (await get(reader, member, `planted-projects?level=${level}`)).projects.map(({ id, trees }: Json) => [
        id,
        trees,
      ]),
    );
  const count = async (): Promise<void> => {
    await countTrees(context());
    await rollUp(context());
  };
  const own = await offset(parent, 1_111, forest);
  const offsets = [
    await offset(between, 2_345, forest),
    await offset(children[0] as TestAccount, 7, grove),
    await offset(children[1] as TestAccount, 12_345, grove),
  ];
  await offset(world.stranger, 999, grove);
  expect(await planted('together')).toEqual({ [forest]: own.trees });
  await count();
  const treesOf = (...list: Json[]): number => Number(sumOf(list.map(({ trees }) => trees)));
  const [first, second, third] = offsets as [Json, Json, Json];
  const below = { [forest]: first.trees, [grove]: treesOf(second, third) };
  expect(await planted('own')).toEqual({ [forest]: own.trees });
  expect(await planted('below')).toEqual(below);
  expect(await planted('together')).toEqual({ ...below, [forest]: treesOf(own, first) });
  expect(await planted('below', between)).toEqual({ [grove]: treesOf(second, third) });
  expect(await planted('below', children[0])).toEqual({});
  await expectLedgerInBalance(world.server);

  await children[1]?.api.delete(`/biomass/offsets/${String(third.id)}`);
  await between.api.delete(`/biomass/offsets/${String(first.id)}`);
  await count();
  expect(await planted('below')).toEqual({ [grove]: second.trees });
  await count();
  expect(await planted('together')).toEqual({ [forest]: own.trees, [grove]: second.trees });
});

it('The figures of a level are read by restricted users, and never include accounts beside or above', async () => {
  const { server, channel, customer, stranger, distributor } = world;
  await customer.api.post('/deposits', { pages: 100 });
  for (const { api } of [stranger, sibling, distributor]) await api.post('/deposits', { pages: 5_000 });
  const user = await createAcceptedUser(server, channel.account, {
    email: 'reader@example.com',
    fullName: 'Re Ader',
    locale: 'en',
    permission: 'restricted',
  });
  const reader = await signInVisitor(server, user);
  expect(await waiting(reader, channel, 'below')).toMatchObject({ sheets: 100 });
  for (const { id } of [stranger, sibling, distributor])
    await server.sql(
      `insert into account_ranking (account_id, below_id, role) values ($1, $2, 'customer') on conflict do nothing`,
      [channel.id, id],
    );
  expect(await waiting(reader, channel, 'below')).toMatchObject({ sheets: 100 });
  await server.sql('delete from account_ranking where account_id = $1 and below_id = any($2::uuid[])', [
    channel.id,
    [stranger, sibling, distributor].map(({ id }) => id),
  ]);
  for (const path of ['waiting-paper', 'planted-projects']) {
    expect((await reader.app('GET', `/app/accounts/${channel.id}/${path}?level=together`)).status).toBe(200);
    for (const { id } of [distributor, sibling, stranger])
      expect((await reader.app('GET', `/app/accounts/${id}/${path}?level=below`)).status).toBe(404);
    const { status, body } = await reader.app('GET', `/app/accounts/${channel.id}/${path}?level=all`);
    expect([status, body.error]).toEqual([400, expect.stringContaining('level must be')]);
  }
});

it('More accounts or deposits than can be added up are refused with a reason, except for the map', async () => {
  const { server, channel, customer, distributor } = world;
  const waitingOf = (id: string, level: string) =>
    people.distributor.app('GET', `/app/accounts/${id}/waiting-paper?level=${level}`);
  await server.sql(
    `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
     select $1, gen_random_uuid(), '2026-12-01', 1, 0.21, 0.297, 80, now() from generate_series(1, 100000)`,
    [customer.id],
  );
  const many = await waitingOf(channel.id, 'together');
  expect([many.status, many.body.reason]).toEqual([
    400,
    { code: 'too-many-deposits', params: { max: 100_000 } },
  ]);
  expect((await waitingOf(customer.id, 'own')).body.deposits).toBeGreaterThan(100_000);

  const parent = await world.newAccount('channel', distributor);
  await server.sql(
    `with created as (
       insert into accounts (id, parent_id, lineage, name, name_sort, display_name, role, status, created_at)
       select id, $1, array[$2::uuid, $1, id], id::text, id::text, id::text, 'customer', 'active', now()
       from (select gen_random_uuid() as id from generate_series(1, 1001)) ids returning id
     )
     insert into account_ranking (account_id, below_id, role) select $1, id, 'customer' from created`,
    [parent.id, distributor.id],
  );
  for (const level of ['below', 'together']) {
    const refused = await waitingOf(parent.id, level);
    expect([refused.status, refused.body.reason]).toEqual([
      400,
      { code: 'too-many-accounts', params: { max: 1000 } },
    ]);
    expect(await get(people.distributor, parent, `planted-projects?level=${level}`)).toEqual({
      projects: [],
    });
  }
  expect((await waitingOf(parent.id, 'own')).status).toBe(200);
});
