import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedPostgres, type EmbeddedPostgres } from '../../src/database/embedded-postgres/index.js';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { apiClient, type Json } from '../support/api-client.js';
import { runInProcess } from '../support/command-line.js';
import type { DataDirectory } from '../support/data-directory.js';
import {
  clusterIn,
  contentsOf,
  createFormerInstallation,
  formerNative,
  openFormer,
  runSuccessfully,
} from '../support/former-installation.js';
import { repeatableDeposit, startPopulatedWorld, type PopulatedWorld } from '../support/populated-world.js';
import type { Environment } from '../support/regrove-process.js';
import { backupFolder, serveInstallation } from '../support/restored-installation.js';

let full: PopulatedWorld;
let folder: Awaited<ReturnType<typeof backupFolder>>;
let place: DataDirectory;
let before: Json;
let jobs: Json;
beforeAll(async () => {
  [full, folder] = await Promise.all([startPopulatedWorld(), backupFolder()]);
  const file = folder.path('full.backup');
  await runSuccessfully(full.env, 'backup', file);
  place = await createFormerInstallation(async (env, postgres) => {
    await runSuccessfully(env, 'restore', file);
    await runSuccessfully(env, 'partition', '--months', '2');
    await runSuccessfully(env, 'sandboxes', 'create', '--name', 'Trial');
    await notMadeByRegrove(postgres);
    jobs = await jobsOf(env);
    before = await contentsOf(postgres);
  });
});
afterAll(async () => {
  await place.remove();
  await folder.remove();
  await full.world.stop();
});

async function notMadeByRegrove({ connection }: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('create schema reporting; create view reporting.months as select 1');
  await client.end();
}

const jobsOf = async (env: Environment): Promise<Json[]> =>
  (await runSuccessfully(env, 'jobs', 'list')).map(({ id: _, state: __, ...job }: Json) => job);

const contents = async (open: () => Promise<EmbeddedPostgres>): Promise<Json> => {
  const postgres = await open();
  try {
    return await contentsOf(postgres);
  } finally {
    await postgres.release();
  }
};
const contentsNow = (): Promise<Json> =>
  contents(() => openEmbeddedPostgres({ directory: databaseDirectory(place.path) }));

