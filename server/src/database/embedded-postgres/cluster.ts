import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { ignoreErrors } from './failures.js';
import type { OsAccount, Launcher } from './launcher.js';
import { clusterVersion, majorVersion, OtherMajorVersion } from './major-version.js';
import { pause } from './pause.js';
import { runningPostmaster } from './postmaster-file.js';
import { postgresProcessesIn, signal } from './processes.js';
import { lastLines, runProgram } from './programs.js';

export const databaseUser = 'regrove';

export function clusterOf(directory: string): string {
  return join(directory, 'cluster');
}

export async function ownerOf(cluster: string): Promise<OsAccount | undefined> {
  return ignoreErrors(['ENOENT'], stat(cluster));
}

/** Creates the cluster if it does not exist. Throws if these programs cannot read it. */
export async function ensureCluster(
  directory: string,
  binaries: Binaries,
  launcher: Launcher,
  report: (message: string) => void,
): Promise<void> {
  await removeLeftovers(directory);
  const cluster = clusterOf(directory);
  if (!(await hasContent(cluster))) {
    report('Preparing the database…');
    await initialise(directory, binaries, launcher);
  }
  const found = await clusterVersion(cluster);
  if (found === undefined) {
    throw new Error(
      `${cluster} is not a PostgreSQL cluster: its file PG_VERSION is missing. Restore a backup of it.`,
    );
  }
  const wanted = await majorVersion(binaries);
  if (found !== wanted) throw new OtherMajorVersion(cluster, found, wanted);
}

/** Created under a temporary name and renamed, so that a kill at any time leaves either no cluster or a complete one. */
async function initialise(directory: string, binaries: Binaries, launcher: Launcher): Promise<void> {
  const draft = join(directory, `cluster.new-${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  try {
    if (launcher.account) await chown(draft, launcher.account.uid, launcher.account.gid);
    await runInitdb(directory, draft, binaries, launcher);
    await ignoreErrors(['ENOTEMPTY', 'EEXIST'], rename(draft, clusterOf(directory)));
    await syncDirectory(directory);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function runInitdb(
  directory: string,
  draft: string,
  binaries: Binaries,
  launcher: Launcher,
): Promise<void> {
  const { file, args } = launcher.commandLine(join(binaries.native, 'bin', 'initdb'), [
    `--pgdata=${launcher.dataDirectory(draft)}`,
    `--username=${databaseUser}`,
    '--encoding=UTF8',
    // Sorts by code point on every machine, independent of the C library's locales.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    // Only the owner can enter the socket's folder. A port has no such protection.
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
  ]);
  const { succeeded, output } = await runProgram(file, args, { cwd: draft, ...launcher.account });
  if (succeeded) return;
  const remedy = /could not look up effective user ID/.test(output)
    ? '\nThe user that Regrove runs as needs an entry in /etc/passwd. Add one, or set REGROVE_DATABASE_URL.'
    : '';
  throw new Error(`The database could not be created in ${directory}:\n${lastLines(output)}${remedy}`);
}

/** Removes the remains of a killed initialization. */
async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (name.startsWith('cluster.new-')) await removeCluster(join(directory, name));
}

/** Removes a cluster that nobody needs, with its processes: those of a killed process outlive it. */
export async function removeCluster(cluster: string): Promise<void> {
  for (;;) {
    const record = await runningPostmaster(cluster);
    const left = new Set([...(record ? [record.pid] : []), ...(await postgresProcessesIn(cluster))]);
    if (left.size === 0) break;
    for (const pid of left) signal(pid, 'SIGKILL');
    await pause();
  }
  await rm(cluster, { recursive: true, force: true, maxRetries: 3 });
}

export async function hasContent(cluster: string): Promise<boolean> {
  return ((await ignoreErrors(['ENOENT'], readdir(cluster))) ?? []).length > 0;
}

export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
