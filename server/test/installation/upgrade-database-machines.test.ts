import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPool } from '../../src/database/database.js';
import { openEmbeddedPostgres } from '../../src/database/embedded-postgres/index.js';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { appliedMigrations, migrate } from '../../src/database/migrate.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import {
  clusterIn,
  createFormerInstallation,
  openFormer,
  runSuccessfully,
} from '../support/former-installation.js';
import { regrove, repository, spawnRecorded } from '../support/regrove-process.js';

let place: DataDirectory;
afterEach(() => place.remove());

const migrations = join(repository, 'server/migrations');

/** The names of the first migrations, in a folder of their own: the schema of an earlier version. */
async function earlierMigrations(count: number): Promise<{ folder: URL; names: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-migrations-'));
  const files = (await readdir(migrations)).sort().slice(0, count);
  for (const file of files) await cp(join(migrations, file), join(folder, file));
  return { folder: pathToFileURL(`${folder}/`), names: files.map((file) => file.replace(/\.sql$/, '')) };
}

it('An upgrade of the database leaves the schema to the next start', async () => {
  place = await createDataDirectory();
  const { folder, names } = await earlierMigrations(70);
  const former = await openFormer(place);
  const pool = openPool(former.connection, () => undefined);
  await migrate(pool, folder);
  await pool.close();
  await former.release();

  await runSuccessfully(place.env, 'upgrade-database');
  const postgres = await openEmbeddedPostgres({ directory: databaseDirectory(place.path) });
  const upgraded = openPool(postgres.connection, () => undefined);
  expect(await upgraded.withClient(appliedMigrations)).toEqual(names);
  await upgraded.close();
  await postgres.release();

  const all = (await readdir(migrations)).sort().map((file) => file.replace(/\.sql$/, ''));
  expect(await runSuccessfully(place.env, 'migrate')).toEqual({ applied: all.slice(70) });
});

const isRoot = process.getuid?.() === 0;
/** An account that every system has. */
const service = { uid: 65534, gid: 65534 };

it.runIf(isRoot)('Root upgrades the database of a service, which stays its own', async () => {
  place = await createFormerInstallation();
  spawnSync('chown', ['-R', `${service.uid}:${service.gid}`, place.path]);
  await runSuccessfully(place.env, 'upgrade-database');
  for (const name of await readdir(clusterIn(place), { recursive: true }))
    expect(await stat(join(clusterIn(place), name))).toMatchObject(service);
  expect(await stat(clusterIn(place))).toMatchObject(service);
  // The folder of all tests belongs to root.
  spawnSync('chmod', ['a+x', join(place.path, '..')]);
  const { code, stderr } = await regrove(['accounts', 'list', '--json'], place.env, service);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** Fills the disk once the new cluster is there, and repeats the upgrade when there is room again. */
const script = `
  mount -t tmpfs -o size=640m,mode=755 tmpfs "$REGROVE_DATA_DIR" && cp -a "$FORMER/." "$REGROVE_DATA_DIR" || exit 9
  database="$REGROVE_DATA_DIR/postgres"
  "$0" "$1" upgrade-database &
  while [ ! -e "$database/upgrade/cluster/PG_VERSION" ] && kill -0 $!; do sleep 0.05; done
  dd if=/dev/zero of="$REGROVE_DATA_DIR/ballast" bs=64k 2> /dev/null
  wait $! && exit 8
  rm "$REGROVE_DATA_DIR/ballast"
  ls "$database" && cat "$database/cluster/PG_VERSION"
  exec "$0" "$1" upgrade-database --json`;

let formerPlace: DataDirectory | undefined;
beforeEach(() => () => formerPlace?.remove());

it.runIf(canMount)('A disk that becomes full leaves the former database, and nothing else', async () => {
  formerPlace = await createFormerInstallation();
  place = await createDataDirectory();
  const args = ['-m', 'sh', '-c', script, process.execPath, join(repository, 'server/bin/regrove.js')];
  const running = spawnRecorded('unshare', args, { ...place.env, FORMER: formerPlace.path });
  place.processes.push(running);
  const { code, stdout, stderr } = await running.ending;
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('No space left on device') });
  const [outcome, version, ...names] = stdout.trim().split('\n').reverse();
  expect(names.filter((name) => name !== 'postgres.log').reverse()).toEqual(['cluster']);
  expect(version).toBe('17');
  expect(JSON.parse(outcome ?? '')).toMatchObject({ upgraded: true });
});
