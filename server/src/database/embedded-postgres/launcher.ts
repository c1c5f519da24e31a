import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { runProgram } from './programs.js';

export interface OsAccount {
  uid: number;
  gid: number;
}

/** A way to start a PostgreSQL program without it seeing itself as root, which it refuses. */
export interface Launcher {
  /** The account that runs the program and must own the cluster; undefined if it is our own. */
  account: OsAccount | undefined;
  /** The data directory as passed to the program, which is started in it. */
  dataDirectory(cluster: string): string;
  commandLine(program: string, args: readonly string[]): { file: string; args: string[] };
}

const nobody: OsAccount = { uid: 65534, gid: 65534 };

const plainLauncher: Launcher = {
  account: undefined,
  dataDirectory: (cluster) => cluster,
  commandLine: (program, args) => ({ file: program, args: [...args] }),
};

/** Sees itself as nobody, while the file system sees us: nothing to chown, and private folders stay accessible. */
const userNamespaceLauncher: Launcher = {
  account: undefined,
  dataDirectory: (cluster) => cluster,
  commandLine: (program, args) => ({
    file: 'unshare',
    args: ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--', program, ...args],
  }),
};

/**
 * Runs as another account. The process enters the cluster before it drops root, and refers to it by the kernel's link to its
 * working directory. So it needs no permission on the parent folders.
 */
function accountLauncher(account: OsAccount): Launcher {
  return {
    account,
    dataDirectory: (cluster) => (process.platform === 'linux' ? '/proc/self/cwd' : cluster),
    commandLine: (program, args) => ({ file: program, args: [...args] }),
  };
}

export async function chooseLauncher(
  binaries: Binaries,
  clusterOwner: OsAccount | undefined,
  userNamespacesAllowed: boolean,
): Promise<Launcher> {
  if (process.getuid?.() !== 0) {
    // A container may run us as a uid without a user name, and initdb needs a name.
    const nameless = !hasName() && userNamespacesAllowed && (await userNamespacesWork(binaries));
    return nameless ? userNamespaceLauncher : plainLauncher;
  }
  // A cluster created by an ordinary user keeps that owner, even if root starts it.
  if (clusterOwner && clusterOwner.uid !== 0) return accountLauncher(clusterOwner);
  if (userNamespacesAllowed && (await userNamespacesWork(binaries))) return userNamespaceLauncher;
  return accountLauncher(nobody);
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function userNamespacesWork(binaries: Binaries): Promise<boolean> {
  const { file, args } = userNamespaceLauncher.commandLine(join(binaries.native, 'bin', 'postgres'), [
    '--version',
  ]);
  return (await runProgram(file, args)).succeeded;
}
