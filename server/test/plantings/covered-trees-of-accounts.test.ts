import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listPlantedProjects } from '../../src/features/projects/trees-by-account-store.js';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { refreshActivity } from '../../src/features/rollups/refresh-activity.js';
import { rollUp } from '../../src/features/rollups/roll-up.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { exactJson } from '../support/exact-json.js';
import { impactOf } from '../support/impact.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { PlantedProject } from '../support/planted-project.js';
import { signInVisitor, createInvitedUser } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let parent: TestAccount;
let child: TestAccount;
let project: PlantedProject;
beforeAll(async () => {
  world = await startWorld();
  parent = await world.newAccount('channel', world.distributor);
  child = await world.newAccount('customer', parent);
  project = await PlantedProject.open(world);
});
afterEach(() => expectLedgerInBalance(world.server));
afterAll(() => world.stop());

const context = () => world.server.running.instance.context;
const roll = async (): Promise<void> => {
  await countTrees(context());
  await rollUp(context());
};
/** What the certificates of the accounts say. */
const facts = async (members: readonly TestAccount[]): Promise<[number, number][]> =>
  (
    await world.server.sql<{ trees: number; covered: number }>(
      `select sum(trees)::float8 as trees, sum(covered_trees)::float8 as covered from biomass_certificates
       where account_id = any($1::uuid[]) and project_id = $2 and withdrawn_at is null group by project_id`,
      [members.map(({ id }) => id), project.id],
    )
  ).map(({ trees, covered }) => [trees, covered]);
const counted = async (level: 'own' | 'below' | 'together'): Promise<[number, number][]> =>
  (await listPlantedProjects(context().db, parent.account.id, level))
    .filter(({ id }) => id === project.id)
    .map(({ trees, covered }) => [Number(trees), Number(covered)]);
async function expectFacts(): Promise<void> {
  expect(await counted('own')).toEqual(await facts([parent]));
  expect(await counted('below')).toEqual(await facts([child]));
  expect(await counted('together')).toEqual(await facts([parent, child]));
}

describe('The trees of an account that are planted', () => {
  it('are those of its certificates, also with the accounts below it', async () => {
    await project.certify(1.7, parent);
    const withdrawn = await project.certify(2.3, child);
    await project.certify(4, parent);
    await roll();
    await expectFacts();
    expect((await counted('together'))[0]?.[1]).toBe(0);
    await project.plant({ reference: 'A', trees: 3 });
    await project.cover();
    await roll();
    await expectFacts();
    expect((await counted('together'))[0]?.[1]).toBe(3);
    expect((await counted('below'))[0]?.[1]).toBeCloseTo(1.3, 3);

    await child.api.delete(`/biomass/offsets/${withdrawn.offset}`);
    await project.certify(1, child);
    await project.cover();
    await roll();
    await expectFacts();
    const dead = [{ audited_on: '2025-05-01', rate: 0.5, auditor: 'Tree Counters' }];
    await project.plant({ reference: 'A', trees: 3, survival: dead });
    await project.cover();
    await roll();
    await expectFacts();
    expect((await counted('together'))[0]?.[1]).toBe(1.5);
  });

  it('are never more than it has, even before a withdrawn certificate is freed', async () => {
    const member = await world.newAccount();
    const { offset } = await project.certify(0.25, member);
    await project.plant({ reference: 'B', trees: 20 });
    await project.cover();
    await project.certify(0.2, member);
    await member.api.delete(`/biomass/offsets/${offset}`);
    const [planted] = await listPlantedProjects(context().db, member.account.id, 'own');
    expect(planted?.covered).toBe(planted?.trees);
    await project.cover();
    await roll();
    await expectFacts();
  });

  it('that a version without this counter has covered or freed are counted by the next run', async () => {
    await project.certify(3, child);
    await project.cover();
    await roll();
    await world.server.sql(
      `update account_plantings set covered_trees = 0, rolled = true where project_id = $1`,
      [project.id],
    );
    await project.cover();
    expect((await counted('own'))[0]?.[1]).toBeGreaterThan(0);
    // That version marks as rolled up whatever has the right number of trees.
    await world.server.sql('update account_plantings set rolled = true');
    await world.server.sql(
      'update account_plantings set rolled_covered_trees = 0 where rolled_covered_trees <> 0',
    );
    await world.server.sql('update planting_rollups set covered_trees = 0');
    await refreshActivity(context(), new AbortController().signal);
    await roll();
    await expectFacts();
  });
});

describe('What is planted and what is pending', () => {
  it('is on the public page, in its JSON, and in the overview, to the last digit', async () => {
    const member = await world.newAccount();
    const other = await PlantedProject.open(world);
    await other.certify(7.0001, member);
    const survival = [{ audited_on: '2025-05-01', rate: 0.25, auditor: 'Tree Counters' }];
    await other.plant({ reference: 'A', trees: 17, survival });
    await other.cover();
    const [own] = await listPlantedProjects(context().db, member.account.id, 'own');
    const pending = '2.75012';
    expect(own).toEqual({ id: other.id, trees: '7.000120', covered: '4.25' });
    const impact = impactOf(world);
    const slug = await impact.publish(member);
    const json = exactJson((await impact.get(`${slug}.json`)).text);
    expect(json).toMatchObject({
      trees: '7.00012',
      planted: '4.25',
      pending,
      projects: [
        {
          id: other.id,
          name: other.name,
          trees: '7.00012',
          planted: '4.25',
          pending,
          country: null,
          place: null,
        },
      ],
    });
    for (const locale of ['en', 'de', 'ja', 'th'] as const) {
      const { text } = await impact.get(`${slug}?locale=${locale}`);
      const { t, rounded } = i18nFor(locale);
      const said = t('app.amount.planted', { planted: rounded('4.25'), pending: rounded(pending) });
      // Of all projects, and of each.
      expect(text.split(said)).toHaveLength(3);
      expect(text).toContain(t('impact.projects'));
    }
    const reader = await signInVisitor(world.server, await createInvitedUser(world.server, member.account));
    const { body } = await reader.app('GET', `/app/accounts/${member.id}/planted-projects`);
    expect(body.projects).toEqual([{ id: other.id, trees: 7.000_12, planted: 4.25, pending: 2.750_12 }]);
  });
});