async function failure(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(args, place.env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
}

/** What `doctor` says about the database. Everything is well, except for the job that had failed before. */
async function diagnosis(...options: string[]): Promise<string> {
  const { stdout } = await runInProcess(['doctor', '--json', ...options], place.env);
  const results = JSON.parse(stdout) as { check: string; ok: boolean; detail: string }[];
  expect(results.flatMap(({ check, ok }) => (ok ? [] : [check]))).toEqual(['jobs']);
  return results[0]?.detail ?? '';
}

const versionOf = (name?: string): Promise<string> =>
  readFile(`${clusterIn(place, name)}/PG_VERSION`, 'utf8');

describe('An installation that was made with PostgreSQL 17', () => {
  it('is not opened: every command says which version made it, and what to run', async () => {
    for (const args of [['serve'], ['doctor'], ['backup', folder.path('none')], ['accounts', 'list']])
      expect(await failure(...args)).toContain(
        `${clusterIn(place)} was made by PostgreSQL 17, and this version of Regrove brings PostgreSQL 18. ` +
          `To upgrade it, run: REGROVE_DATA_DIR=${place.path} npx regrove upgrade-database`,
      );
  });

  it('is upgraded with every row, sequence, partition, sandbox and job', async () => {
    const { code, stdout, stderr } = await runInProcess(['upgrade-database', '--json'], place.env);
    expect({ code, stderr: stderr.split('\n') }).toEqual({
      code: 0,
      stderr: [
        'Backing up the database of PostgreSQL 17 ...',
        'Making a database of PostgreSQL 18 ...',
        'Restoring ...',
        'Comparing ...',
        'Putting it in place ...',
        '',
      ],
    });
    expect(JSON.parse(stdout)).toMatchObject({
      upgraded: true,
      from: '17',
      to: '18',
      sandboxes: 1,
      kept: clusterIn(place, 'cluster.before-upgrade'),
      left_behind: ['schema reporting', 'view reporting.months'],
    });
    const after = await contentsNow();
    expect(after).toEqual(before);
    expect(after.tables.map(({ name }: Json) => name)).toEqual(
      expect.arrayContaining(['deposits_later', expect.stringMatching(/^sandbox_[0-9a-f]{32}\.deposits$/)]),
    );
    expect(await jobsOf(place.env)).toEqual(jobs);
    expect((await readdir(databaseDirectory(place.path))).sort()).toEqual([
      'cluster',
      'cluster.before-upgrade',
      'postgres.log',
    ]);
  });

  it('needs no second upgrade, and is reminded of the first', async () => {
    expect(await runSuccessfully(place.env, 'upgrade-database')).toEqual({
      upgraded: false,
      version: '18',
      unconfirmed: '17',
    });
    expect(await diagnosis('--ledger')).toMatch(
      /^PostgreSQL 18\.\d+, embedded; the upgrade from PostgreSQL 17 is not confirmed$/,
    );
  });

  it('goes back without a question as long as nothing was written', async () => {
    const { text } = await reverted();
    expect(text).toMatch(/that of PostgreSQL 17 again/);
    expect(await contents(() => openFormer(place))).toEqual(before);
    expect(existsSync(clusterIn(place, 'cluster.before-upgrade'))).toBe(false);
    expect(await failure('upgrade-database', '--revert')).toMatch(/^There is no upgrade to revert/);
  });

  it('serves once upgraded again, and says what going back would lose', async () => {
    await runSuccessfully(place.env, 'upgrade-database', '--old-binaries', formerNative());
    const server = await serveInstallation(place);
    const { key } = full.world.customer;
    // The response to a request from before, which must not count twice.
    expect((await repeatableDeposit(apiClient(server, key))).body).toEqual(full.deposit);
    expect(await failure('upgrade-database', '--revert', '--yes')).toMatch(/is using the database/);
    expect((await apiClient(server, key).post('/deposits', { pages: 7 })).status).toBe(200);
    await server.stop();
    await runSuccessfully(place.env, 'secrets', 'rotate');
    const refused = await failure('upgrade-database', '--revert');
    expect(refused).toMatch(/would be lost: .*\bdeposits \(1 written, 0 changed or deleted\)/);
    expect(refused).toContain('--yes');
    expect((await versionOf()).trim()).toBe('18');
  });

  it('goes back if that is wanted, with the keys of that time', async () => {
    expect(await runSuccessfully(place.env, 'upgrade-database', '--revert', '--yes')).toMatchObject({
      reverted: true,
      from: '17',
      lost: expect.arrayContaining([{ table: 'deposits', written: 1, lost: 0 }]),
      set_aside: null,
    });
    expect(await contents(() => openFormer(place))).toEqual(before);
    await runSuccessfully(place.env, 'upgrade-database');
    await diagnosis();
  });

  it('keeps nothing of the former database once it is confirmed', async () => {
    expect(await runSuccessfully(place.env, 'upgrade-database', '--confirm')).toEqual({
      confirmed: true,
      from: '17',
      left_behind: ['schema reporting', 'view reporting.months'],
    });
    expect(await runSuccessfully(place.env, 'upgrade-database', '--confirm')).toEqual({
      confirmed: false,
      from: null,
      left_behind: [],
    });
    expect((await readdir(databaseDirectory(place.path))).sort()).toEqual(['cluster', 'postgres.log']);
    expect(existsSync(`${clusterIn(place)}/regrove-upgrade.json`)).toBe(false);
    expect(await diagnosis()).toMatch(/^PostgreSQL 18\.\d+, embedded$/);
    expect(await contentsNow()).toEqual(before);
  });
});

async function reverted(): Promise<{ text: string }> {
  const { code, stdout, stderr } = await runInProcess(['upgrade-database', '--revert'], place.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return { text: stdout };
}
