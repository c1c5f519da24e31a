import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { createOperator } from '../support/command-line.js';
import { startWorld, type World } from '../support/world.js';

// Faulty rows of one account must not stop a job for others. For closing see month-end-set-aside, for billing
// billing-races.

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const failFor = (table: string, operation: string, condition: string) =>
  world.server.sql(`
    create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger fail before ${operation} on ${table} for each row when (${condition}) execute function fail()`);

describe('Carbon offsets', () => {
  it('are fulfilled although an earlier one in the queue cannot be', async () => {
    const orders = await CarbonOrders.open(world);
    const other = await CarbonOrders.open(world);
    const [bad, good] = [await world.newAccount(), await world.newAccount()];
    await orders.offset(1, bad);
    await orders.offset(1, good);
    await orders.offset(1, good);
    await other.offset(1, good);
    await orders.credits(1, 10);
    await other.credits(1, 10);
    await failFor('carbon_allocations', 'insert', `new.account_id = '${bad.id}'`);
    expect(await orders.fulfil()).toEqual({ fulfilled: 3, failed: 1, waiting: 1 });
    const terminal = await createOperator({ database: world.server.database });
    const { code, stderr } = await terminal.run('carbon', 'fulfil');
    expect(code).toBe(1);
    expect(stderr).toContain(bad.id);
    await world.server.sql('drop trigger fail on carbon_allocations');
    expect(await terminal.json('carbon', 'fulfil')).toEqual({ fulfilled: 1, waiting: 0 });
    await terminal.close();
  });
});

describe('Trees of projects', () => {
  it('are counted although another project’s total would overflow', async () => {
    const { forest, grove } = world.projects;
    const { api } = await world.newAccount();
    const planted = async (id: string): Promise<number> => {
      const [row] = await world.server.sql<{ trees: number }>(
        'select planted_trees::float8 as trees from forestry_projects where id = $1',
        [id],
      );
      return row?.trees ?? 0;
    };
    await world.server.sql(
      `update forestry_projects set planted_trees = planted_trees + 99999999999999 where id = $1`,
      [forest],
    );
    const before = await planted(grove);
    await api.post('/biomass/offsets', { trees: 2, project_id: forest });
    await api.post('/biomass/offsets', { trees: 3, project_id: grove });
    await countTrees(world.server.running.instance.context);
    expect((await planted(grove)) - before).toBe(3);
    await world.server.sql(
      `update forestry_projects set planted_trees = planted_trees - 99999999999999 where id = $1`,
      [forest],
    );
    await countTrees(world.server.running.instance.context);
    expect(await planted(forest)).toBe(2);
  });
});

it('A sum that would overflow its column is refused and changes nothing', async () => {
  const member = await world.newAccount();
  await member.api.post('/biomass/offsets', { trees: 1, date: '2026-01-10' });
  await world.server.sql(`update account_volume set trees = trees + 99999999999998 where account_id = $1`, [
    member.id,
  ]);
  expect(await member.api.post('/biomass/offsets', { trees: 2, date: '2026-01-10' })).toMatchObject({
    status: 400,
    body: { error: 'This is more than Regrove can count' },
  });
  expect((await member.api.get('/biomass/offsets')).body).toHaveLength(1);
  await world.server.sql(`update account_volume set trees = trees - 99999999999998 where account_id = $1`, [
    member.id,
  ]);
});
