import { expect } from 'vitest';
import { createOperator } from './command-line.js';
import { Random } from './faults/random.js';
import { pause } from './pause.js';
import { start, type RecordedProcess } from './regrove-process.js';
import { accountsOf, advanceTo, createSandbox, schemaOf, type TestSandbox } from './sandboxes.js';
import { until } from './until.js';
import { startWorld, type World } from './world.js';

/** Kills the worker that advances a sandbox, and compares the result with that of an advance that nothing disturbed. */
export async function expectSameDespiteKills({
  kills,
  months,
}: {
  kills: number;
  months: number;
}): Promise<void> {
  const random = new Random();
  const world = await startWorld();
  const operator = await createOperator({ database: world.server.database });
  try {
    // The worker follows real time, in which the sandboxes must not expire. Both begin at the same moment.
    const now = new Date();
    world.server.setNow(now);
    const [calm, disturbed] = [await busySandbox(world), await busySandbox(world)];
    const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 2))
      .toISOString()
      .replace('.000', '');
    await advanceTo(world.server, calm, to);
    expect(await disturbed.api.post('/sandbox/advance', { to })).toMatchObject({ status: 200 });
    const clock = async (): Promise<string> => (await disturbed.api.get('/sandbox')).body.now;
    let interrupted = 0;
    for (let kill = 0; kill < kills; kill++) {
      const before = await clock();
      const victim = start(['worker'], operator.env);
      await until('the worker to advance the sandbox', async () => (await clock()) > before || victim.ended);
      await pause(random.upTo(200));
      await victim.stop('SIGKILL');
      if ((await disturbed.api.get('/sandbox')).body.status === 'advancing') interrupted++;
    }
    // Kills after the end prove nothing.
    expect(interrupted).toBe(kills);
    await finish(start(['worker'], operator.env), world, disturbed);
    const [found, expected] = [await contentsOf(world, disturbed), await contentsOf(world, calm)];
    // One by one: the difference of all of it is too long to be shown.
    for (const [table, rows] of Object.entries(expected)) expect(found[table], table).toEqual(rows);
  } finally {
    await operator.close();
    await world.stop();
  }
}

async function finish(worker: RecordedProcess, { server }: World, { api }: TestSandbox): Promise<void> {
  await until('the sandbox to arrive', async () => (await api.get('/sandbox')).body.status === 'ready');
  // Some work follows once the clock stands still.
  await until('the worker to finish', async () => {
    const [left] = await server.sql<{ count: number }>(
      `select count(*)::int from graphile_worker.jobs
       where task_identifier = 'run-sandbox' and (locked_at is not null or attempts < max_attempts)`,
    );
    return left?.count === 0;
  });
  expect(await worker.stop()).toMatchObject({ code: 0 });
}

async function busySandbox(world: World): Promise<TestSandbox> {
  const sandbox = await createSandbox(world);
  const accounts = await accountsOf(sandbox);
  for (const [index, name] of ['First customer', 'Second customer'].entries()) {
    const below = `/accounts/${String(accounts[name].id)}`;
    const external_id = `devices=15,daily=700,seed=${String(index)}`;
    await sandbox.api.post(`${below}/feeds`, { type: 'simulated', external_id });
    const order = {
      items: [{ quantity: 50_000 }],
      biomass_project_settings: [{ project_id: world.projects.forest }],
      carbon_project_settings: [{ project_id: world.carbon.stoves }],
    };
    const { id } = (await sandbox.api.post(`${below}/orders`, order)).body;
    await sandbox.api.patch(`${below}/orders/${String(id)}/place`);
    await sandbox.api.post(`${below}/projects/${world.projects.grove}`);
  }
  return sandbox;
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Random, the time of the machine, or a number of which a rolled back transaction leaves one out. */
const incomparable = ['hash', 'secret_sealed', 'last_used_at', 'applied_at', 'token_hash', 'sequence'];
/** What is done after the clock has arrived; it is compared by what depends on it. */
const ofQueue = ['sandbox_jobs'];

/** All rows of a sandbox, in any order and without ids. */
async function contentsOf({ server }: World, sandbox: TestSandbox): Promise<Record<string, string[]>> {
  const tables = await server.sql<{ name: string }>(
    'select relname as name from pg_class where relkind = $2 and relnamespace = $1::regnamespace order by 1',
    [schemaOf(sandbox), 'r'],
  );
  const contents: Record<string, string[]> = {};
  for (const { name } of tables.filter((one) => !ofQueue.includes(one.name))) {
    const rows = await server.sql<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${schemaOf(sandbox)}.${name} t`,
      [incomparable],
    );
    contents[name] = rows.map(({ row }) => row.replaceAll(uuid, 'id')).sort();
  }
  return contents;
}
