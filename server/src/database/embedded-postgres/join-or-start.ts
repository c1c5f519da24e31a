import { clusterOf } from './cluster.js';
import { type Endpoint, endpointOf } from './endpoint.js';
import { asError, codeOf } from './failures.js';
import { acquireLease, type Lease } from './lease.js';
import { pause, pollInterval, stopwatch } from './pause.js';
import { livingPostmaster, type PostmasterRecord, readPostmasterRecord } from './postmaster-file.js';
import { signal } from './processes.js';
import { withStartLock } from './start-lock.js';
import { type Place, startServer } from './start-server.js';

export interface Joined {
  lease: Lease;
  endpoint: Endpoint;
}

const timeoutMs = 10_000;
const giveUpAfter = 60_000;
const maxStarts = 5;

/** Takes a lease on the server of a directory, starting it if it does not run: at `wanted`, if that is given. */
export async function joinOrStart(place: Place, wanted?: Endpoint): Promise<Joined> {
  const cluster = clusterOf(place.directory);
  let failing = stopwatch();
  let failure = new Error('the server stopped after every start');
  let hurried = false;
  let starts = 0;
  let refusals = 0;
  for (;;) {
    const running = await livingPostmaster(cluster);
    if (running?.status === 'starting') failing = stopwatch();
    if (running?.status === 'ready') {
      const attempt = await tryToJoin(running, cluster);
      if ('lease' in attempt) return attempt;
      failure = attempt.failure;
      // Each attempt leaves a line in the server's log: those that do not help at once come more slowly.
      await pause(Math.min(pollInterval * 2 ** refusals++, 500));
    }
    if (!running) {
      const elsewhere = await joinServerOutOfSight(cluster);
      if (elsewhere) return elsewhere;
      const started = await startUnlessRunning(place, cluster, wanted);
      // However long a start takes, it is not a failure; a server that keeps going down again is one.
      if (started !== false) failing = stopwatch();
      if (started && ++starts > maxStarts) throw unreachable(cluster, failure);
      if (started === false) await pause();
    } else {
      if (failing() > timeoutMs && !hurried && cannotServe(running, failure)) {
        hurried = true;
        signal(running.pid, 'SIGINT');
      }
      await pause();
    }
    if (failing() > giveUpAfter) throw unreachable(cluster, failure);
  }
}

async function startUnlessRunning(
  place: Place,
  cluster: string,
  wanted: Endpoint | undefined,
): Promise<boolean | undefined> {
  try {
    return await withStartLock(
      place.directory,
      () => startServer(place, wanted),
      async () => !(await livingPostmaster(cluster)),
    );
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    // Told by the file system, which does not know what we were at: a full disk, a missing permission.
    throw new Error(`The embedded PostgreSQL cannot be started: ${asError(error).message}`, { cause: error });
  }
}

async function tryToJoin(running: PostmasterRecord, cluster: string): Promise<Joined | { failure: Error }> {
  try {
    const endpoint = await endpointOf(running, cluster);
    if (!endpoint) throw new Error(`the server listens on port ${running.port}, but its password is lost`);
    return { lease: await acquireLease(endpoint), endpoint };
  } catch (error) {
    return { failure: asError(error) };
  }
}

/** In another container the same folder may have a server whose process we cannot see, only reach. */
async function joinServerOutOfSight(cluster: string): Promise<Joined | undefined> {
  const record = await readPostmasterRecord(cluster);
  if (record === undefined || record === 'unreadable') return undefined;
  const attempt = await tryToJoin(record, cluster);
  return 'lease' in attempt ? attempt : undefined;
}

/** A server whose socket was deleted, or that waits in a slow shutdown for clients to leave, is of use to nobody. */
function cannotServe(running: PostmasterRecord, failure: Error): boolean {
  return running.status === 'stopping' || ['ENOENT', 'ECONNREFUSED'].includes(codeOf(failure) ?? '');
}

function unreachable(cluster: string, failure: Error): Error {
  return new Error(`The embedded PostgreSQL in ${cluster} cannot be reached: ${failure.message}`, {
    cause: failure,
  });
}
