import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { runProgram } from './programs.js';

export interface Account {
  uid: number;
  gid: number;
}

/** A way to start a PostgreSQL program so that it does not find itself to be root, which it refuses to be. */
export interface Launcher {
  /** The account that the program runs as and that has to own the cluster; undefined when it is our own. */
  account: Account | undefined;
  /** How the program is told the data directory in which it is started. */
  dataDirectory(cluster: string): string;
  commandLine(program: string, args: readonly string[]): { file: string; args: string[] };
}

const nobody: Account = { uid: 65534, gid: 65534 };

const plainLauncher: Launcher = {
  account: undefined,
  dataDirectory: (cluster) => cluster,
  commandLine: (program, args) => ({ file: program, args: [...args] }),
};

/** Nobody to itself, us to the file system: nothing to chown, and a folder closed to others is no obstacle. */
const userNamespaceLauncher: Launcher = {
  account: undefined,
  dataDirectory: (cluster) => cluster,
  commandLine: (program, args) => ({
    file: 'unshare',
    args: ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--', program, ...args],
  }),
};

/**
 * Runs as another account. The process is put into the cluster before it gives up being root, and names it by the
 * kernel's link to its working directory: so it needs no permission on the folders above.
 */
function accountLauncher(account: Account): Launcher {
  return {
    account,
    dataDirectory: (cluster) => (process.platform === 'linux' ? '/proc/self/cwd' : cluster),
    commandLine: (program, args) => ({ file: program, args: [...args] }),
  };
}

export async function chooseLauncher(
  binaries: Binaries,
  clusterOwner: Account | undefined,
  userNamespacesAllowed: boolean,
): Promise<Launcher> {
  if (process.getuid?.() !== 0) {
    // A container may run us as a number without a name, and initdb will not work for the nameless.
    const nameless = !hasName() && userNamespacesAllowed && (await userNamespacesWork(binaries));
    return nameless ? userNamespaceLauncher : plainLauncher;
  }
  // A cluster that an ordinary user made stays that user's, also when root is the one to start it.
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
