import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../src/database/context.js';
import type { Database } from '../../src/database/database.js';
import { annualReport } from '../../src/http/pages/annual-report/annual-report.js';
import type { Json } from '../support/api-client.js';
import { isDistributed } from '../support/database.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { fillEvidence, fillReportedYear } from '../support/reported-year.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let above: TestAccount;
let below: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  above = await world.newAccount('distributor');
  below = await world.newAccount('customer', above);
  await fillReportedYear(world, above, 1);
  await fillReportedYear(world, below, 3);
  await fillEvidence(world);
});
afterAll(async () => {
  world.server.setNow(undefined);
  await expectLedgerInBalance(world.server);
  await world.stop();
});

/** The context of a process that is interrupted by others before each statement of a report. */
function interrupted(context: Context, before: () => Promise<void>): Context {
  const over = (db: Database): Database => ({
    ...db,
    rows: async (statement, values) => {
      await before();
      return db.rows(statement, values);
    },
    first: async (statement, values) => {
      await before();
      return db.first(statement, values);
    },
    repeatableRead: (work) => db.repeatableRead((inner) => work(over(inner))),
  });
  return { ...context, db: over(context.db) };
}

const reportOf = (context: Context): Promise<Json> =>
  annualReport(
    { context, account: above.account, query: { year: '2026', include_descendants: 'true' } },
    'en',
  );

/** Changes what every sum of the report is made of. */
async function change({ api }: TestAccount): Promise<void> {
  const { projects, carbon } = world;
  const created = async (path: string, body: object): Promise<Json> => {
    const answer = await api.post(path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const offset = await created('/biomass/offsets', { pages: 41, project_id: projects.forest });
  await created('/biomass/offsets', { pages: 43, project_id: projects.grove });
  await api.delete(`/biomass/offsets/${offset.id}`);
  await created('/deposits', { pages: 47, date: '2026-03-14' });
  await created('/orders', {
    biomass_project_settings: [{ project_id: projects.grove }],
    carbon_project_settings: [{ project_id: carbon.stoves }],
    items: [{ quantity: 53 }],
  });
}

it.skipIf(isDistributed)(
  'A report has the state of one moment, whatever is written between its statements',
  async () => {
    world.server.setNow('2026-03-20T00:00:00Z');
    const { context } = world.server.running.instance;
    let statements = 0;
    for (let changedBefore = 1; changedBefore === 1 || changedBefore < statements; changedBefore++) {
      const earlier = await reportOf(context);
      statements = 0;
      const report = await reportOf(
        interrupted(context, async () => {
          if (statements++ === changedBefore) await Promise.all([above, below].map(change));
        }),
      );
      expect(report, `changed before statement ${String(changedBefore)}`).toEqual(earlier);
      expect(await reportOf(context)).not.toEqual(earlier);
    }
    expect(statements).toBeGreaterThan(15);
  },
);
