import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { createOperator } from '../support/command-line.js';
import { importLines, verraLine } from '../support/credits.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let orders: CarbonOrders;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  orders = await CarbonOrders.open(world);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

describe('Fulfilment', () => {
  /** Offsets inserted by SQL because there are many. */
  const insertMany = (count: number, tonnes: string): Promise<Json[]> =>
    world.server.sql(
      `insert into carbon_offsets (account_id, id, project_id, methodology_id, date, mtco2e, price, status)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), now(), ${tonnes}, 0, 'processing'
       from generate_series(1, ${count}) as i`,
      [world.customer.id, orders.projectId],
    );

  it('uses nothing twice in many concurrent runs', async () => {
    await insertMany(1500, '0.1 + (i % 7) * 0.3');
    for (let lot = 0; lot < 30; lot++) await orders.credits(1 + lot * 100, 50 + lot * 100, 2010 + (lot % 5));
    const before = (await fulfilStatus()).processing;
    const runs = await Promise.all(Array.from({ length: 8 }, () => orders.fulfil()));
    const after = await fulfilStatus();
    expect(runs.reduce((sum, { fulfilled }) => sum + fulfilled, 0)).toBe(before - after.processing);
    expect(after.processing).toBeLessThan(before);
    expect(await serialsWithoutTonnes()).toEqual([]);
    await expectLedgerInBalance(world.server);
  });

  it('covers any number of lots and offsets', async () => {
    await insertMany(1200, '1');
    await importLines(
      world.server,
      ...Array.from({ length: 600 }, (_, lot) =>
        verraLine(orders.projectId, lot * 2 + 1, lot * 2 + 2, 2016, orders.batch),
      ),
    );
    expect((await orders.fulfil()).fulfilled).toBe(1200);
    expect(await fulfilStatus()).toEqual({ processing: 0, fulfilled: 1200 });
  });

  it('is a command that prints what it did and what is waiting', async () => {
    const operator = await createOperator({ database: world.server.database });
    await orders.offset(1.25);
    await orders.offset(2);
    await orders.credits(1, 2);
    const { fulfilled, waiting } = await operator.json('carbon', 'fulfil');
    expect(fulfilled).toBe(1);
    expect(await operator.json('carbon', 'fulfil')).toEqual({ fulfilled: 0, waiting });
    expect((await operator.run('carbon', 'fulfil')).stdout).toBe(
      `0 carbon offsets fulfilled, ${waiting} still waiting\n`,
    );
    const listed = await operator.json('carbon-credits', 'list');
    expect(listed.find(({ project_id }: Json) => project_id === orders.projectId)).toMatchObject({
      used: 2,
      left: 0,
    });
    const { stdout } = await operator.run('carbon-credits', 'list');
    expect(stdout).toMatch(new RegExp(`\nProject ${orders.batch} +2 +2 +0 +1\\.25\n`));
    await operator.close();
  });

  const fulfilStatus = async (): Promise<{ processing: number; fulfilled: number }> => {
    const [row] = await world.server.sql<{ processing: number; fulfilled: number }>(
      `select count(*) filter (where status = 'processing')::int as processing,
         count(*) filter (where status = 'fulfilled')::int as fulfilled
       from carbon_offsets where project_id = $1`,
      [orders.projectId],
    );
    return row as { processing: number; fulfilled: number };
  };

  /** Credits of which offsets together have more than one tonne. */
  const serialsWithoutTonnes = (): Promise<Json[]> =>
    world.server.sql(
      `select lot_id, credit from carbon_allocations join carbon_lots on carbon_lots.id = lot_id
       cross join generate_series(0, carbon_lots.tonnes - 1) as credit
       where project_id = $1 and starts_at < credit + 1 and starts_at + carbon_allocations.tonnes > credit
       group by lot_id, credit
       having sum(least(starts_at + carbon_allocations.tonnes, credit + 1) - greatest(starts_at, credit)) > 1`,
      [orders.projectId],
    );
});
