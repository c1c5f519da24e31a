import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyMigration, migrationFiles } from '../../src/database/migrate.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { tableDigests } from '../support/table-digests.js';
import { start } from '../support/regrove-process.js';
import { backupFolder, emptyInstallation } from '../support/restored-installation.js';
import { until } from '../support/until.js';

let source: Operator;
let folder: Awaited<ReturnType<typeof backupFolder>>;
let whole: Buffer;
/** An empty place, which must stay empty when a restore is refused. */
let place: Operator;
beforeAll(async () => {
  source = await createOperator();
  folder = await backupFolder();
  await source.json('accounts', 'create', '--name', 'Source', '--role', 'distributor');
  await source.json('backup', folder.path('whole'));
  whole = await readFile(folder.path('whole'));
  place = await emptyInstallation();
});
afterAll(async () => {
  await folder.remove();
  await place.close();
  await source.close();
});

function holds(packed: Buffer, content: Buffer): boolean {
  try {
    return gunzipSync(packed).equals(content);
  } catch {
    return false;
  }
}

async function fileOf(content: Buffer): Promise<string> {
  const file = folder.path('given');
  await writeFile(file, content);
  return file;
}

/** Checks that there is nothing of ours: no table, function, schema or file. */
async function expectUntouched(): Promise<void> {
  const things = await place.sql(`
    select relname from pg_class where relnamespace = 'public'::regnamespace
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace
    union all select nspname from pg_namespace where nspname like 'graphile%'`);
  expect(things).toEqual([]);
  expect(await readdir(place.dataDir)).toEqual([]);
}

describe('A damaged file', () => {
  it.each([0, 1, 9, 10, 200, 0.5, 0.9, -8, -1])('is refused if it ends at %d', async (end) => {
    const file = await fileOf(whole);
    await truncate(file, end < 0 ? whole.length + end : end < 1 ? Math.floor(whole.length * end) : end);
    expect(await place.failure(1, 'restore', file)).toContain('not a complete Regrove backup');
    await expectUntouched();
  });

  it('is refused if any byte differs', async () => {
    // Every byte of the head and the tail, and some in between: they cover each kind of part.
    const step = Math.floor(whole.length / 60);
    const lastPacked = whole.length - 9;
    const places = Array.from(whole.keys()).filter((at) => at < 9 || at >= lastPacked || at % step === 5);
    const content = gunzipSync(whole);
    for (const at of places) {
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] ?? 0) ^ 0x10;
      // Unused bits at the end, or a reference to another place with the same text.
      const isPacked = at > 9 && at <= lastPacked;
      if (isPacked && holds(altered, content)) continue;
      const { code, stderr } = await place.run('restore', await fileOf(altered));
      expect({ at, code, stderr }).toEqual({
        at,
        code: 1,
        stderr: expect.stringContaining('not a complete Regrove backup'),
      });
    }
    await expectUntouched();
  });

  it.each<[string, (content: string) => string]>([
    ['a changed value', (content) => content.replace('Source', 'Sauce!')],
    ['another count', (content) => content.replace('"accounts":1', '"accounts":2')],
    ['a part beyond the end', (content) => `${content}{"entry":"end"}\n`],
    ['no end entry', (content) => content.slice(0, content.lastIndexOf('{"entry":"end"'))],
    ['an invalid length', (content) => content.replace(/"bytes":\d+/, '"bytes":-5')],
    ['a length beyond the end', (content) => content.replace(/"bytes":\d+/, '"bytes":99999999')],
    ['no start entry', (content) => content.slice(content.indexOf('\n') + 1)],
    ['something else', () => 'id,name\n1,Oak\n'],
  ])('is refused with %s, although it is compressed correctly', async (_, change) => {
    const content = gunzipSync(whole).toString('latin1');
    const changed = change(content);
    expect(changed).not.toBe(content);
    const file = await fileOf(gzipSync(Buffer.from(changed, 'latin1')));
    expect(await place.failure(1, 'restore', file)).toContain('not a complete Regrove backup');
    await expectUntouched();
  });

  it('is refused if it has trailing data, is no backup, or does not exist', async () => {
    const behind = await fileOf(Buffer.concat([whole, Buffer.from('more')]));
    expect(await place.failure(1, 'restore', behind)).toContain('not a complete Regrove backup');
    expect(await place.failure(1, 'restore', await fileOf(Buffer.from('PGDMP')))).toContain(
      'not a complete Regrove backup',
    );
    expect(await place.failure(1, 'restore', folder.path('nowhere'))).toContain('cannot be read');
    await place.failure(2, 'restore');
    await expectUntouched();
  });

  it('is refused if its format belongs to a later version', async () => {
    const later = gunzipSync(whole).toString('latin1').replace('"format":1', '"format":2');
    const file = await fileOf(gzipSync(Buffer.from(later, 'latin1')));
    expect(await place.failure(1, 'restore', file)).toContain('has an unknown format');
    await expectUntouched();
  });
});

