import { afterAll, beforeAll, expect, it } from 'vitest';
import { countChildren } from '../../src/features/accounts/count-children.js';
import { declaredStatements } from '../../src/database/statement.js';
import { isDistributed } from '../support/database.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const counted = async ({ api }: TestAccount): Promise<number> =>
  (await api.get('/account')).body.accounts_count;
const count = (): Promise<void> => countChildren(world.server.running.instance.context);

it('The number of accounts below is exact while accounts are created and counted at the same time', async () => {
  const parent = await world.newAccount('channel');
  const children = 60;
  let created = 0;
  const creating = Promise.all(
    Array.from({ length: children }, async (_, index) => {
      expect((await parent.api.post('/accounts', { name: `Child ${index}` })).status).toBe(200);
      created++;
    }),
  );
  const reading = (async () => {
    while (created < children) {
      const atLeast = created;
      const [seen] = await Promise.all([counted(parent), count(), count()]);
      expect(seen).toBeGreaterThanOrEqual(atLeast);
      expect(seen).toBeLessThanOrEqual(children);
    }
  })();
  await Promise.all([creating, reading]);
  expect(await counted(parent)).toBe(children);
  await count();
  expect(await counted(parent)).toBe(children);
  expect(await world.server.sql('select from accounts where parent_id is not null and not counted')).toEqual(
    [],
  );
  await expectLedgerInBalance(world.server);
});

/** How many blocks the database reads to show an account. */
async function blocksRead({ id }: TestAccount): Promise<number> {
  const { text = '' } = declaredStatements().find((one) => one.text.includes('as accounts_count')) ?? {};
  const explained = await world.server.sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${text}`,
    [id, '2026-03-01', '2026-01-01', '2026-01-01'],
  );
  const { Plan: plan } = explained[0]?.['QUERY PLAN'][0] ?? { Plan: {} };
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

// The coordinator of a distributed database does not see what is read on the nodes.
it.skipIf(isDistributed)(
  'An account with thousands of accounts below costs no more to read than one with few',
  async () => {
    const [few, many] = [await world.newAccount('channel'), await world.newAccount('channel')];
    await few.api.post('/accounts', { name: 'Only one' });
    await world.server.sql(
      `insert into accounts (id, parent_id, lineage, name, name_sort, display_name, role, status, created_at, search_text)
     select id, $1, array[$1, id], 'Many ' || n, 'many ' || n, 'Many', 'customer', 'active', now(), 'many'
     from (select gen_random_uuid() as id, n from generate_series(1, 5000) n) made`,
      [many.id],
    );
    expect(await counted(many)).toBe(5000);
    const before = await blocksRead(many);
    await count();
    await world.server.sql('vacuum analyze accounts');
    expect(await counted(many)).toBe(5000);
    expect(await blocksRead(many)).toBeLessThanOrEqual((await blocksRead(few)) + 5);
    expect(before).toBeGreaterThan((await blocksRead(few)) + 50);
  },
);
