import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { runInProcess } from '../support/command-line.js';
import { scrape } from '../support/metrics.js';
import { startPopulatedWorld, type PopulatedWorld } from '../support/populated-world.js';
import { accountsOf, advanceTo, createSandbox, schemaOf, type TestSandbox } from '../support/sandboxes.js';

let full: PopulatedWorld;
let sandbox: TestSandbox;
let customers: Json[];
beforeAll(async () => {
  full = await startPopulatedWorld({ REGROVE_METRICS_PORT: '0' });
  const { world } = full;
  const now = new Date();
  world.server.setNow(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 3)));
  sandbox = await createSandbox(world);
  const accounts = await accountsOf(sandbox);
  customers = [accounts['First customer'], accounts['Second customer']];
  await sandbox.api.post(`/accounts/${customers[1].id}/feeds`, {
    type: 'simulated',
    external_id: 'devices=10,daily=900,seed=3',
  });
});
afterAll(() => full.world.stop());

/** Everything that is live, byte by byte: all rows and sequences but the list of sandboxes. */
async function liveRows(): Promise<Record<string, string[]>> {
  const { server } = full.world;
  const tables = await server.sql<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
       and not relispartition and relname <> 'sandboxes' order by 1`,
  );
  const dump: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await server.sql<{ row: string }>(`select t::text as row from public.${name} t order by 1`);
    dump[name] = rows.map(({ row }) => row);
  }
  const sequences = await server.sql<{ row: string }>(
    "select s::text as row from pg_sequences s where schemaname = 'public' order by 1",
  );
  return { ...dump, sequences: sequences.map(({ row }) => row) };
}

const lists = [
  ['accounts', 'list'],
  ['feeds', 'list'],
  ['invoices', 'list'],
  ['mail', 'list'],
  ['carbon-credits', 'list'],
  ['projects', 'list'],
  ['audit', 'list'],
];

async function operatorsLists(): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const command of lists) {
    const { code, stdout, stderr } = await runInProcess([...command, '--json'], full.env);
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
    seen[command.join(' ')] = stdout;
  }
  return seen;
}

const gauges = ['regrove_mails', 'regrove_feeds', 'regrove_accounts_set_aside'];
const figures = async (): Promise<string[]> =>
  (await scrape(full.world.server.running.metricsPort)).text
    .split('\n')
    .filter((line) => gauges.some((name) => line.startsWith(name)));

/** What everybody sees of projects: how much is planted, and what is for sale. */
async function projects(): Promise<unknown[]> {
  const { api } = full.world.customer;
  return [(await api.get('/forestry/projects')).body, (await api.get('/carbon/projects')).body];
}

/** A month with orders, deposits and quotes. */
async function month(to: string): Promise<void> {
  const { world } = full;
  for (const { id } of customers) {
    const below = `/accounts/${String(id)}`;
    const order = {
      items: [{ quantity: 20_000 }],
      biomass_project_settings: [{ project_id: world.projects.forest }],
      carbon_project_settings: [{ project_id: world.carbon.stoves }, { project_id: world.carbon.mangroves }],
    };
    const placed = await sandbox.api.post(`${below}/orders`, order);
    expect(placed).toMatchObject({ status: 200 });
    expect(await sandbox.api.patch(`${below}/orders/${String(placed.body.id)}/place`)).toMatchObject({
      status: 200,
    });
    await sandbox.api.post(`${below}/deposits/batch`, { deposits: [{ pages: 12_345 }, { pages: -45 }] });
    await sandbox.api.post(`${below}/biomass/offsets`, { pages: 8_333 });
    await sandbox.api.post(`${below}/users`, { email: `someone-${to}@example.com` });
  }
  await advanceTo(world.server, sandbox, to);
}

it('A busy year in a sandbox changes nothing live', async () => {
  const { server } = full.world;
  const seen = async () => ({
    lists: await operatorsLists(),
    figures: await figures(),
    projects: await projects(),
  });
  const before = await seen();
  // Last, and first again: reading records when keys were last used.
  const rows = await liveRows();
  const start = new Date(sandbox.now);
  for (let next = 1; next <= 12; next++) {
    const to = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + next, 3));
    await month(to.toISOString().replace('.000', ''));
  }
  expect(await liveRows()).toEqual(rows);
  expect(await seen()).toEqual(before);

  // It was busy indeed.
  const count = async (table: string): Promise<number> =>
    (await server.sql(`select from ${schemaOf(sandbox)}.${table}`)).length;
  expect(await count('invoices')).toBe(24);
  expect(await count('carbon_allocations')).toBeGreaterThanOrEqual(48);
  expect(await count('deposits')).toBeGreaterThan(300);
  // Older ones have been deleted, as they are live.
  expect(await count('mails')).toBeGreaterThan(8);
});