describe('A place', () => {
  it('that has accounts is refused and keeps them', async () => {
    const used = await createOperator();
    await used.json('accounts', 'create', '--name', 'Mine', '--role', 'distributor');
    const sql = { sql: (text: string) => used.sql(text) as Promise<never[]> };
    const before = await tableDigests(sql);
    expect(await used.failure(1, 'restore', folder.path('whole'))).toContain('into an empty one');
    expect(await tableDigests(sql)).toEqual(before);
    await used.close();
  });

  it('that has projects is refused, too', async () => {
    const used = await createOperator();
    const projects = [{ name: 'Grove', forest_latitude: 1, forest_longitude: 2 }];
    await used.json('projects', 'import', await used.file('projects.json', projects));
    expect(await used.failure(1, 'restore', folder.path('whole'))).toContain('into an empty one');
    await used.close();
  });

  it('that is migrated but empty is accepted', async () => {
    const migrated = await createOperator();
    await migrated.json('restore', folder.path('whole'));
    expect(await migrated.sql('select name from accounts')).toEqual([{ name: 'Source' }]);
    await migrated.close();
  });

  it('whose schema is newer than the backup is refused', async () => {
    const ahead = await createOperator();
    await ahead.sql(`insert into migrations (name) values ('9999-later')`);
    expect(await ahead.failure(1, 'restore', folder.path('whole'))).toContain('newer than the backup');
    expect(await ahead.sql('select from accounts')).toEqual([]);
    await ahead.close();
  });

  it('is unchanged if a restore fails halfway', async () => {
    const taken = await emptyInstallation();
    await taken.sql('create table sessions (mine text)');
    expect(await taken.failure(1, 'restore', folder.path('whole'))).toContain('"sessions" already exists');
    expect(
      await taken.sql(`select relname from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([{ relname: 'sessions' }]);
    expect(await readdir(taken.dataDir)).toEqual([]);
    await taken.close();
  });

  it('is unchanged if a restore is killed halfway, and accepts the next one', async () => {
    const target = await createOperator();
    const holder = new pg.Client({ connectionString: target.database.url });
    await holder.connect();
    await holder.query('begin; lock table deposits in share mode');
    const restoring = start(['restore', folder.path('whole')], target.env);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(
      'the restore to wait',
      async () => (await target.sql(waiting)).length,
      (count) => count > 0,
    );
    await restoring.stop('SIGKILL');
    await holder.end();
    const others = `select from pg_stat_activity where datname = current_database() and application_name = 'regrove'`;
    await until(
      'all others to be gone',
      async () => (await target.sql(others)).length,
      (count) => count === 0,
    );
    expect(await target.sql('select from accounts')).toEqual([]);
    expect(await readdir(target.dataDir)).toEqual([]);
    await target.json('restore', folder.path('whole'));
    expect(await target.sql('select name from accounts')).toEqual([{ name: 'Source' }]);
    await target.close();
  });

  it('without a schema cannot be backed up', async () => {
    expect(await place.failure(1, 'backup', folder.path('nothing'))).toContain(
      'There is no Regrove installation in ',
    );
    expect(await readdir(folder.path('.'))).not.toContain('nothing');
    await expectUntouched();
  });
});

describe('Schemas', () => {
  it('that this version does not know are refused by name', async () => {
    const later = await createOperator();
    await later.sql(`insert into migrations (name) values ('9999-later')`);
    await later.json('backup', folder.path('later'));
    expect(await place.failure(1, 'restore', folder.path('later'))).toMatch(/later version.*9999-later/);
    await expectUntouched();
    await later.close();
  });

  it('of old versions are restored and then migrated', async () => {
    const names = await migrationFiles();
    const old = names.filter((name) => name < '0020');
    const former = await emptyInstallation();
    const client = new pg.Client({ connectionString: former.database.url });
    await client.connect();
    for (const name of old) await applyMigration(client, name);
    await client.query(`insert into accounts (id, lineage, name, name_sort, display_name, role, status, created_at)
      values ('01900000-0000-7000-8000-00000000000a', '{01900000-0000-7000-8000-00000000000a}', 'Old', 'old', 'Old', 'customer',
        'active', '2026-01-01')`);
    await client.end();
    await former.json('backup', folder.path('old'));
    expect(await former.sql('select name from migrations order by name')).toEqual(
      old.map((name) => ({ name })),
    );

    const target = await emptyInstallation();
    const restored = await target.json('restore', folder.path('old'));
    expect(restored).toMatchObject({ schema: old.at(-1), migrated: names.filter((name) => name >= '0020') });
    expect(await target.sql('select name, search_text from accounts')).toEqual([
      { name: 'Old', search_text: 'old\nold\n' },
    ]);
    await target.close();
    await former.close();
  });
});
