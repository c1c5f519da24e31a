import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { findForestryProject } from '../../src/features/projects/forestry-project-store.js';
import { listCoveringPlantings } from '../../src/features/plantings/covering-store.js';
import { plantingFigures } from '../../src/features/plantings/planting-figures-store.js';
import { coverTreesTask } from '../../src/jobs/tasks/cover-trees.js';
import { tasks } from '../../src/jobs/tasks/index.js';
import { reconcile } from '../../src/installation/ledger/reconcile.js';
import { expectLedgerInBalance, ledgerFindings } from '../support/ledger.js';
import { PlantedProject } from '../support/planted-project.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let project: PlantedProject;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  project = await PlantedProject.open(world);
});
afterEach(() => world.server.setNow(undefined));
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const audit = (rate: number, auditedOn = '2025-05-01') => ({
  audited_on: auditedOn,
  rate,
  auditor: 'Tree Counters',
});

describe('Certificates', () => {
  it('are covered in the order of issue, by plantings in the order of planting, in parts if need be', async () => {
    const issued = [await project.certify(3), await project.certify(4), await project.certify(5)];
    await project.plant(
      { reference: 'b', trees: 6, planted_on: '2024-06-01' },
      { reference: 'c', trees: 1, planted_on: '2024-06-01' },
      { reference: 'a', trees: 2, planted_on: '2024-05-01' },
    );
    expect(await project.cover()).toEqual({ covered: 5, released: 0, failed: 0 });
    expect(await project.coverings(...issued)).toEqual([{ a: 2, b: 1 }, { b: 4 }, { b: 1, c: 1 }]);
    expect(await project.cover()).toEqual({ covered: 0, released: 0, failed: 0 });

    await project.plant({ reference: 'd', trees: 100 });
    await project.cover();
    expect(await project.coverings(...issued)).toEqual([{ a: 2, b: 1 }, { b: 4 }, { b: 1, c: 1, d: 3 }]);
  });

  it('of all accounts are covered, each only by plantings of its own project', async () => {
    const other = await PlantedProject.open(world);
    const mine = await project.certify(1);
    const theirs = await project.certify(1, world.stranger);
    const elsewhere = await other.certify(1);
    await project.plant({ reference: 'a', trees: 3 });
    await project.cover();
    expect(await project.coverings(mine, theirs, elsewhere)).toEqual([{ a: 1 }, { a: 1 }, {}]);
  });

  it('from before the log are covered, too, after those that have a time', async () => {
    const old = await project.certify(2);
    const issued = await project.certify(2);
    await world.server.sql('update biomass_certificates set issued_at = null where id = $1', [
      old.certificate,
    ]);
    await project.plant({ reference: 'a', trees: 3 });
    await project.cover();
    expect(await project.coverings(old, issued)).toEqual([{ a: 1 }, { a: 2 }]);
    await project.plant({ reference: 'b', trees: 1 });
    await project.cover();
    expect(await project.coverings(old, issued)).toEqual([{ a: 1, b: 1 }, { a: 2 }]);
  });

  it('that are withdrawn free their trees for others', async () => {
    const first = await project.certify(2);
    const second = await project.certify(2);
    await project.plant({ reference: 'a', trees: 2 });
    await project.cover();
    expect(await project.coverings(first, second)).toEqual([{ a: 2 }, {}]);
    await world.customer.api.delete(`/biomass/offsets/${first.offset}`);
    expect(await project.cover()).toEqual({ covered: 1, released: 1, failed: 0 });
    expect(await project.coverings(first, second)).toEqual([{}, { a: 2 }]);
  });

  it('of millionths of a tree add up', async () => {
    const issued = [];
    for (let count = 0; count < 7; count++) issued.push(await project.certify(1 / 3));
    await project.plant(
      { reference: 'a', trees: 1, survival: [audit(0.333333)] },
      { reference: 'b', trees: 1 },
    );
    await project.cover();
    const [row] = await world.server.sql<{ covered: string }>(
      'select sum(covered_trees)::text as covered from biomass_certificates where project_id = $1',
      [project.id],
    );
    expect(row?.covered).toBe('1.333333');
  });
});

