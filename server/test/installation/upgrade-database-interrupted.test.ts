import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { runInProcess } from '../support/command-line.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { clusterIn } from '../support/former-installation.js';

/** Clusters as far as the names of folders matter: no server starts on them. */
const clusters = {
  former: { version: '17', system: 'the first' },
  upgraded: {
    version: '18',
    system: 'the next',
    record: { from: '17', to: '18', transaction: '9', rows: {} },
  },
  // An earlier program makes it, if it finds none. Since then, somebody may have used it.
  stray: { version: '17', system: 'a stray' },
  // As one whose record was removed.
  unknown: { version: '18', system: 'unknown' },
} as const;
type Cluster = keyof typeof clusters;

type Places = Partial<Record<'cluster' | 'cluster.upgraded' | 'cluster.before-upgrade', Cluster>> & {
  readonly upgrade?: 'begun';
};

let place: DataDirectory;
beforeEach(async () => {
  place = await createDataDirectory();
});
afterEach(() => place.remove());

async function arrange({ upgrade, ...places }: Places): Promise<void> {
  for (const [name, kind] of Object.entries(places)) await makeCluster(clusterIn(place, name), kind);
  if (upgrade) await makeCluster(clusterIn(place, 'upgrade/cluster'), 'unknown');
}

async function makeCluster(path: string, kind: Cluster): Promise<void> {
  const { version, system, ...rest } = clusters[kind];
  for (const folder of ['base', 'global']) await mkdir(join(path, folder), { recursive: true });
  await writeFile(join(path, 'PG_VERSION'), `${version}\n`);
  await writeFile(join(path, 'global', 'pg_control'), system.padEnd(9, '-'));
  await writeFile(join(path, 'kind'), kind);
  const formerSystem = Buffer.from(clusters.former.system.slice(0, 8)).toString('hex');
  if ('record' in rest)
    await writeFile(join(path, 'regrove-upgrade.json'), JSON.stringify({ ...rest.record, formerSystem }));
}

/** What each folder contains that may be a cluster. */
async function found(): Promise<Record<string, string>> {
  const names = await readdir(databaseDirectory(place.path)).catch(() => []);
  const kinds = names
    .filter((name) => name.startsWith('cluster'))
    .map(async (name) => [name, await readFile(join(clusterIn(place, name), 'kind'), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(kinds));
}

const some = <T>(...values: T[]): (T | undefined)[] => [undefined, ...values];
const combinations: Places[] = some<Cluster>('former', 'upgraded', 'stray', 'unknown').flatMap((cluster) =>
  some<Cluster>('upgraded').flatMap((upgraded) =>
    some<Cluster>('former').flatMap((kept) =>
      some('begun' as const).map((upgrade) => ({
        ...(cluster && { cluster }),
        ...(upgraded && { 'cluster.upgraded': upgraded }),
        ...(kept && { 'cluster.before-upgrade': kept }),
        ...(upgrade && { upgrade }),
      })),
    ),
  ),
);

const predecessors: Readonly<Record<string, string>> = { former: 'upgraded', upgraded: 'former' };

const commands = [
  ['upgrade-database'],
  ['upgrade-database', '--confirm'],
  ['upgrade-database', '--revert'],
  ['upgrade-database', '--revert', '--yes'],
  ['doctor'],
];

describe('Wherever upgrades were interrupted, and whatever was started since,', () => {
  it.each(commands.map((args) => args.join(' ')))(
    '%s removes no cluster without a successor',
    async (args) => {
      for (const places of combinations) {
        await arrange(places);
        const before = await found();
        const { stderr } = await runInProcess(args.split(' '), place.env);
        const after = await found();
        const lost = Object.values(before).filter((kind) => !Object.values(after).includes(kind));
        const context = `${JSON.stringify({ places, after })}\n${stderr}`;
        // Only one of the two, and only if the other one is in use.
        const replaced = predecessors[after['cluster'] ?? ''];
        expect(
          lost.filter((kind) => kind !== replaced),
          context,
        ).toEqual([]);
        await rm(databaseDirectory(place.path), { recursive: true, force: true });
      }
    },
  );
});

const interrupted: Places = {
  cluster: 'stray',
  'cluster.before-upgrade': 'former',
  'cluster.upgraded': 'upgraded',
};

describe('An empty cluster of an earlier program, made while clusters changed places,', () => {
  beforeEach(() => arrange(interrupted));

  it.each(['', '--confirm', '--revert'])('is told apart by upgrade-database %s', async (option) => {
    const args = ['upgrade-database', option].filter((word) => word !== '');
    const { code, stdout, stderr } = await runInProcess(args, place.env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      `It is not clear which database in ${databaseDirectory(place.path)} is yours. Nothing was changed. There are:`,
      expect.stringMatching(/^- cluster \(PostgreSQL 17\): in use, but not known to come from the others\. /),
      '- cluster.before-upgrade (PostgreSQL 17): from before the upgrade, complete',
      '- cluster.upgraded (PostgreSQL 18): made from cluster.before-upgrade by the upgrade, complete',
      `To go on with cluster.upgraded, move the first one away and run this command again: mv ${clusterIn(place)} ${clusterIn(place)}.aside`,
      'To keep the first one, move the others away. Remove nothing before you have looked at it',
      '',
    ]);
    expect(await found()).toEqual(interrupted);
  });

  it('is out of the way once it was moved: the upgrade is completed', async () => {
    await rename(clusterIn(place), clusterIn(place, 'cluster.aside'));
    const { code, stdout } = await runInProcess(['upgrade-database', '--json'], place.env);
    expect({ code, outcome: JSON.parse(stdout) }).toEqual({
      code: 0,
      outcome: { upgraded: false, version: '18', unconfirmed: '17' },
    });
    expect(await found()).toEqual({
      cluster: 'upgraded',
      'cluster.before-upgrade': 'former',
      'cluster.aside': 'stray',
    });
  });

  it('is kept when the upgrade is reverted', async () => {
    const { code, stdout } = await runInProcess(
      ['upgrade-database', '--revert', '--yes', '--json'],
      place.env,
    );
    const outcome = JSON.parse(stdout) as { set_aside: string };
    expect({ code, outcome }).toEqual({
      code: 0,
      outcome: {
        reverted: true,
        from: '17',
        lost: null,
        set_aside: expect.stringContaining('/cluster.reverted-'),
      },
    });
    expect(await readFile(join(outcome.set_aside, 'kind'), 'utf8')).toBe('stray');
    expect(await found()).toMatchObject({ cluster: 'former', 'cluster.upgraded': 'upgraded' });
  });
});
