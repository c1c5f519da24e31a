import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { upgradeDatabase } from '../../src/installation/upgrade/upgrade-database.js';
import { runInProcess } from '../support/command-line.js';
import { copyFolder } from '../support/copy-folder.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import {
  asServerAccount,
  clusterIn,
  createFormerInstallation,
  formerNative,
  runSuccessfully,
} from '../support/former-installation.js';

let former: DataDirectory;
let upgraded: DataDirectory;
let place: DataDirectory;
beforeAll(async () => {
  former = await createFormerInstallation();
  upgraded = await createDataDirectory();
  await copyFolder(`${former.path}/.`, upgraded.path);
  await runSuccessfully(upgraded.env, 'upgrade-database');
  return async () => {
    await former.remove();
    await upgraded.remove();
  };
});
beforeEach(async () => {
  place = await createDataDirectory();
});
afterEach(() => place.remove());

const folders = async (): Promise<string[]> =>
  (await readdir(databaseDirectory(place.path))).filter((name) => name !== 'postgres.log').sort();

/** Upgrades, and does something to the former cluster once that was copied. */
function upgradeWhile(work: () => void): Promise<unknown> {
  return upgradeDatabase({
    dataDir: place.path,
    oldBinaries: undefined,
    regrove: '1.0.0',
    now: new Date(),
    interruption: new AbortController().signal,
    progress: { step: (text) => text.startsWith('Comparing') && work(), rows: () => undefined },
  });
}

describe('An upgrade fails and removes what it made', () => {
  beforeEach(() => copyFolder(`${former.path}/.`, place.path));

  it('if somebody has written to the former database meanwhile, as from another container', async () => {
    await expect(
      upgradeWhile(() => {
        const postgres = join(formerNative(), 'bin', 'postgres');
        const { file, args } = asServerAccount(postgres, ['--single', '-D', clusterIn(place), 'regrove']);
        const { stdout } = spawnSync(file, args, { input: 'create table late ()\nselect 1 as made\n' });
        expect(String(stdout)).toContain('made = "1"');
      }),
    ).rejects.toThrow(
      `A server, perhaps in another container, has used the database in ${databaseDirectory(place.path)} meanwhile`,
    );
    expect(await folders()).toEqual(['cluster']);
    expect(await runSuccessfully(place.env, 'upgrade-database')).toMatchObject({
      left_behind: ['table public.late'],
    });
  });

  it('if a server is running on the former database', async () => {
    const file = join(clusterIn(place), 'postmaster.pid');
    // In another container, where it cannot be seen.
    const noProcess = 999_999_999;
    await expect(upgradeWhile(() => writeFileSync(file, `${noProcess}\n`))).rejects.toThrow(
      /has used the database/,
    );
    expect(await folders()).toEqual(['cluster']);
  });
});

describe('What is left of an upgrade', () => {
  beforeEach(async () => {
    await copyFolder(`${upgraded.path}/.`, place.path);
    await mkdir(clusterIn(place, 'upgrade'));
    await writeFile(clusterIn(place, 'upgrade/public.backup'), 'all rows');
  });

  it('is named by doctor, and removed when there is nothing to upgrade', async () => {
    const { stdout } = await runInProcess(['doctor', '--json'], place.env);
    expect(JSON.parse(stdout)).toContainEqual({
      check: 'database',
      ok: true,
      detail: `an interrupted upgrade has left ${clusterIn(place, 'upgrade')}`,
      advice: expect.stringMatching(/npx regrove upgrade-database`, which removes it$/),
    });
    expect(await runSuccessfully(place.env, 'upgrade-database')).toMatchObject({ unconfirmed: '17' });
    expect(await folders()).toEqual(['cluster', 'cluster.before-upgrade']);
  });

  it('is removed when the upgrade is confirmed', async () => {
    await runSuccessfully(place.env, 'upgrade-database', '--confirm');
    expect(await folders()).toEqual(['cluster']);
  });
});

describe('A new database that does not start', () => {
  beforeEach(async () => {
    await copyFolder(`${upgraded.path}/.`, place.path);
    await rm(join(clusterIn(place), 'global', 'pg_control'));
  });

  it('can be left, and is kept aside, because nobody knows what it contains', async () => {
    const refused = await runInProcess(['upgrade-database', '--revert'], place.env);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^It is not known what was written since the upgrade \(The embedded PostgreSQL did not start[^]*To go back without it, add --yes/,
    );
    expect(await folders()).toEqual(['cluster', 'cluster.before-upgrade']);

    const { code, stdout, stderr } = await runInProcess(['upgrade-database', '--revert', '--yes'], place.env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [aside = ''] = /cluster\.reverted-\d{8}T\d{6}/.exec(stdout) ?? [];
    expect(stdout).toContain(`It is kept in ${clusterIn(place, aside)}: remove it once you do not need it\n`);
    expect(await folders()).toEqual(['cluster', aside]);

    await runSuccessfully(place.env, 'upgrade-database');
    const doctor = await runInProcess(['doctor', '--json'], place.env);
    expect(JSON.parse(doctor.stdout)).toContainEqual(
      expect.objectContaining({
        detail: `an upgrade was reverted, and its database kept in ${clusterIn(place, aside)}`,
      }),
    );
  });
});

it('A record from before there was a list of what is left behind can be confirmed', async () => {
  await copyFolder(`${upgraded.path}/.`, place.path);
  const record = join(clusterIn(place), 'regrove-upgrade.json');
  const earlier = { from: '17', to: '18', at: '2026-11-01T00:00:00.000Z', transaction: '700', rows: {} };
  await writeFile(record, JSON.stringify(earlier));
  expect(await runSuccessfully(place.env, 'upgrade-database', '--confirm')).toEqual({
    confirmed: true,
    from: '17',
    left_behind: [],
  });
});
