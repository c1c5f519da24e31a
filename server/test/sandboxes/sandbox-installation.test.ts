import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, type Json } from '../support/api-client.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { backupFolder, emptyInstallation } from '../support/restored-installation.js';
import { advanceTo, createSandbox, schemaOf, type TestSandbox } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
let sandbox: TestSandbox;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  sandbox = await createSandbox(world, world.distributor, { name: 'Checked' });
  const now = new Date(sandbox.now);
  const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2)).toISOString();
  await advanceTo(world.server, sandbox, to.replace('.000', ''));
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});

describe('regrove sandboxes', () => {
  it('creates, lists and deletes sandboxes of the operator', async () => {
    const created = await operator.json('sandboxes', 'create', '--name', 'Training', '--days', '90');
    expect(created).toEqual({
      id: expect.any(String),
      account_id: expect.any(String),
      key: expect.stringMatching(/^rg_test_/),
      now: expect.any(String),
      expires_at: expect.any(String),
    });
    expect((Date.parse(created.expires_at) - Date.parse(created.now)) / 86_400_000).toBe(90);
    const { body } = await apiClient(world.server, created.key).get('/account');
    expect(body).toMatchObject({ id: created.account_id, name: 'Training', role: 'distributor' });
    expect(await operator.json('sandboxes', 'list')).toMatchObject([
      { id: created.id, owner_id: null },
      { id: sandbox.id, owner_id: world.distributor.id },
    ]);
    // Of the operator, not of an account.
    expect((await world.distributor.api.get('/sandboxes')).body).toHaveLength(1);
    expect(await operator.json('sandboxes', 'delete', created.id)).toEqual({ id: created.id, deleted: true });
    expect(await operator.failure(1, 'sandboxes', 'delete', created.id)).toContain(
      'There is no such sandbox',
    );
  });

  it.each([['0'], ['366'], ['1.5'], ['x']])('refuses --days %s', async (days) => {
    expect(await operator.failure(2, 'sandboxes', 'create', '--days', days)).toContain('--days');
  });
});

describe('doctor --ledger', () => {
  const ledger = async (): Promise<Json[]> =>
    JSON.parse((await operator.run('doctor', '--ledger', '--json')).stdout).filter(
      ({ check }: Json) => check === 'ledger',
    );

  it('proves live accounts and each sandbox apart', async () => {
    const results = await ledger();
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(results.at(-1)).toEqual({
      check: 'ledger',
      ok: true,
      detail: `sandbox ${sandbox.id} (Checked): everything adds up`,
      advice: null,
    });
    expect(results.filter(({ detail }) => detail.startsWith('sandbox'))).toHaveLength(1);
  });

  it('finds what is wrong in a sandbox, and only there', async () => {
    const table = `${schemaOf(sandbox)}.account_volume`;
    await world.server.sql(`update ${table} set pages = pages + 1`);
    const wrong = (await ledger()).filter(({ ok }) => !ok);
    expect(wrong).toMatchObject([
      {
        detail: expect.stringMatching(`^sandbox ${sandbox.id} .*: not so: `),
        advice: expect.stringContaining(`sandboxes delete ${sandbox.id}`),
      },
    ]);
    await world.server.sql(`update ${table} set pages = pages - 1`);
  });
});

it('A backup leaves sandboxes out, and so does what is restored from it', async () => {
  const folder = await backupFolder();
  const place = await emptyInstallation();
  const file = folder.path('with-sandboxes.backup');
  await sandbox.api.post('/users', { email: 'somebody@example.com' });
  await operator.json('backup', file);
  // An installation without accounts may have sandboxes of the operator. Restoring makes them unusable.
  await place.json('migrate');
  const { key } = await place.json('sandboxes', 'create');
  await place.json('restore', file);
  expect(await place.json('sandboxes', 'list')).toEqual([]);
  expect((await place.json('jobs', 'list')).map(({ task }: Json) => task)).not.toContain('run-sandbox');
  expect(await place.sql('select from accounts')).toHaveLength(
    (await world.server.sql('select from accounts')).length,
  );
  expect(await place.sql("select from audit_entries where action = 'sandbox.create'")).not.toEqual([]);
  expect(key).toMatch(/^rg_test_/);
  await place.close();
  await folder.remove();
});

it('migrate brings existing sandboxes up to date', async () => {
  const client = new pg.Client({ connectionString: world.server.database.url });
  await client.connect();
  try {
    // As if the sandbox were from before a migration.
    const schema = schemaOf(sandbox);
    const last = '0070-sandboxes';
    const clock = (await client.query(`select * from ${schema}.sandbox_clock`)).rows[0];
    await client.query(
      `drop table ${schema}.sandboxes, ${schema}.sandbox_clock, ${schema}.sandbox_jobs;
       delete from ${schema}.migrations where name = '${last}'`,
    );
    await operator.json('migrate');
    const { rows } = await client.query(`select name from ${schema}.migrations where name = $1`, [last]);
    expect(rows).toHaveLength(1);
    await client.query(`insert into ${schema}.sandbox_clock (now) values ($1)`, [clock.now]);
    expect(await sandbox.api.get('/sandbox')).toMatchObject({ status: 200, body: { status: 'ready' } });
  } finally {
    await client.end();
  }
});

it('Without the right to create schemas, creating a sandbox says so', async () => {
  const { database } = world.server;
  const role = `owner_${database.name}`;
  await world.server.sql(`create role ${role} login; grant regrove_app to ${role}`).catch(() => undefined);
  const url = new URL(database.url.replace('postgresql:///', 'postgresql://host/'));
  url.searchParams.set('user', role);
  const env = { REGROVE_DATABASE_URL: url.href.replace('postgresql://host/', 'postgresql:///') };
  const limited = await createOperator({ database, env });
  expect(await limited.failure(1, 'sandboxes', 'create')).toContain(
    'the login of the database may not create schemas',
  );
  await limited.close();
  await world.server.sql(`drop role ${role}`);
});
