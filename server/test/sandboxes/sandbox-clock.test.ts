import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sandboxTasks } from '../../src/jobs/sandbox/sandbox-tasks.js';
import { createDeposit } from '../../src/features/deposits/create-deposit.js';
import { openSandbox } from '../../src/features/sandboxes/open-sandbox.js';
import { withHeldClock } from '../../src/features/sandboxes/hold-clock.js';
import type { AccountId } from '../../src/features/accounts/account.js';
import type { Task } from '../../src/jobs/task.js';
import type { Context } from '../../src/database/context.js';
import { mapDatabaseError } from '../../src/database/failures.js';
import { advanceTo, createSandbox, runToEnd, schemaOf, type TestSandbox } from '../support/sandboxes.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let sandbox: TestSandbox;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-01-10T09:00:00Z');
});
afterAll(() => world.stop());

async function contextIn({ id }: TestSandbox): Promise<Context> {
  const opened = await openSandbox(world.server.running.instance.context, id);
  if (!opened) throw new Error('There is no such sandbox');
  return opened.context;
}

const deposit = (context: Context): Promise<unknown> =>
  createDeposit(context, sandbox.accountId as AccountId, {
    pages: 9,
    width: null,
    length: null,
    gsm: null,
    date: null,
  });

describe('A change in a sandbox', () => {
  beforeAll(async () => {
    sandbox = await createSandbox(world);
  });

  it('is waited for by an advance', async () => {
    const { pool } = world.server.running.instance;
    await pool.withClient(async (client) => {
      await client.query('begin');
      await client.query(`lock table ${schemaOf(sandbox)}.deposits in share mode`);
      const posted = sandbox.api.post('/deposits', { pages: 3 });
      const waiting = (count: number) =>
        until(
          `${count} transactions to wait`,
          () =>
            world.server.sql(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            ),
          (found) => found.length === count,
        );
      await waiting(1);
      const advanced = sandbox.api.post('/sandbox/advance', { to: '2026-01-11' });
      await waiting(2);
      await client.query('rollback');
      expect([(await posted).status, (await advanced).status]).toEqual([200, 200]);
    });
    await runToEnd(world.server, sandbox);
  });

  it('that was admitted before an advance is refused during it, and after it', async () => {
    const early = withHeldClock(await contextIn(sandbox));
    await sandbox.api.post('/sandbox/advance', { to: '2026-01-12' });
    await expect(deposit(early)).rejects.toThrow(/is advancing to 2026-01-12/);
    await runToEnd(world.server, sandbox);
    await expect(deposit(early)).rejects.toThrow(/has advanced since this request began/);
    expect((await sandbox.api.get('/deposits')).body).toMatchObject([{ pages: 3 }]);
    await deposit(withHeldClock(await contextIn(sandbox)));
  });

  it('is recognized as a repetition in real time, however far the clock has moved', async () => {
    const again = { headers: { 'idempotency-key': 'once' } };
    const first = await sandbox.api.post('/deposits', { pages: 4 }, again);
    await advanceTo(world.server, sandbox, '2026-01-15T00:00:00Z');
    expect((await sandbox.api.post('/deposits', { pages: 4 }, again)).body).toEqual(first.body);
    const now = world.server.running.instance.context.clock();
    world.server.setNow(new Date(now.getTime() + 25 * 3_600_000));
    expect((await sandbox.api.post('/deposits', { pages: 4 }, again)).body.id).not.toBe(first.body.id);
    world.server.setNow(now);
  });
});

describe('A job of a sandbox that fails', () => {
  const gone = mapDatabaseError(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })) as Error;
  let failures = 0;
  const failing = (error: Error, times: number): Task => ({
    name: 'fails',
    lane: 'short',
    attempts: 3,
    run: () => (++failures <= times ? Promise.reject(error) : Promise.resolve()),
  });
  const withTask = async (task: Task): Promise<void> => {
    failures = 0;
    (sandboxTasks as Map<string, Task>).set(task.name, task);
    sandbox = await createSandbox(world);
    await world.server.sql(
      `insert into ${schemaOf(sandbox)}.sandbox_jobs (task, payload, run_at, max_attempts)
       values ('fails', '{}', '2026-01-10T10:00:00.000500Z', 3)`,
    );
  };
  afterAll(() => (sandboxTasks as Map<string, Task>).delete('fails'));

  const left = () =>
    world.server.sql(
      `select attempts, last_error from ${schemaOf(sandbox)}.sandbox_jobs where task = 'fails'`,
    );

  it('is repeated, and the clock arrives', async () => {
    await withTask(failing(new Error('not today'), 2));
    await advanceTo(world.server, sandbox, '2026-01-11T00:00:00Z');
    expect(failures).toBe(3);
    expect(await left()).toEqual([]);
  });

  it('for good stays in the queue, and the clock arrives', async () => {
    await withTask(failing(new Error('never'), Infinity));
    await advanceTo(world.server, sandbox, '2026-01-11T00:00:00Z');
    expect(await left()).toEqual([{ attempts: 3, last_error: 'never' }]);
  });

  it('because the database is not reachable is repeated in real time, and not counted', async () => {
    await withTask(failing(gone, 5));
    await sandbox.api.post('/sandbox/advance', { to: '2026-01-11' });
    for (let time = 1; time <= 5; time++)
      await expect(runToEnd(world.server, sandbox)).rejects.toThrow(/not reachable/);
    expect(await left()).toEqual([{ attempts: 0, last_error: null }]);
    await runToEnd(world.server, sandbox);
    expect((await sandbox.api.get('/sandbox')).body).toMatchObject({ status: 'ready' });
  });
});

describe('A project whose capacity is used up', () => {
  const statusOf = (project: string) =>
    world.server.sql(`select status from ${schemaOf(sandbox)}.forestry_projects where id = $1`, [project]);

  beforeEach(async () => {
    sandbox = await createSandbox(world);
    await runToEnd(world.server, sandbox);
    await world.server.sql(
      `update ${schemaOf(sandbox)}.forestry_projects set capacity_trees = 1, status = case id when $1 then 'active' else 'complete' end`,
      [world.projects.forest],
    );
  });

  it('by a change is complete once a worker has looked after the sandbox, which the change asks for', async () => {
    await world.server.sql('delete from graphile_worker._private_jobs');
    await sandbox.api.post('/biomass/offsets', { pages: 83_330 });
    await until(
      'the sandbox to be woken',
      () => world.server.sql(`select from graphile_worker.jobs where task_identifier = 'run-sandbox'`),
      (jobs) => jobs.length === 1,
    );
    await runToEnd(world.server, sandbox);
    expect(await statusOf(world.projects.forest)).toEqual([{ status: 'complete' }]);
  });

  it('by a close gets nothing of the next one', async () => {
    const plantedIn = async (month: string) =>
      world.server.sql(
        `select from ${schemaOf(sandbox)}.biomass_offsets where created_at >= $1::date and created_at < $1::date + 28`,
        [month],
      );
    await advanceTo(world.server, sandbox, '2026-03-02T00:00:00Z');
    expect(await plantedIn('2026-02-01')).toHaveLength(1);
    expect(await plantedIn('2026-03-01')).toEqual([]);
  });
});
