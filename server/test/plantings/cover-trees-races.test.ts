import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateLog } from '../../src/features/log/update-log.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { PlantedProject } from '../support/planted-project.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('Nothing is covered twice, while workers, imports, withdrawals and new certificates race', async () => {
  const projects = [await PlantedProject.open(world), await PlantedProject.open(world)];
  const { context } = world.server.running.instance;
  const offsets: string[] = [];
  const certify = async (): Promise<void> => {
    for (let count = 0; count < 40; count++) {
      const project = projects[count % 2] as PlantedProject;
      offsets.push((await project.certify(1 + (count % 5) / 3)).offset);
      if (count % 6 === 5) await world.customer.api.delete(`/biomass/offsets/${offsets.shift()}`);
    }
  };
  const plant = async (): Promise<void> => {
    for (let round = 0; round < 15; round++)
      for (const project of projects)
        await project.plant(
          { reference: `of ${round}`, trees: 1 + (round % 4), planted_on: `2024-05-${10 + round}` },
          {
            reference: 'changing',
            trees: 20,
            survival: [{ audited_on: '2025-05-01', rate: (round % 3) / 2, auditor: 'Tree Counters' }],
          },
        );
  };
  const cover = async (): Promise<void> => {
    for (let round = 0; round < 15; round++)
      expect(await (projects[0] as PlantedProject).cover()).toMatchObject({ failed: 0 });
  };
  const log = async (): Promise<void> => {
    for (let round = 0; round < 10; round++) await updateLog(context);
  };
  await Promise.all([certify(), plant(), cover(), cover(), cover(), log()]);
  await expectLedgerInBalance(world.server);

  await projects[0]?.cover();
  await expectLedgerInBalance(world.server);
  // Whatever happened in between, all that can be covered is covered, and nothing more.
  const [left] = await world.server.sql(
    `select (select count(*)::int from plantings where covered_trees > surviving_trees) as overfull,
       (select count(*)::int from biomass_certificates where withdrawn_at is not null and covered_trees > 0) as held,
       (select count(*)::int from biomass_certificates c join plantings using (project_id)
        where withdrawn_at is null and c.covered_trees < c.trees and plantings.covered_trees < surviving_trees) as missed,
       (select count(*)::int from certificate_coverings) > 20 as some`,
  );
  expect(left).toEqual({ overfull: 0, held: 0, missed: 0, some: true });
});
