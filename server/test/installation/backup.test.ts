import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, type Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { runInProcess, type Operator } from '../support/command-line.js';
import { tableDigests } from '../support/table-digests.js';
import {
  repeatableDeposit,
  startPopulatedWorld,
  storedPassword,
  type PopulatedWorld,
} from '../support/populated-world.js';
import { backupFolder, emptyInstallation, serveInstallation } from '../support/restored-installation.js';
import type { TestServer } from '../support/test-server.js';
import { visitor } from '../support/visitor.js';

let full: PopulatedWorld;
let folder: Awaited<ReturnType<typeof backupFolder>>;
beforeAll(async () => {
  full = await startPopulatedWorld();
  folder = await backupFolder();
});
afterAll(async () => {
  await expectLedgerInBalance(full.world.server);
  await folder.remove();
  await full.world.stop();
});

async function run(env: PopulatedWorld['env'], ...args: string[]): Promise<Json> {
  const { code, stdout, stderr } = await runInProcess([...args, '--json'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** The audit trail without the entry that the restore adds. */
const trail = `select to_jsonb(entries)::text as entry from audit_entries entries
  where action <> 'installation.restore' order by 1`;

const jobsOf = async (env: PopulatedWorld['env']): Promise<Json[]> =>
  (await run(env, 'jobs', 'list')).map(({ id: _, state: __, ...job }: Json) => job);

describe('A backup', () => {
  let file: string;
  let taken: Json;
  let place: Operator;
  beforeAll(async () => {
    file = folder.path('quiet.backup');
    taken = await run(full.env, 'backup', file);
    place = await emptyInstallation();
    await run(place.env, 'restore', file);
  });
  afterAll(() => place.close());

  it('reports its contents and is readable by its owner only', async () => {
    expect(taken).toMatchObject({
      file,
      schema: expect.stringMatching(/^\d{4}-/),
      files: ['secret-key', 'log-key', 'tls/key-and-cert.pem', 'tls/cert.pem'],
      rows: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('contains rows of every kind, so that the following tests cover all of them', () => {
    const empty = Object.keys(taken.tables).filter((name) => taken.tables[name] === 0);
    // Sandboxes are left out of backups.
    expect(empty.filter((name) => !name.startsWith('sandbox'))).toEqual([]);
    expect(Object.keys(taken.tables).length).toBeGreaterThan(30);
  });

  it('restores every row of every table', async () => {
    const sql: TestServer['sql'] = (text) => place.sql(text) as Promise<never[]>;
    const { audit_entries: before, log_state: ofLog, ...source } = await tableDigests(full.world.server);
    const { audit_entries: after, log_state: ofRestoredLog, ...restored } = await tableDigests({ sql });
    expect(restored).toEqual(source);
    // The restored one knows that it was restored.
    expect(ofRestoredLog).not.toEqual(ofLog);
    expect(after).not.toEqual(before);
    expect(await sql(trail)).toEqual(await full.world.server.sql(trail));
  });

  it('is recorded with its origin in the audit trail when it is restored', async () => {
    const [entry, ...others] = (await run(place.env, 'audit', 'list', '--installation')).filter(
      ({ action }: Json) => action === 'installation.restore',
    );
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actor: { kind: 'operator' },
      after: { taken_at: taken.taken_at, sha256: taken.sha256 },
    });
  });

  it('includes jobs: waiting ones wait, failed ones stay failed, and running ones are run again', async () => {
    expect(await jobsOf(place.env)).toEqual(
      (await jobsOf(full.env)).map((job) => (job.payload.of === 3 ? { ...job, attempts: 0 } : job)),
    );
    const states = Object.fromEntries(
      (await run(place.env, 'jobs', 'list')).map(({ payload, state }: Json) => [payload.of, state]),
    );
    expect(states).toMatchObject({ 1: 'waiting', 2: 'failed', 3: 'waiting' });
    const crontabs = 'select identifier, last_execution from graphile_worker._private_known_crontabs';
    expect(await place.sql(crontabs)).toEqual(await full.world.server.sql(crontabs));
  });

  it('restores the constraints of the tables', async () => {
    const rules = `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`;
    expect(await place.sql(rules)).toEqual(await full.world.server.sql(rules));
    await expect(place.sql('delete from audit_entries')).rejects.toThrow('never changed');
    await expect(place.sql('delete from accounts')).rejects.toThrow('never deleted');
    const idle = `select tgname from pg_trigger where tgenabled <> 'O'`;
    expect(await place.sql(idle)).toEqual([]);
  });

  it('keeps everything working: keys, sessions, passwords, certificate, ledger and month close', async () => {
    const { world, person, serverId } = full;
    await world.customer.api.post('/deposits', { pages: 5, date: '2026-02-10' });
    const there = await serveInstallation(place);
    const api = apiClient(there, world.customer.key);
    expect((await api.get('/volume')).body).toEqual((await world.customer.api.get('/volume')).body);
    expect((await repeatableDeposit(api)).body).toEqual(full.deposit);
    const browser = visitor(there);
    for (const [name, value] of person.cookies) browser.cookies.set(name, value);
    expect((await browser.app('GET', '/app/session')).body).toEqual(
      (await person.app('GET', '/app/session')).body,
    );
    const [row] = await place.sql(`select password_sealed from servers where id = '${serverId}'`);
    expect(there.running.instance.context.secrets.open(row?.['password_sealed'], serverId)).toBe(
      storedPassword,
    );
    const pem = (dataDir: string): Promise<string> => readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
    expect(await pem(place.dataDir)).toBe(await pem(full.env['REGROVE_DATA_DIR'] ?? ''));

    expect((await api.post('/deposits', { pages: 12_000, date: '2026-03-10' })).status).toBe(200);
    expect(await run(place.env, 'month', 'close', '2026-03')).toMatchObject({ accounts: 1 });
    await run(place.env, 'month', 'bill', '2026-03');
    const checks: Json[] = JSON.parse((await place.run('doctor', '--ledger', '--json')).stdout);
    expect(checks.filter(({ check, ok }) => !ok && check !== 'jobs')).toEqual([]);
    await there.stop();
  });

  it('can be read without Regrove', async () => {
    const [first = ''] = gunzipSync(await readFile(file))
      .toString('utf8')
      .split('\n');
    expect(JSON.parse(first)).toMatchObject({ entry: 'regrove-backup', format: 1, taken_at: taken.taken_at });
  });

  it('does not overwrite an existing file', async () => {
    const there = folder.path('there.backup');
    await writeFile(there, 'mine');
    const { code, stderr } = await runInProcess(['backup', there], full.env);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('already exists') });
    expect(await readFile(there, 'utf8')).toBe('mine');
    const again = await runInProcess(['backup', there, '--force', '--json'], full.env);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    const [first = ''] = gunzipSync(await readFile(there))
      .toString('utf8')
      .split('\n');
    expect(JSON.parse(first)).toMatchObject({ entry: 'regrove-backup' });
    expect((await stat(there)).mode & 0o777).toBe(0o600);
  });
});

describe('A backup without secrets', () => {
  it('can decrypt secrets once its key is given', async () => {
    const file = folder.path('plain.backup');
    expect(await run(full.env, 'backup', file, '--without-secrets')).toMatchObject({ files: [] });
    const key = (await readFile(join(full.env['REGROVE_DATA_DIR'] ?? '', 'secret-key'), 'utf8')).trim();
    expect(gunzipSync(await readFile(file)).toString('latin1')).not.toContain(key);
    const place = await emptyInstallation();
    const { code, stdout } = await place.run('restore', file);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('cannot be decrypted with any key here'),
    });
    const { stdout: checks } = await runInProcess(['doctor', '--json'], {
      ...place.env,
      REGROVE_SECRET_KEY: key,
    });
    expect(JSON.parse(checks).find(({ check }: Json) => check === 'secrets')).toMatchObject({ ok: true });
    await place.close();
  });
});

describe('A backup during writes', () => {
  it('is a consistent snapshot with all that was acknowledged before it', async () => {
    const { world } = full;
    let isOver = false;
    let acknowledged = 0;
    const write = async (): Promise<void> => {
      while (!isOver) {
        const { status } = await world.customer.api.post('/biomass/offsets', { pages: 10 });
        expect(status).toBe(200);
        acknowledged++;
      }
    };
    const writers = [write(), write(), write()];
    // Enough rows for the backup to last longer than some requests, and to span several chunks.
    await world.server.sql(`
      insert into audit_entries select '${world.stranger.id}', now(), gen_random_uuid(), 'operator', null, 'test', null, null,
        jsonb_build_object('n', n, 'text', repeat(md5(n::text), 20)) from generate_series(1, 20000) as n`);
    const before = acknowledged;
    const file = folder.path('busy.backup');
    const taken = await run(full.env, 'backup', file);
    const after = acknowledged;
    isOver = true;
    await Promise.all(writers);
    expect(after).toBeGreaterThan(before);
    expect(taken.tables.biomass_offsets).toBeGreaterThanOrEqual(before);

    const place = await emptyInstallation();
    expect(await run(place.env, 'restore', file)).toMatchObject({
      tables: taken.tables,
      unopenable_secrets: 0,
    });
    const checks: Json[] = JSON.parse((await place.run('doctor', '--ledger', '--json')).stdout);
    expect(checks.filter(({ check }) => check === 'ledger').length).toBeGreaterThan(5);
    expect(checks.filter(({ check, ok }) => check === 'ledger' && !ok)).toEqual([]);
    await place.close();
  });
});
