import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FileEntry } from '../../src/installation/backup/backup-format.js';
import { writeDataFiles } from '../../src/installation/backup/data-files.js';
import { readBackup } from '../../src/installation/backup/read-backup.js';
import { writeBackup, type Part } from '../../src/installation/backup/write-backup.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { backupFolder, emptyInstallation } from '../support/restored-installation.js';

let folder: Awaited<ReturnType<typeof backupFolder>>;
let parts: Part[];
let place: Operator;
/** A file beside the data directory that no restore may touch. */
let bystander: string;
let count = 0;

beforeAll(async () => {
  folder = await backupFolder();
  const source = await createOperator();
  await source.json('accounts', 'create', '--name', 'Source', '--role', 'distributor');
  await source.json('backup', folder.path('whole'));
  await source.close();
  parts = [];
  for await (const { entry, body } of readBackup(folder.path('whole')))
    if (entry.entry !== 'end') parts.push({ entry, body });
  place = await emptyInstallation();
});
beforeEach(async () => {
  bystander = `${place.dataDir}-bystander`;
  await writeFile(bystander, 'mine');
});
afterAll(async () => {
  await rm(bystander, { force: true });
  await place.close();
  await folder.remove();
});

/** A backup with valid checksums, whatever its content. */
async function forged(change: (parts: Part[]) => unknown[]): Promise<string> {
  const file = folder.path(`forged-${String(count++)}`);
  async function* all(): AsyncGenerator<Part, void, undefined> {
    await Promise.resolve();
    yield* change([...parts]) as Part[];
  }
  await writeBackup(file, all());
  return file;
}

const fileOf = (name: unknown, content = 'rot13'): unknown => {
  const body = Buffer.from(content);
  return { entry: { entry: 'file', name, bytes: body.length }, body };
};
const isFile = ({ entry }: Part): boolean => entry.entry === 'file';
const withFiles =
  (...files: unknown[]) =>
  ([start, ...rest]: Part[]): unknown[] => [start, ...rest.filter((part) => !isFile(part)), ...files];

async function expectRefused(
  file: string,
  words: RegExp | string = 'not a complete Regrove backup',
): Promise<void> {
  expect(await place.failure(1, 'restore', file)).toMatch(words);
  const things = await place.sql(`
    select relname from pg_class where relnamespace = 'public'::regnamespace
    union all select nspname from pg_namespace where nspname like 'graphile%'`);
  expect(things).toEqual([]);
  expect(await readdir(place.dataDir)).toEqual([]);
  expect(await readFile(bystander, 'utf8')).toBe('mine');
}

describe('A forged backup', () => {
  it.each<[string, () => unknown]>([
    ['leaves the directory', () => `../${basename(bystander)}`],
    ['leaves the directory through a known folder', () => `tls/../../${basename(bystander)}`],
    ['is absolute', () => bystander],
    ['is the database', () => 'postgres/PG_VERSION'],
    ['is a known one in capitals', () => 'Secret-Key'],
    ['is a known one with a detour', () => './secret-key'],
    ['is a known one with a NUL', () => 'secret-key\u0000'],
    ['is a known one with a backslash', () => 'tls\\cert.pem'],
    ['is a folder', () => 'tls'],
    ['is empty', () => ''],
    ['is not text', () => 7],
    ['is a list', () => ['secret-key']],
    ['is unknown', () => 'notes.txt'],
  ])('is refused before anything is written when the name of a file %s', async (_, name) => {
    await expectRefused(await forged(withFiles(fileOf('secret-key'), fileOf(name()))));
  });

  it('is refused if it contains a file twice', async () => {
    await expectRefused(await forged(withFiles(fileOf('secret-key', 'one'), fileOf('secret-key', 'two'))));
  });

  it('is refused if a file is larger than any of ours', async () => {
    await expectRefused(await forged(withFiles(fileOf('secret-key', 'x'.repeat(1_048_577)))));
  });

  it('is refused if it contains a table twice, the first time with uncounted rows', async () => {
    const table = parts.find(({ entry }) => entry.entry === 'table' && entry.name === 'accounts');
    await expectRefused(await forged((all) => [...all, table]));
  });

  it('is refused if it contains unknown tables, and the queue is not created either', async () => {
    for (const name of ['strangers', 'constructor', '__proto__', 'pg_authid']) {
      const strange = { entry: { entry: 'table', name, columns: ['a'] } };
      await expectRefused(await forged((all) => [...all, strange]), /unknown (file|table)/);
    }
  });

  it.each<[string, unknown]>([
    ['of an unknown kind', { entry: 'symlink', name: 'secret-key', target: '/etc/passwd' }],
    ['without a kind', {}],
    ['that is a number', 5],
    ['that is a list', []],
    ['of a table without columns', { entry: 'table', name: 'strangers' }],
    ['of a table with columns that are none', { entry: 'table', name: 'strangers', columns: [1] }],
    ['of a sequence without a number', { entry: 'sequence', name: 'x', last: '1; drop table accounts' }],
    ['that is a second start', { entry: 'regrove-backup', format: 1 }],
  ])('is refused with an entry %s', async (_, entry) => {
    await expectRefused(await forged((all) => [...all, { entry }]));
  });

  it.each<[string, Record<string, unknown>]>([
    ['invalid migrations', { migrations: 'all' }],
    ['migrations outside the folder', { migrations: ['../../etc/passwd'] }],
    ['a migration twice', { migrations: ['0001-accounts', '0001-accounts'] }],
    ['an invalid time', { taken_at: 'yesterday' }],
  ])('is refused with %s', async (_, wrong) => {
    const file = await forged(([start, ...rest]) => [
      { entry: { ...(start?.entry as object), ...wrong } },
      ...rest,
    ]);
    await expectRefused(file, /not a complete Regrove backup|later version/);
  });

  it('is refused if rows belong to no table', async () => {
    const body = Buffer.from('1\n');
    await expectRefused(
      await forged(([start, ...rest]) => [start, { entry: { entry: 'rows', bytes: 2 }, body }, ...rest]),
    );
  });

  it('is accepted if it was not changed', async () => {
    const target = await emptyInstallation();
    await target.json('restore', await forged((all) => all));
    const { mode } = await stat(join(target.dataDir, 'secret-key'));
    expect(mode & 0o777).toBe(0o600);
    await target.close();
  });
});

describe('Files that are put into a data directory', () => {
  it('are limited to known names, also when they are removed again', async () => {
    const directory = folder.path('data');
    await mkdir(directory);
    await writeFile(folder.path('bystander'), 'mine');
    const names: FileEntry['name'][] = ['secret-key', '../bystander'];
    const undo = await writeDataFiles(
      directory,
      names.map((name) => ({ name, content: 'content\n' })),
    );
    expect(await readdir(directory)).toEqual(['secret-key']);
    await undo();
    expect(await readdir(directory)).toEqual([]);
    expect(await readFile(folder.path('bystander'), 'utf8')).toBe('mine');
  });
});