describe('Trees that died', () => {
  it('go back to pending, the last come first, and are replaced by other plantings', async () => {
    const issued = [await project.certify(4), await project.certify(4), await project.certify(2)];
    await project.plant({ reference: 'a', trees: 10 });
    await project.cover();
    await project.plant({ reference: 'a', trees: 10, survival: [audit(0.5)] });
    expect(await project.cover()).toEqual({ covered: 0, released: 2, failed: 0 });
    expect(await project.coverings(...issued)).toEqual([{ a: 4 }, { a: 1 }, {}]);

    await project.plant({ reference: 'b', trees: 4 });
    await project.cover();
    expect(await project.coverings(...issued)).toEqual([{ a: 4 }, { a: 1, b: 3 }, { b: 1 }]);
  });

  it('and turn out to live cover again what they covered in part', async () => {
    const issued = [await project.certify(4), await project.certify(4)];
    await project.plant({ reference: 'a', trees: 8 });
    await project.cover();
    await project.plant({ reference: 'a', trees: 8, survival: [audit(0.75)] });
    await project.cover();
    expect(await project.coverings(...issued)).toEqual([{ a: 4 }, { a: 2 }]);
    await project.plant({ reference: 'a', trees: 8, survival: [audit(0.75), audit(1, '2026-05-01')] });
    await project.cover();
    expect(await project.coverings(...issued)).toEqual([{ a: 4 }, { a: 4 }]);
  });

  it('are all of a planting, or those that it never had', async () => {
    const issued = await project.certify(5);
    await project.plant({ reference: 'a', trees: 3 }, { reference: 'b', trees: 3 });
    await project.cover();
    await project.plant({ reference: 'a', trees: 3, survival: [audit(0)] }, { reference: 'b', trees: 1 });
    await project.cover();
    expect(await project.coverings(issued)).toEqual([{ b: 1 }]);
  });
});

describe('The figures of a project', () => {
  it('say what is planted, lives, is certified, covered and pending', async () => {
    const { context } = world.server.running.instance;
    const issued = await project.certify(7);
    await project.plant({ reference: 'a', trees: 5, survival: [audit(0.8)] });
    await countTrees(context);
    await project.cover();
    const row = await findForestryProject(context.db, project.id);
    const figures = await plantingFigures(context.db, row ? [row] : []);
    expect(figures.get(project.id)).toEqual({
      planted: '5.000000',
      surviving: '4.000000',
      certified: '7.000000',
      covered: '4.000000',
      pending: '3',
    });
    const covering = await listCoveringPlantings(
      context.db,
      world.customer.account.id,
      issued.certificate,
      10,
    );
    expect(covering).toMatchObject([
      { reference: project.reference('a'), coveringTrees: '4.000000', plantedOn: '2024-05-01' },
    ]);
  });
});

describe('The job', () => {
  it('is in the list, and runs after every import', async () => {
    expect(tasks).toContain(coverTreesTask);
    const queued = () =>
      world.server.sql(`select from graphile_worker.jobs where task_identifier = 'cover-trees'`);
    await world.server.sql(
      `select graphile_worker.remove_job(key) from graphile_worker.jobs where key = 'cover-trees'`,
    );
    await project.plant({ reference: 'a', trees: 1 });
    expect(await queued()).toHaveLength(1);
    await world.server.sql(`select graphile_worker.remove_job('cover-trees')`);
    expect(await project.plant({ reference: 'a', trees: 1 })).toEqual({ created: 0, updated: 1 });
    expect(await queued()).toHaveLength(1);
  });

  it('stops when its process does, and leaves the rest to a new job', async () => {
    const issued = await project.certify(1);
    await project.plant({ reference: 'a', trees: 1 });
    await world.server.sql(`select graphile_worker.remove_job('cover-trees')`);
    const { context } = world.server.running.instance;
    await coverTreesTask.run(context, { payload: {}, stopping: AbortSignal.abort() });
    expect(await project.coverings(issued)).toEqual([{}]);
    expect(
      await world.server.sql(`select from graphile_worker.jobs where task_identifier = 'cover-trees'`),
    ).toHaveLength(1);
  });
});

