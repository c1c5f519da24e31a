import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPool, type Pool } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { generateLoad } from '../support/generate-load.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let owner: Pool;
let root: string;
let folder: string;
let count = 0;
beforeAll(async () => {
  world = await startWorld();
  owner = openPool({ connectionString: world.server.database.url }, () => undefined);
  root = await mkdtemp(join(tmpdir(), 'regrove-migrations-'));
});
beforeEach(async () => {
  folder = join(root, String(++count));
  await mkdir(folder);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await owner.close();
  await rm(root, { recursive: true });
  await world.stop();
});

const migration = (name: string, sql: string): Promise<void> => writeFile(join(folder, `${name}.sql`), sql);
const migrateFrom = (): Promise<string[]> => migrate(owner, pathToFileURL(`${folder}/`));

it('A column, an index and a table are added without errors while servers of the previous version read and write', async () => {
  await migration(
    '9001-column',
    `alter table deposits add column colour text not null default 'green';
    alter table accounts add column colour text`,
  );
  await migration(
    '9002-index',
    '-- Large by now.\ncreate index concurrently deposits_by_colour on deposits (colour, date);',
  );
  await migration(
    '9003-table',
    'create table leaves (account_id uuid not null, id uuid not null, primary key (account_id, id))',
  );
  const stop = generateLoad(world);
  const deposits = async (): Promise<number> =>
    (await world.server.sql<{ n: number }>('select count(*)::int as n from deposits'))[0]?.n ?? 0;
  await until('six deposits', deposits, (count) => count > 5);
  expect(await migrateFrom()).toEqual(['9001-column', '9002-index', '9003-table']);
  const before = await deposits();
  await until('six more deposits', deposits, (count) => count > before + 5);
  const statuses = await stop();
  expect(Object.keys(statuses)).toEqual(['200']);
  expect(await world.server.sql('select distinct colour from deposits')).toEqual([{ colour: 'green' }]);
  expect(
    await world.server.sql(
      `select indisvalid from pg_index where indexrelid = 'deposits_by_colour'::regclass`,
    ),
  ).toEqual([{ indisvalid: true }]);
});

it('If several processes start together, one migrates, also if an index is built concurrently', async () => {
  await migration('9101-index', 'create index concurrently deposits_by_pages on deposits (pages)');
  await migration('9102-table', 'create table twigs (id uuid primary key)');
  const all = await Promise.all([migrateFrom(), migrateFrom(), migrateFrom()]);
  expect(all.flat().sort()).toEqual(['9101-index', '9102-table']);
});

it('A migration that waits for a long transaction does not block other requests, and runs when it can', async () => {
  await migration('9201-column', 'alter table quotes add column colour text');
  const holder = new pg.Client({ connectionString: world.server.database.url });
  await holder.connect();
  await holder.query('begin; select from quotes');
  const migrating = migrateFrom();
  const waits = async (): Promise<boolean> =>
    (await world.server.sql(`select from pg_locks where not granted and relation = 'quotes'::regclass`))
      .length > 0;
  await until('the migration to wait for a lock', waits);
  // The migration gives up its lock request at intervals, so requests queued behind it proceed while the transaction
  // is still open.
  expect((await world.customer.api.get('/quotes')).status).toBe(200);
  await until('the migration to get its lock', async () => !(await waits()));
  await holder.query('commit');
  await holder.end();
  expect(await migrating).toEqual(['9201-column']);
});

it('An index whose build was interrupted is built again', async () => {
  await migration(
    '9301-index',
    'create unique index concurrently deposits_once on deposits (account_id, pages)',
  );
  await world.customer.api.post('/deposits', { pages: 77 });
  await world.customer.api.post('/deposits', { pages: 77 });
  await expect(migrateFrom()).rejects.toThrow('9301-index failed');
  const isValid = async (): Promise<unknown> =>
    (
      await world.server.sql(
        `select indisvalid from pg_index where indexrelid = to_regclass('deposits_once')`,
      )
    )[0];
  expect(await isValid()).toEqual({ indisvalid: false });
  await world.server.sql('delete from deposits');
  expect(await migrateFrom()).toEqual(['9301-index']);
  expect(await isValid()).toEqual({ indisvalid: true });
});
