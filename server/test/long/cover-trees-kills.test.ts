import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { createOperator, type Operator } from '../support/command-line.js';
import { Random } from '../support/faults/random.js';
import { expectLedgerInBalance, recalculateCounters } from '../support/ledger.js';
import { pause } from '../support/pause.js';
import { PlantedProject, type PlantingRow } from '../support/planted-project.js';
import { start, type RecordedProcess } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

// For a longer run: REGROVE_TEST_KILLS=30.
const kills = Number(process.env['REGROVE_TEST_KILLS'] ?? 4);
const secondsAKill = 60;
const certificates = 30_000;

const random = new Random();
let world: World;
let operator: Operator;
let project: PlantedProject;
const processes: RecordedProcess[] = [];
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
  await world.server.sql('analyze');
  oldest = (
    await world.server.sql<{ id: string }>(
      'select id from biomass_offsets where project_id = $1 order by date',
      [project.id],
    )
  ).map(({ id }) => id);
});
afterAll(async () => {
  for (const one of processes) await one.stop('SIGKILL');
  await operator.close();
  await world.stop();
});

const plots = 300;
const row = (at: number, rate: number): PlantingRow => ({
  reference: `plot ${at}`,
  trees: 40,
  survival: [{ audited_on: '2025-05-01', rate, auditor: 'Tree Counters' }],
});
const rates = [1, 0.1, 0.7, 0.4];
const rows = (rateOf: (at: number) => number): PlantingRow[] =>
  Array.from({ length: plots }, (_, at) => row(at, rateOf(at)));

const someRate = (): number => rates[random.upTo(rates.length)] ?? 1;

let withdrawn = 0;
/** Offsets by the time of their certificates, which is the order in which they are covered. */
let oldest: string[] = [];
/** Most of these are covered at any time. */
const firstCovered = 10_000;

/** Issues certificates, withdraws some of which trees may be covered, and tells of other survival, until it is told to stop. */
function meanwhile(): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const changes = (async () => {
    while (!stopping.signal.aborted) {
      const { certificate } = await project.certify(0.5);
      expect(certificate).toEqual(expect.any(String));
      const [offset] = oldest.splice(random.upTo(Math.min(firstCovered, oldest.length)), 1);
      expect((await world.customer.api.delete(`/biomass/offsets/${offset}`)).status).toBe(200);
      withdrawn++;
      await project.plant(row(random.upTo(plots), someRate()), row(plots, someRate()));
    }
  })();
  // Until it is awaited, when it may have failed already.
  changes.catch(() => undefined);
  return {
    stop: () => {
      stopping.abort();
      return changes;
    },
  };
}

const covered = async (): Promise<number> =>
  (await world.server.sql<{ count: number }>('select count(*)::int from certificate_coverings'))[0]?.count ??
  0;

async function isDone(): Promise<boolean> {
  const [row] = await world.server.sql<{ done: boolean }>(
    `select not exists (select from plantings where covered_trees > surviving_trees)
       and not exists (select from biomass_certificates where withdrawn_at is not null and covered_trees > 0)
       and not exists (
         select from biomass_certificates
         where withdrawn_at is null and covered_trees < trees
           and exists (select from plantings where plantings.covered_trees < surviving_trees)) as done`,
  );
  return row?.done ?? false;
}

it(
  'Trees are covered once, whatever is killed while certificates are issued and withdrawn, and trees die',
  { timeout: (kills + 5) * secondsAKill * 1_000 },
  async () => {
    onTestFailed(() => {
      process.stderr.write(`To repeat: REGROVE_TEST_SEED=${random.seed} REGROVE_TEST_KILLS=${kills}\n`);
    });
    let inTheMiddle = 0;
    for (let kill = 0; kill < kills; kill++) {
      await project.plant(...rows((at) => rates[(kill + at) % rates.length] ?? 1));
      const before = await covered();
      // Two workers at once: each may be in the middle of a batch.
      const victims = [start(['worker'], operator.env), start(['worker'], operator.env)];
      processes.push(...victims);
      const changes = meanwhile();
      await until(
        'the workers to begin',
        async () => (await covered()) !== before || (await isDone()) || victims.some(({ ended }) => ended),
      );
      await pause(random.upTo(400));
      await Promise.all(victims.map((victim) => victim.stop('SIGKILL')));
      await changes.stop();
      if (!(await isDone())) inTheMiddle++;
      await expectLedgerInBalance(world.server);
      // Nobody waits for the locks of the dead.
      await world.server.sql(
        `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
         where locked_by is not null`,
      );
    }
    // Enough for everybody.
    await project.plant(...rows(() => 1));
    const worker = start(['worker'], operator.env);
    processes.push(worker);
    await until('everything to be covered', isDone);
    expect(await worker.stop()).toMatchObject({ code: 0, signal: null });
    // The timing of kills is random: the test proves nothing if none of them interrupted work.
    expect(inTheMiddle).toBeGreaterThan(0);
    expect(withdrawn).toBeGreaterThan(kills);
    expect(
      await world.server.sql(
        `select count(*)::int as left from biomass_certificates
         where project_id = $1 and covered_trees <> case when withdrawn_at is null then trees else 0 end`,
        [project.id],
      ),
    ).toEqual([{ left: 0 }]);
    await expectLedgerInBalance(world.server);
  },
);
