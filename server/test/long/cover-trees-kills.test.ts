import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { createOperator, type Operator } from '../support/command-line.js';
import { Random } from '../support/faults/random.js';
import { expectLedgerInBalance, recalculateCounters } from '../support/ledger.js';
import { pause } from '../support/pause.js';
import { PlantedProject } from '../support/planted-project.js';
import { start, type Running } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

// For a longer run: REGROVE_TEST_KILLS=30.
const kills = Number(process.env['REGROVE_TEST_KILLS'] ?? 5);
const secondsAKill = 30;
const certificates = 30_000;

const random = new Random();
let world: World;
let operator: Operator;
let project: PlantedProject;
const processes: Running[] = [];
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  project = await PlantedProject.open(world);
  // Thirds of trees, so that plantings end within certificates.
  await world.server.sql(
    `with ids as (
       select gen_random_uuid() as id, gen_random_uuid() as certificate, now() - make_interval(secs => i) as at
       from generate_series(1, ${certificates}) i
     ), issued as (
       insert into biomass_certificates (account_id, id, project_id, date, pages, trees, issued_at)
       select $1, certificate, $2, at, 2778, 0.333333, at from ids
     )
     insert into biomass_offsets (account_id, id, project_id, certificate_id, methodology_id, date, pages, trees, price, created_at)
     select $1, id, $2, certificate, (select id from methodologies where current), at, 2778, 0.333333, 0, at from ids`,
    [world.customer.id, project.id],
  );
  await recalculateCounters(world.server);
});
afterAll(async () => {
  for (const one of processes) await one.stop('SIGKILL');
  await operator.close();
  await world.stop();
});

const rates = [1, 0.1, 0.7, 0.4];
const rows = (round: number): Parameters<PlantedProject['plant']> =>
  Array.from({ length: 300 }, (_, at) => ({
    reference: `plot ${at}`,
    trees: 40,
    survival: [{ audited_on: '2025-05-01', rate: rates[(round + at) % 4] ?? 1, auditor: 'Tree Counters' }],
  }));

const covered = async (): Promise<number> =>
  (await world.server.sql<{ count: number }>('select count(*)::int from certificate_coverings'))[0]?.count ??
  0;

async function isDone(): Promise<boolean> {
  const [row] = await world.server.sql<{ done: boolean }>(
    `select not exists (select from plantings where covered_trees > surviving_trees) and not exists (
       select from biomass_certificates join plantings using (project_id)
       where biomass_certificates.covered_trees < biomass_certificates.trees
         and plantings.covered_trees < plantings.surviving_trees) as done`,
  );
  return row?.done ?? false;
}

it(
  'Trees are covered once, whatever is killed on the way',
  { timeout: (kills + 5) * secondsAKill * 1_000 },
  async () => {
    onTestFailed(() => {
      process.stderr.write(`To repeat: REGROVE_TEST_SEED=${random.seed} REGROVE_TEST_KILLS=${kills}\n`);
    });
    let inTheMiddle = 0;
    for (let kill = 0; kill < kills; kill++) {
      await project.plant(...rows(kill));
      const before = await covered();
      // Two workers at once: each may be in the middle of a batch.
      const victims = [start(['worker'], operator.env), start(['worker'], operator.env)];
      processes.push(...victims);
      await until(
        'the workers to begin',
        async () => (await covered()) !== before || (await isDone()) || victims.some(({ ended }) => ended),
      );
      await pause(random.upTo(400));
      await Promise.all(victims.map((victim) => victim.stop('SIGKILL')));
      if (!(await isDone())) inTheMiddle++;
      await expectLedgerInBalance(world.server);
      // Nobody waits for the locks of the dead.
      await world.server.sql(
        `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
         where locked_by is not null`,
      );
    }
    const worker = start(['worker'], operator.env);
    processes.push(worker);
    await until('everything to be covered', isDone);
    expect(await worker.stop()).toMatchObject({ code: 0, signal: null });
    // The timing of kills is random: the test proves nothing if none of them interrupted work.
    expect(inTheMiddle).toBeGreaterThan(0);
    await expectLedgerInBalance(world.server);
  },
);
