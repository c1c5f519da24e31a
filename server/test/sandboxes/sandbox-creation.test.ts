import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '../../src/jobs/start-jobs.js';
import { dropSandboxTask, purgeSandboxesTask } from '../../src/jobs/tasks/sandboxes.js';
import { idsBy } from '../../src/platform/ids.js';
import { expectRefusal } from '../support/refusal.js';
import { createSandbox, runTask, schemaOf } from '../support/sandboxes.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const rows = (owner: string): Promise<object[]> =>
  world.server.sql('select name, state from sandboxes where owner_id = $1 order by created_at, id', [owner]);

/** Rows in a given state, as if they had been created some minutes ago. */
async function addRows({
  owner,
  state,
  count = 1,
  minutes = 0,
}: {
  owner: string | null;
  state: string;
  count?: number;
  minutes?: number;
}): Promise<string[]> {
  const newId = idsBy(() => new Date(Date.now() - minutes * 60_000));
  const ids = Array.from({ length: count }, newId);
  await world.server.sql(
    `insert into sandboxes (id, owner_id, name, state, root_id, created_at, expires_at)
     select id, $2, 'Added', $3, gen_random_uuid(), now() - make_interval(mins => $4), now() + interval '1 day'
     from unnest($1::uuid[]) id`,
    [ids, owner, state, minutes],
  );
  return ids;
}

const removeRows = (): Promise<object[]> => world.server.sql("delete from sandboxes where name = 'Added'");

/** Makes every creation of a schema wait, until the result is called. */
async function holdSchemas(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: world.server.database.url });
  await client.connect();
  await client.query('select pg_advisory_lock(7265676)');
  return () => client.end();
}

