import { prepareBinaries } from './binaries.js';
import { clusterOf, ensureCluster, ownerOf } from './cluster.js';
import { cleanUpDeadServer } from './dead-server.js';
import type { Endpoint } from './endpoint.js';
import { chooseLauncher } from './launcher.js';
import { loopbackHost, prepareLoopbackAccess } from './loopback.js';
import { changeClusterOwner } from './ownership.js';
import { runningPostmaster } from './postmaster-file.js';
import { type ServerPlan, startPostmaster } from './postmaster.js';
import { reachableBinaries } from './reachable-binaries.js';
import { runInSingleUserMode } from './single-user.js';
import { findSocketDirectory, socketPort } from './socket-directory.js';
import { finishInterruptedSwap } from './upgrade-directories.js';

/** What the machine supports. Tests turn parts off to exercise the fallbacks. */
export interface Capabilities {
  nativeDirectory: string;
  userNamespaces: boolean;
  sockets: boolean;
}

export interface ServerContext {
  directory: string;
  settings: Record<string, string>;
  report: (message: string) => void;
  capabilities: Capabilities;
}

/**
 * Starts the server of a directory and creates whatever is missing. Returns false if that is not possible yet. The caller
 * holds the start lock.
 */
export async function startServer(place: ServerContext, wanted: Endpoint | undefined): Promise<boolean> {
  const { directory, settings, report, capabilities } = place;
  const cluster = clusterOf(directory);
  if (await runningPostmaster(cluster)) return true;
  await finishInterruptedSwap(directory);
  const owner = await ownerOf(cluster);
  if (wanted && !owner) {
    // To users, a new empty database would look like the loss of all data.
    throw new Error(`The database in ${cluster} has been removed while it was in use.`);
  }
  const found = await prepareBinaries(capabilities.nativeDirectory, directory, report);
  const launcher = await chooseLauncher(found, owner, capabilities.userNamespaces);
  const binaries = await reachableBinaries(found, launcher, report);
  await ensureCluster(directory, binaries, launcher, report);
  const deadPid = await cleanUpDeadServer(cluster);
  const plan: ServerPlan = { directory, cluster, binaries, launcher, settings, report };
  await giveToServer(plan);
  const endpoint = wanted ?? (await chooseEndpoint(plan, capabilities, deadPid));
  return startPostmaster(plan, endpoint, deadPid);
}

async function chooseEndpoint(
  plan: ServerPlan,
  capabilities: Capabilities,
  deadPid: number | undefined,
): Promise<Endpoint> {
  const socketDirectory = capabilities.sockets
    ? await findSocketDirectory(plan.cluster, plan.launcher.account)
    : undefined;
  if (socketDirectory !== undefined) return { host: socketDirectory, port: socketPort };
  const access = await prepareLoopbackAccess(plan.cluster, (sql) => runInSingleUserMode(plan, sql, deadPid));
  await giveToServer(plan);
  return { host: loopbackHost, ...access };
}

/** Makes the server's account the owner of the cluster, if that is not our own. */
async function giveToServer({ cluster, launcher }: ServerPlan): Promise<void> {
  if (launcher.account) await changeClusterOwner(cluster, launcher.account);
}
