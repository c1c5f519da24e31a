import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { refreshActivity } from '../../src/features/rollups/refresh-activity.js';
import { rollUp } from '../../src/features/rollups/roll-up.js';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { tasks } from '../../src/jobs/tasks/index.js';
import { readMonth } from '../../src/platform/time/months.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-02T12:00:00Z');
});
afterEach(() => expectLedgerInBalance(world.server));
afterAll(() => world.stop());

const context = () => world.server.running.instance.context;
const roll = (): Promise<void> => rollUp(context());
const refresh = (): Promise<void> => refreshActivity(context(), new AbortController().signal);

const sumsBelow = ({ id }: TestAccount) =>
  world.server.sql<{ month: string; pages: string; trees: string; mtco2e: string }>(
    `select month::text, pages::text, trees::text, mtco2e::text from account_rollups
     where account_id = $1 and (pages <> 0 or trees <> 0 or mtco2e <> 0) order by month`,
    [id],
  );

/** Counted from the offsets themselves. */
const factsBelow = ({ id }: TestAccount) =>
  world.server.sql<{ month: string; pages: string; trees: string; mtco2e: string }>(
    `select month::text, sum(pages)::text as pages, sum(trees)::text as trees, sum(mtco2e)::text as mtco2e from (
       select account_id, date_trunc('month', date at time zone 'UTC')::date as month, pages, trees, 0 as mtco2e
       from biomass_offsets
       union all
       select account_id, date_trunc('month', date at time zone 'UTC')::date, 0, 0, mtco2e from carbon_offsets
     ) facts join accounts on accounts.id = facts.account_id
     where lineage @> array[$1::uuid] and account_id <> $1
     group by month having sum(pages) <> 0 or sum(mtco2e) <> 0 order by month`,
    [id],
  );

const plain = (rows: readonly { month: string; pages: string; trees: string; mtco2e: string }[]) =>
  rows.map(({ month, pages, trees, mtco2e }) => [month, Number(pages), Number(trees), Number(mtco2e)]);

async function expectSumsOfFacts(...members: readonly TestAccount[]): Promise<void> {
  for (const member of members) {
    const facts = plain(await factsBelow(member));
    expect(plain(await sumsBelow(member))).toEqual(facts);
  }
}

interface Trees {
  readonly project: string;
  readonly trees: string;
}

const treesBelow = ({ id }: TestAccount) =>
  world.server.sql<Trees>(
    `select project_id as project, trees::float8::text as trees from planting_rollups
     where account_id = $1 and trees <> 0 order by project_id`,
    [id],
  );

/** Trees of the accounts below in each project equal their offsets. */
async function expectTreesOfFacts(...members: readonly TestAccount[]): Promise<void> {
  for (const member of members)
    expect(await treesBelow(member)).toEqual(
      await world.server.sql<Trees>(
        `select project_id as project, sum(trees)::float8::text as trees
         from biomass_offsets join accounts on accounts.id = account_id
         where lineage @> array[$1::uuid] and account_id <> $1 group by project_id order by project_id`,
        [member.id],
      ),
    );
}

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

it('Sums of the accounts below equal their offsets while offsets are created, deleted and rolled up at once', async () => {
  const { distributor, channel, customer, stranger } = world;
  const other = await world.newAccount('customer', channel);
  const members = [distributor, channel, customer, other, stranger];
  const dates = ['2026-09-30T23:59:59Z', '2026-10-01T00:00:00Z', '2025-02-28T12:00:00Z'];
  let isDone = false;
  const rolling = Promise.all(
    [0, 1].map(async () => {
      while (!isDone) {
        await countTrees(context());
        await roll();
      }
    }),
  );
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const { api } = pick(members, index);
      const { status, body } = await api.post('/biomass/offsets', {
        pages: 1 + index * 7,
        date: pick(dates, index),
        project_id: pick([world.projects.forest, world.projects.grove], index),
      });
      expect(status).toBe(200);
      if (index % 4 === 0) expect((await api.delete(`/biomass/offsets/${String(body.id)}`)).status).toBe(200);
    }),
  );
  isDone = true;
  await rolling;
  await countTrees(context());
  await roll();
  await expectSumsOfFacts(distributor, channel, customer, stranger);
  await expectTreesOfFacts(distributor, channel, customer, stranger);
  expect(await treesBelow(channel)).toHaveLength(2);
  expect(await sumsBelow(stranger)).toEqual([]);
  for (const table of ['account_volume', 'account_plantings'])
    expect(await world.server.sql(`select from ${table} where not rolled`)).toEqual([]);
});