describe('While a schema is made', () => {
  it('no transaction and no lock is kept, and the sandbox is neither listed nor entered', async () => {
    const { distributor, stranger, server } = world;
    const release = await holdSchemas();
    const creation = distributor.api.post('/sandboxes', { name: 'Slow' });
    try {
      await until(
        'the reservation',
        () => rows(distributor.id),
        (found) => found.length === 1,
      );
      expect(await rows(distributor.id)).toEqual([{ name: 'Slow', state: 'building' }]);
      expect((await distributor.api.get('/sandboxes')).body).toEqual([]);
      const [row] = await server.sql<{ id: string }>('select id from sandboxes where owner_id = $1', [
        distributor.id,
      ]);
      expectRefusal(await distributor.api.delete(`/sandboxes/${String(row?.id)}`), 404, /no such sandbox/);
      const held = await server.sql(
        `select pid, state, query from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
      );
      expect(held).toEqual([]);
      const locks = await server.sql(
        "select objid from pg_locks where locktype = 'advisory' and granted and objid <> 7265676 and database = (select oid from pg_database where datname = current_database())",
      );
      expect(locks).toEqual([]);

      const other = stranger.api.post('/sandboxes', {});
      await until(
        'the other reservation',
        () => rows(stranger.id),
        (found) => found.length === 1,
      );
      await release();
      expect([(await creation).status, (await other).status]).toEqual([200, 200]);
    } finally {
      await release();
    }
    expect(await rows(distributor.id)).toEqual([{ name: 'Slow', state: 'ready' }]);
  });

  it('up to 100 others wait, in all processes together', async () => {
    await addRows({ owner: null, state: 'building', count: 100 });
    const refused = await world.stranger.api.post('/sandboxes', {});
    expectRefusal(refused, 503, /Sandboxes of other accounts are being created; try again shortly/);
    await removeRows();
    // Those that were interrupted do not keep others from creating some.
    const ids = await addRows({ owner: null, state: 'building', count: 100, minutes: 6 });
    expect((await createSandbox(world, world.stranger)).id).not.toBe(ids[0]);
    await removeRows();
  });
});

describe('A root account', () => {
  it('creates at most 100 sandboxes in an hour, even if it deletes them', async () => {
    const owner = await world.newAccount('distributor');
    await addRows({ owner: owner.id, state: 'dropped', count: 100, minutes: 59 });
    expectRefusal(
      await owner.api.post('/sandboxes', {}),
      400,
      /at most 100 sandboxes in an hour: try again later/,
    );
    await removeRows();
    await addRows({ owner: owner.id, state: 'dropped', count: 100, minutes: 61 });
    expect(await owner.api.post('/sandboxes', {})).toMatchObject({ status: 200 });
    await removeRows();
  });

  it('has room again as soon as it has deleted one, and no more at once', async () => {
    const owner = await world.newAccount('distributor');
    const sandbox = await createSandbox(world, owner);
    await addRows({ owner: owner.id, state: 'ready', count: 19, minutes: 90 });
    expectRefusal(await owner.api.post('/sandboxes', {}), 400, /at most 20 sandboxes: delete one first/);
    await owner.api.delete(`/sandboxes/${sandbox.id}`);
    const answers = await Promise.all([1, 2, 3].map(() => owner.api.post('/sandboxes', {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    await removeRows();
  });

  it('that is inactive creates none', async () => {
    const owner = await world.newAccount('distributor');
    await world.server.sql("update accounts set status = 'inactive' where id = $1", [owner.id]);
    expectRefusal(await owner.api.post('/sandboxes', {}), 400, /The account is inactive/);
    expect(await rows(owner.id)).toEqual([]);
  });
});

describe('A creation that was interrupted', () => {
  it('leaves neither a row nor a schema for ever', async () => {
    const owner = await world.newAccount('distributor');
    const [old, young] = [
      await addRows({ owner: owner.id, state: 'building', minutes: 65 }),
      await addRows({ owner: owner.id, state: 'building', minutes: 4 }),
    ].flat() as [string, string];
    for (const id of [old, young]) await world.server.sql(`create schema ${schemaOf({ id })}`);
    await runTask(world.server, purgeSandboxesTask);
    const jobs = await world.server.sql<{ payload: { id: string } }>(
      `select payload from graphile_worker._private_jobs where key = 'drop-sandbox-${old}'`,
    );
    expect(jobs).toHaveLength(1);
    await runTask(world.server, dropSandboxTask, jobs[0]?.payload);
    expect(await world.server.sql('select id, state from sandboxes where owner_id = $1', [owner.id])).toEqual(
      [{ id: young, state: 'building' }],
    );
    expect(
      await world.server.sql('select nspname as name from pg_namespace where nspname = any($1)', [
        [old, young].map((id) => schemaOf({ id })),
      ]),
    ).toEqual([{ name: schemaOf({ id: young }) }]);
    await world.server.sql(`drop schema ${schemaOf({ id: young })}`);
    await removeRows();
  });
});

it('A new sandbox is woken by the transaction that makes it ready', async () => {
  // Woken earlier, a worker finds no sandbox, and nobody wakes it again.
  const { id } = await createSandbox(world, await world.newAccount('distributor'));
  const woken = await world.server.sql(
    `select sandboxes.id from sandboxes join graphile_worker._private_jobs jobs on jobs.xmin::text = sandboxes.xmin::text
     where sandboxes.id = $1 and jobs.key = $2`,
    [id, `run-sandbox-${id}`],
  );
  expect(woken).toEqual([{ id }]);
});

it('The mails of a new sandbox are caught without a further request', async () => {
  const jobs = startJobs(world.server.running.instance);
  try {
    const sandbox = await createSandbox(world, await world.newAccount('distributor'));
    const waiting = () =>
      world.server.sql(`select kind, state from ${schemaOf(sandbox)}.mails where state <> 'sent'`);
    expect(await until('the mails to be caught', waiting, (found) => found.length === 0, 20_000)).toEqual([]);
    const [sent] = await world.server.sql(`select state from ${schemaOf(sandbox)}.mails limit 1`);
    expect(sent).toEqual({ state: 'sent' });
  } finally {
    await jobs.stop();
  }
});
