import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startServer } from '../../src/main/serve.js';
import { readConfig } from '../../src/platform/config/config.js';
import { openInstance } from '../../src/database/instance.js';
import type { Json } from '../support/api-client.js';
import { runInProcess, createOperator, type Operator } from '../support/command-line.js';
import { createMigratedDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { repository, type Environment } from '../support/regrove-process.js';
import { backupFolder } from '../support/restored-installation.js';
import { until } from '../support/until.js';

/** What injected SQL would try: to gain privileges, or to change the audit trail or the schema. */
const attempts = [
  'set role regrove',
  'set session authorization regrove',
  'alter role current_user superuser',
  'create role friend superuser',
  'create table public.mine (a int)',
  'alter table audit_entries disable trigger all',
  'delete from audit_entries',
  'drop table accounts',
  `copy (select 1) to program 'true'`,
  `select pg_read_file('PG_VERSION')`,
];

async function tryFrom(env: Environment): Promise<{ role: string; succeeded: string[] }> {
  const instance = await openInstance(readConfig({ ...env, REGROVE_LOG_LEVEL: 'silent' }));
  try {
    return await instance.pool.withClient(async (client) => {
      await client.query('set role none');
      const { rows } = await client.query<{ role: string }>('select current_user::text as role');
      const succeeded: string[] = [];
      for (const attempt of attempts) {
        await client.query('begin');
        await client.query(attempt).then(
          () => succeeded.push(attempt),
          () => undefined,
        );
        await client.query('rollback');
      }
      return { role: rows[0]?.role ?? '', succeeded };
    });
  } finally {
    await instance.close();
  }
}

const loginOf = (results: Json): string =>
  results.find(({ check }: { check: string }) => check === 'login').detail;

describe('In the embedded database, the application', () => {
  let directory: DataDirectory;
  let env: Environment;
  beforeAll(async () => {
    directory = await createMigratedDataDirectory();
    ({ env } = directory);
    await runInProcess(['migrate'], env);
  });
  afterAll(() => directory.remove());

  it('logs in as its own role and cannot become another', async () => {
    expect(await tryFrom(env)).toEqual({ role: 'regrove_app', succeeded: [] });
  });

  it('is reported by doctor as such', async () => {
    const { stdout } = await runInProcess(['doctor', '--json'], env);
    expect(loginOf(JSON.parse(stdout))).toBe(
      'Regrove logs in as regrove_app: it cannot become the owner of the tables',
    );
  });
});

describe('In an external database with one role', () => {
  it('doctor warns that injected SQL could become the owner', async () => {
    const operator = await createOperator();
    const detail = loginOf(await operator.json('doctor'));
    expect(detail).toMatch(
      /^Regrove logs in as \w+ and runs as regrove_app\. Warning: \w+ can become the owner/,
    );
    await operator.close();
  });
});

describe('In an external database with the roles of deploy/postgres-roles.sh', () => {
  let operator: Operator;
  let server: Environment;
  let owner: Environment;
  const makeRoles = (): { status: number | null; stderr: string } => {
    const { host, port, user } = inject('postgres');
    const env = {
      PATH: process.env['PATH'],
      PGHOST: host,
      PGPORT: String(port),
      POSTGRES_USER: user,
      POSTGRES_DB: operator.database.name,
      POSTGRES_APP_PASSWORD: `it's "quoted" \\ $(too)`,
    };
    const { status, stderr } = spawnSync('sh', [join(repository, 'deploy/postgres-roles.sh')], {
      env,
      encoding: 'utf8',
    });
    return { status, stderr };
  };
  const asServer = (url: string): string => {
    const address = new URL(url);
    address.searchParams.set('user', 'regrove_server');
    return address.href;
  };
  beforeAll(async () => {
    operator = await createOperator({ empty: true });
    expect(makeRoles()).toEqual({ status: 0, stderr: '' });
    const { REGROVE_DATABASE_URL: url = '', REGROVE_DATA_DIR = '' } = operator.env;
    server = { REGROVE_DATA_DIR, REGROVE_DATABASE_URL: asServer(url) };
    owner = { ...server, REGROVE_DATABASE_OWNER_URL: url };
  });
  afterAll(() => operator.close());

  it('the script can be run again', () => {
    expect(makeRoles()).toEqual({ status: 0, stderr: '' });
  });

  it('the owner can migrate, and the application cannot', async () => {
    const { code, stderr } = await runInProcess(['migrate'], server);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/permission denied/) });
    expect(await runInProcess(['migrate'], owner)).toMatchObject({ code: 0 });
    expect(await runInProcess(['migrate', '--json'], server)).toMatchObject({
      code: 0,
      stdout: '{"applied":[]}\n',
    });
  });

  it('the application can do its work and cannot become the owner', async () => {
    const created = await runInProcess(
      ['accounts', 'create', '--name', 'A', '--role', 'distributor'],
      server,
    );
    expect(created).toMatchObject({ code: 0 });
    expect(await tryFrom(server)).toEqual({ role: 'regrove_server', succeeded: [] });
    expect(await tryFrom(owner)).toEqual({ role: 'regrove_server', succeeded: [] });
    const { code, stdout } = await runInProcess(['doctor', '--json'], server);
    expect({ code, login: loginOf(JSON.parse(stdout)) }).toEqual({
      code: 0,
      login:
        'Regrove logs in as regrove_server and runs as regrove_app: it cannot become the owner of the tables',
    });
  });

  it('the server and the jobs run as the application', async () => {
    const config = readConfig({
      ...server,
      REGROVE_PORT: '0',
      REGROVE_HTTP_PORT: '0',
      REGROVE_LOG_LEVEL: 'silent',
    });
    const running = await startServer(config, { runsJobs: true });
    try {
      const schedule = 'select from graphile_worker._private_known_crontabs';
      await until(
        'the schedule to be noted',
        async () => (await operator.sql(schedule)).length,
        (count) => count > 0,
      );
      const logins = await operator.sql(
        `select distinct usename::text as login from pg_stat_activity
         where datname = current_database() and application_name = 'regrove'`,
      );
      expect(logins).toEqual([{ login: 'regrove_server' }]);
    } finally {
      await running.stop();
    }
  });

  it('the owner can back up and restore, and the application can use the restored data', async () => {
    const folder = await backupFolder();
    expect(await runInProcess(['backup', folder.path('all')], owner)).toMatchObject({ code: 0, stderr: '' });
    const target = await createOperator({ empty: true });
    const { REGROVE_DATABASE_URL: url = '', REGROVE_DATA_DIR = '' } = target.env;
    const there = { REGROVE_DATA_DIR, REGROVE_DATABASE_URL: asServer(url) };
    const restored = await runInProcess(['restore', folder.path('all')], {
      ...there,
      REGROVE_DATABASE_OWNER_URL: url,
    });
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(await runInProcess(['doctor'], there)).toMatchObject({ code: 0 });
    expect(await target.sql('select name from accounts')).toEqual([{ name: 'A' }]);
    await target.close();
    await folder.remove();
  });

  it('the URL of the application is required in addition to that of the owner', () => {
    expect(() => readConfig({ REGROVE_DATABASE_OWNER_URL: 'postgresql://owner@db/regrove' })).toThrow(
      /REGROVE_DATABASE_OWNER_URL also needs REGROVE_DATABASE_URL/,
    );
  });
});
