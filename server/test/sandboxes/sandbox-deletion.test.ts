import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tasks } from '../../src/jobs/tasks/index.js';
import { dropSandboxTask, purgeSandboxesTask, runSandboxTask } from '../../src/jobs/tasks/sandboxes.js';
import { idsBy } from '../../src/platform/ids.js';
import { expectRefusal } from '../support/refusal.js';
import { advanceTo, createSandbox, runTask, schemaOf, type TestSandbox } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const schemas = async (): Promise<string[]> =>
  (
    await world.server.sql<{ name: string }>(
      "select nspname as name from pg_namespace where nspname like 'sandbox%' order by 1",
    )
  ).map(({ name }) => name);

/** Tables, of any schema, with a row that contains one of the texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await world.server.sql<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'm') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await world.server.sql(
      `select from ${name} t where exists (select from unnest($1::text[]) one where t::text like '%' || one || '%')`,
      [texts],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('A sandbox that expires', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    world.server.setNow('2026-01-10T09:00:00Z');
    sandbox = await createSandbox(world);
    await advanceTo(world.server, sandbox, '2026-02-03T00:00:00Z');
  });

  it('is closed at that moment, in real time', async () => {
    world.server.setNow('2026-02-09T08:59:59Z');
    expect(await sandbox.api.get('/account')).toMatchObject({ status: 200 });
    world.server.setNow('2026-02-09T09:00:00Z');
    const words = /The sandbox expired at 2026-02-09T09:00:00Z/;
    expectRefusal(await sandbox.api.get('/account'), 403, words);
    expectRefusal(await sandbox.api.post('/sandbox/advance', { to: '2026-03-03' }), 403, words);
    expect((await world.distributor.api.get('/sandboxes')).body).toMatchObject([
      { id: sandbox.id, deletes_at: '2026-02-16T09:00:00Z' },
    ]);
  });

  it('is deleted with every row a week later', async () => {
    world.server.setNow('2026-02-16T09:00:00Z');
    await runTask(world.server, purgeSandboxesTask);
    expect(await schemas()).toEqual([schemaOf(sandbox)]);
    const [root] = await world.server.sql<{ id: string }>(
      `select id from ${schemaOf(sandbox)}.accounts where parent_id is null`,
    );
    expect(root?.id).toBe(sandbox.accountId);
    world.server.setNow('2026-02-16T09:00:01Z');
    await runTask(world.server, purgeSandboxesTask);
    expectRefusal(await sandbox.api.get('/account'), 401);
    const [job] = await world.server.sql<{ id: string; payload: { id: string } }>(
      `select id, payload from graphile_worker._private_jobs jobs
       where task_id = (select id from graphile_worker._private_tasks where identifier = 'drop-sandbox')`,
    );
    expect(job?.payload).toEqual({ id: sandbox.id });
    await runTask(world.server, dropSandboxTask, job?.payload);
    // As the worker does.
    await world.server.sql(
      'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))',
    );
    expect(await schemas()).toEqual([]);
    // The trail says that there was one, and that it was deleted.
    expect(await tablesWith([sandbox.id, sandbox.accountId, schemaOf(sandbox)])).toEqual([
      'public.audit_entries',
    ]);
    const trail = await world.server.sql<{ action: string }>(
      'select action from audit_entries where subject_id = $1 order by at',
      [sandbox.id],
    );
    expect(trail.map(({ action }) => action)).toEqual(['sandbox.create', 'sandbox.delete']);
  });

  it('is left alone by jobs that come late', async () => {
    await runTask(world.server, runSandboxTask, { id: sandbox.id });
    await runTask(world.server, dropSandboxTask, { id: sandbox.id });
    expect(await schemas()).toEqual([]);
  });
});

it('A schema that an interrupted creation left behind is dropped after an hour', async () => {
  world.server.setNow(undefined);
  const kept = await createSandbox(world);
  const ago = (minutes: number): string => idsBy(() => new Date(Date.now() - minutes * 60_000))();
  const [old, young] = [ago(61), ago(59)].map((id) => schemaOf({ id }));
  for (const schema of [String(old), String(young), 'sandbox_of_somebody_else'])
    await world.server.sql(`create schema ${schema}; create table ${schema}.rows (id int)`);
  await runTask(world.server, purgeSandboxesTask);
  expect(await schemas()).toEqual([schemaOf(kept), String(young), 'sandbox_of_somebody_else'].sort());
  expect(await kept.api.get('/account')).toMatchObject({ status: 200 });
});

it('A creation that fails leaves no schema', async () => {
  const before = await schemas();
  await world.server.sql('alter table carbon_projects rename to hidden_projects');
  expect(await world.stranger.api.post('/sandboxes', {})).toMatchObject({ status: 500 });
  await world.server.sql('alter table hidden_projects rename to carbon_projects');
  expect(await schemas()).toEqual(before);
  expect((await world.stranger.api.get('/sandboxes')).body).toEqual([]);
});

it('The jobs of sandboxes are in the list of jobs', () => {
  expect(tasks).toEqual(expect.arrayContaining([runSandboxTask, dropSandboxTask, purgeSandboxesTask]));
});
