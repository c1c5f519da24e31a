import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedPostgres } from '../../src/database/embedded-postgres/index.js';
import { postgresProcessesIn } from '../../src/database/embedded-postgres/processes.js';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { runInProcess } from '../support/command-line.js';
import { copyFolder } from '../support/copy-folder.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import {
  clusterIn,
  contentsOf,
  createFormerInstallation,
  openFormer,
  runSuccessfully,
} from '../support/former-installation.js';
import { start, type RecordedProcess } from '../support/regrove-process.js';
import { until } from '../support/until.js';

let former: DataDirectory;
let before: unknown;
let place: DataDirectory;
beforeAll(async () => {
  former = await createFormerInstallation(async (env, postgres) => {
    await runSuccessfully(env, 'demo', 'seed');
    before = await contentsOf(postgres);
  });
  return () => former.remove();
});
beforeEach(async () => {
  place = await createDataDirectory();
  await copyFolder(`${former.path}/.`, place.path);
});
afterEach(() => place.remove());

const versionIn = async (name?: string): Promise<string | undefined> =>
  (await readFile(join(clusterIn(place, name), 'PG_VERSION'), 'utf8').catch(() => undefined))?.trim();

/** What the installation contains, whichever version it has. */
async function contentsNow(): Promise<unknown> {
  const isFormer = (await versionIn()) === '17';
  const postgres = await (isFormer
    ? openFormer(place)
    : openEmbeddedPostgres({ directory: databaseDirectory(place.path) }));
  try {
    return await contentsOf(postgres);
  } finally {
    await postgres.release();
  }
}

/** The repeated command ends with the upgrade, and nothing is left of the interrupted one. */
async function expectUpgradable(): Promise<void> {
  await runSuccessfully(place.env, 'upgrade-database');
  expect([await versionIn(), await versionIn('cluster.before-upgrade')]).toEqual(['18', '17']);
  for (const name of ['cluster.upgraded', 'upgrade']) expect(existsSync(clusterIn(place, name))).toBe(false);
  expect(await contentsNow()).toEqual(before);
}

/** In a process of its own, at one of its steps. */
async function upgradingUntil(step: string): Promise<RecordedProcess> {
  const running = start(['upgrade-database'], place.env);
  place.processes.push(running);
  await until(`"${step}"`, () => {
    if (running.stderr.includes(step)) return true;
    if (running.ended) throw new Error(running.stderr);
    return false;
  });
  return running;
}

describe('An upgrade that is asked to stop', () => {
  it.each([
    ['Backing up', 'SIGINT'],
    ['Making', 'SIGHUP'],
    ['Restoring', 'SIGTERM'],
    ['Comparing', 'SIGINT'],
  ] as const)('while it says "%s" stops its servers and leaves nothing: %s', async (step, name) => {
    const running = await upgradingUntil(step);
    const { code, stdout, stderr } = await running.stop(name);
    expect({ code, stdout, last: stderr.trim().split('\n').at(-1) }).toEqual({
      code: 1,
      stdout: '',
      last: 'Interrupted. Nothing was changed',
    });
    expect((await readdir(databaseDirectory(place.path))).sort()).toEqual(['cluster', 'postgres.log']);
    for (const cluster of ['cluster', 'upgrade/cluster'])
      expect(await postgresProcessesIn(clusterIn(place, cluster))).toEqual([]);
    expect(await contentsNow()).toEqual(before);
  });

  it('while the clusters change places completes that', async () => {
    const running = await upgradingUntil('Putting');
    // Not 1, as when it is interrupted. Signals that arrive once all is done may end the process before it does so itself.
    expect([0, null]).toContain((await running.stop('SIGTERM')).code);
    expect([await versionIn(), await versionIn('cluster.before-upgrade')]).toEqual(['18', '17']);
    expect(existsSync(clusterIn(place, 'upgrade'))).toBe(false);
  });
});

describe('An upgrade that is killed', () => {
  it.each(['Backing up', 'Making', 'Restoring', 'Comparing', 'Putting'])(
    'while it says "%s" has changed nothing, and can be repeated',
    async (step) => {
      const running = await upgradingUntil(step);
      await running.stop('SIGKILL');
      // What the version before would find, unless the upgrade was complete.
      if ((await versionIn()) === '17') expect(await contentsNow()).toEqual(before);
      await expectUpgradable();
      expect(await postgresProcessesIn(clusterIn(place, 'upgrade/cluster'))).toEqual([]);
    },
  );

  it('before the clusters change places begins anew, because the former one may have been used since', async () => {
    await runSuccessfully(place.env, 'upgrade-database');
    await rename(clusterIn(place), clusterIn(place, 'cluster.upgraded'));
    await rename(clusterIn(place, 'cluster.before-upgrade'), clusterIn(place));
    await expectUpgradable();
  });

  it('while the clusters change places is completed by the next command', async () => {
    await runSuccessfully(place.env, 'upgrade-database');
    await rename(clusterIn(place), clusterIn(place, 'cluster.upgraded'));
    expect(await runSuccessfully(place.env, 'accounts', 'list')).not.toEqual([]);
    expect(await versionIn()).toBe('18');
    await expectUpgradable();
  });

  it('while it goes back is completed by the next command', async () => {
    await runSuccessfully(place.env, 'upgrade-database');
    await mkdir(clusterIn(place, 'upgrade'));
    await rename(clusterIn(place), clusterIn(place, 'upgrade/discarded'));
    const { code, stderr } = await runInProcess(['doctor'], place.env);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('made by PostgreSQL 17') });
    expect(await versionIn()).toBe('17');
    await expectUpgradable();
  });

  it('while it is confirmed leaves nothing that could be gone back to', async () => {
    await runSuccessfully(place.env, 'upgrade-database');
    await mkdir(clusterIn(place, 'upgrade'));
    await rename(clusterIn(place, 'cluster.before-upgrade'), clusterIn(place, 'upgrade/discarded'));
    expect(await runSuccessfully(place.env, 'upgrade-database')).toEqual({
      upgraded: false,
      version: '18',
      unconfirmed: null,
    });
    expect(existsSync(clusterIn(place, 'upgrade'))).toBe(false);
  });
});