const tooFewLive = 'no planting covers more trees than live, for longer than the job needs';
const holdsTrees = 'a withdrawn certificate holds no trees, for longer than the job needs';

it('The ledger finds trees that no run of the job ever frees', async () => {
  const { certificate, offset } = await project.certify(2);
  await project.certify(1);
  await project.plant({ reference: 'a', trees: 3 });
  await project.cover();
  await world.customer.api.delete(`/biomass/offsets/${offset}`);
  await world.server.sql(
    'update plantings set surviving_trees = 2, survival = $2, updated_at = now() where project_id = $1',
    [project.id, JSON.stringify([{ auditedOn: '2026-01-01', rate: '0.666667', auditor: null }])],
  );
  const found = async (hours: number, isSandbox: boolean): Promise<string[]> => {
    const now = new Date(Date.now() + hours * 3_600_000);
    const findings = await reconcile(world.server.running.instance.pool, { time: { now, isSandbox } });
    return findings
      .filter(({ violations }) =>
        violations.some((what) => what.includes(certificate) || what.startsWith('planting')),
      )
      .map(({ name }) => name)
      .filter((name) => name === tooFewLive || name === holdsTrees);
  };
  expect(await found(2, false)).toEqual([]);
  expect(await found(4, false)).toEqual([tooFewLive, holdsTrees]);
  expect(await found(25, true)).toEqual([]);
  expect(await found(27, true)).toEqual([tooFewLive, holdsTrees]);
  await world.server.sql('update plantings set surviving_trees = 3, survival = $2 where project_id = $1', [
    project.id,
    '[]',
  ]);
  await project.cover();
  expect(await found(27, true)).toEqual([]);
});

it('Every violation is found by the ledger', async () => {
  const other = await PlantedProject.open(world);
  const issued = await project.certify(2);
  const withdrawn = await project.certify(1);
  await project.plant({ reference: 'a', trees: 3 });
  await other.plant({ reference: 'a', trees: 3 });
  await project.cover();
  const broken = async (): Promise<string[]> =>
    (await ledgerFindings(world.server))
      .filter((finding) => finding.violations.length > 0)
      .map(({ name }) => name);
  const undone = async (change: string, values: unknown[], undo: string): Promise<string[]> => {
    await world.server.sql(change, values);
    const found = await broken();
    await world.server.sql(undo, values);
    expect(await broken()).toEqual([]);
    return found;
  };
  const coverings = 'certificate_coverings set trees = trees';
  expect(
    await undone(
      `update ${coverings} + 1 where certificate_id = $1`,
      [issued.certificate],
      `update ${coverings} - 1 where certificate_id = $1`,
    ),
  ).toEqual([
    'the covered trees of a planting equal its coverings',
    'the covered trees of a certificate equal its coverings',
  ]);
  expect(
    await undone(
      'update biomass_certificates set covered_trees = covered_trees + 1 where id = $1',
      [issued.certificate],
      'update biomass_certificates set covered_trees = covered_trees - 1 where id = $1',
    ),
  ).toEqual([
    'the covered trees of a certificate equal its coverings',
    'no certificate is covered beyond its trees',
  ]);
  expect(
    await undone(
      `update plantings set surviving_trees = 2, updated_at = now() - interval '1 day' where project_id = $1`,
      [project.id],
      'update plantings set surviving_trees = 3, updated_at = now() where project_id = $1',
    ),
  ).toEqual([tooFewLive, 'surviving trees are the trees times the newest rate, rounded down']);
  expect(
    await undone(
      'update biomass_certificates set project_id = (select project_id from plantings where project_id <> $2 limit 1) where id = $1 and project_id = $2',
      [issued.certificate, project.id],
      'update biomass_certificates set project_id = $2 where id = $1',
    ),
  ).toContain('a certificate is covered by plantings of its project only');
  await world.customer.api.delete(`/biomass/offsets/${withdrawn.offset}`);
  expect(
    await undone(
      `update biomass_certificates set withdrawn_at = now() - interval '1 day' where id = $1`,
      [withdrawn.certificate],
      `update biomass_certificates set withdrawn_at = now() where id = $1`,
    ),
  ).toEqual([holdsTrees]);
});