it('Carbon offsets, month-ends and withdrawn offsets of a close are in the sums', async () => {
  const parent = await world.newAccount('channel');
  const child = await world.newAccount('customer', parent);
  const { body: order } = await child.api.post('/orders', {
    items: [{ mass: 5_000_000 }],
    biomass_project_settings: [],
    carbon_project_settings: [{ project_id: world.carbon.stoves }],
  });
  expect((await child.api.patch(`/orders/${String(order.id)}/place`)).status).toBe(200);
  await child.api.post('/deposits', { pages: 12_345, date: '2026-10-05T00:00:00Z' });
  await closeMonth(context(), readMonth('2026-10'));
  await countTrees(context());
  await roll();
  await expectSumsOfFacts(parent);
  await expectTreesOfFacts(parent);
  expect((await sumsBelow(parent)).map(({ month }) => month)).toEqual(['2026-10-01', '2026-11-01']);

  const { body: offsets } = await child.api.get('/biomass/offsets');
  for (const { id } of offsets) await child.api.delete(`/biomass/offsets/${String(id)}`);
  await roll();
  await expectSumsOfFacts(parent);
  expect((await sumsBelow(parent)).map(({ month }) => month)).toEqual(['2026-11-01']);
});

it('A roll-up that was interrupted before its end leaves nothing behind, and the next one adds everything once', async () => {
  const parent = await world.newAccount('channel');
  const child = await world.newAccount('customer', parent);
  await child.api.post('/biomass/offsets', { pages: 500 });
  await countTrees(context());
  const { db } = context();
  await expect(
    rollUp({
      db: {
        ...db,
        transaction: (work) =>
          db.transaction(async (tx) => {
            await work(tx);
            throw new Error('the process stops');
          }),
      },
    }),
  ).rejects.toThrow('the process stops');
  expect(await sumsBelow(parent)).toEqual([]);
  expect(await treesBelow(parent)).toEqual([]);
  await Promise.all([roll(), roll()]);
  await expectSumsOfFacts(parent);
  await expectTreesOfFacts(parent);
});

it('Changes by a version without these counters are found and added', async () => {
  const parent = await world.newAccount('channel');
  const child = await world.newAccount('customer', parent);
  const { body } = await child.api.post('/biomass/offsets', {
    pages: 700,
    project_id: world.projects.forest,
  });
  const { body: order } = await child.api.post('/orders', {
    items: [{ mass: 1_000_000 }],
    biomass_project_settings: [],
    carbon_project_settings: [{ project_id: world.carbon.stoves }],
  });
  await child.api.patch(`/orders/${String(order.id)}/place`);
  await countTrees(context());
  await roll();
  // As that version leaves it: its accounts are in no ranking, it does not clear the mark, and counts only pages and trees.
  await world.server.sql('delete from account_ranking where below_id = $1', [child.id]);
  await world.server.sql('update account_plantings set trees = 0 where account_id = $1', [child.id]);
  await world.server.sql(
    `update account_volume set mtco2e = 0, rolled_pages = 0, rolled_trees = 0, rolled_mtco2e = 0 where account_id = $1`,
    [child.id],
  );
  await world.server.sql('update account_ranking set pages = 0, trees = 0 where account_id = $1', [
    parent.id,
  ]);
  await world.server.sql('delete from account_rollups where account_id = $1', [parent.id]);
  await refresh();
  await roll();
  await expectSumsOfFacts(parent);
  await expectTreesOfFacts(parent);
  expect(
    await world.server.sql('select trees::float8 from account_plantings where account_id = $1', [child.id]),
  ).toEqual([{ trees: body.trees }]);
  expect(
    await world.server.sql(
      'select pages::float8, trees::float8 from account_ranking where account_id = $1 and below_id = $2',
      [parent.id, child.id],
    ),
  ).toEqual([{ pages: 700, trees: body.trees }]);
  // Nor does it clear the mark of trees that it counts.
  await child.api.post('/biomass/offsets', { pages: 70, project_id: world.projects.grove });
  await countTrees(context());
  await world.server.sql('update account_plantings set rolled = true where account_id = $1', [child.id]);
  await roll();
  expect(await treesBelow(parent)).toHaveLength(1);
  await refresh();
  await roll();
  await expectTreesOfFacts(parent);
});

it('The activity of accounts is refreshed by a scheduled task', () => {
  expect(tasks.find(({ name }) => name === 'refresh-standings')?.schedule).toBeDefined();
});
