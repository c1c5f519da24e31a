import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedPostgres } from '../../src/database/embedded-postgres/index.js';
import { postgresProcessesIn } from '../../src/database/embedded-postgres/processes.js';
import { databaseDirectory } from '../../src/database/installed.js';
import { runInProcess } from '../support/command-line.js';
import { copyFolder } from '../support/copy-folder.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import {
  clusterIn,
  contentsOf,
  createFormerInstallation,
  openFormer,
  succeed,
} from '../support/former-installation.js';
import { start } from '../support/regrove-process.js';
import { until } from '../support/until.js';

let former: DataDirectory;
let before: unknown;
let place: DataDirectory;
beforeAll(async () => {
  former = await createFormerInstallation(async (env, postgres) => {
    await succeed(env, 'demo', 'seed');
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
  await succeed(place.env, 'upgrade-database');
  expect([await versionIn(), await versionIn('cluster.before-upgrade')]).toEqual(['18', '17']);
  for (const name of ['cluster.upgraded', 'cluster.discarded', 'upgrade'])
    expect(existsSync(clusterIn(place, name))).toBe(false);
  expect(await contentsNow()).toEqual(before);
}

describe('An upgrade that is killed', () => {
  it.each(['Backing up', 'Making', 'Restoring', 'Comparing', 'Putting'])(
    'while it says "%s" has changed nothing, and can be repeated',
    async (step) => {
      const running = start(['upgrade-database'], place.env);
      place.processes.push(running);
      await until(`"${step}"`, () => {
        if (running.ended) throw new Error(running.stderr);
        return running.stderr.includes(step);
      });
      await running.stop('SIGKILL');
      // What the version before would find, unless the upgrade was complete.
      if ((await versionIn()) === '17') expect(await contentsNow()).toEqual(before);
      await expectUpgradable();
      expect(await postgresProcessesIn(clusterIn(place, 'upgrade/cluster'))).toEqual([]);
    },
  );

  it('before the clusters change places begins anew, because the former one may have been used since', async () => {
    await copyFolder(clusterIn(place), clusterIn(place, 'cluster.upgraded'));
    await expectUpgradable();
  });

  it('while the clusters change places is completed by the next command', async () => {
    await succeed(place.env, 'upgrade-database');
    await rename(clusterIn(place), clusterIn(place, 'cluster.upgraded'));
    expect(await succeed(place.env, 'accounts', 'list')).not.toEqual([]);
    expect(await versionIn()).toBe('18');
    await expectUpgradable();
  });

  it('while it goes back is completed by the next command', async () => {
    await succeed(place.env, 'upgrade-database');
    await rename(clusterIn(place), clusterIn(place, 'cluster.discarded'));
    const { code, stderr } = await runInProcess(['doctor'], place.env);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('made by PostgreSQL 17') });
    expect([await versionIn(), existsSync(clusterIn(place, 'cluster.discarded'))]).toEqual(['17', false]);
    await expectUpgradable();
  });

  it('while it is confirmed leaves nothing that could be gone back to', async () => {
    await succeed(place.env, 'upgrade-database');
    await rename(clusterIn(place, 'cluster.before-upgrade'), clusterIn(place, 'cluster.discarded'));
    expect(await succeed(place.env, 'upgrade-database')).toEqual({
      upgraded: false,
      version: '18',
      unconfirmed: null,
    });
    expect(existsSync(clusterIn(place, 'cluster.discarded'))).toBe(false);
  });
});
