import { clusterOf } from './cluster.js';
import { DirectoryInUse } from './directory-in-use.js';
import { type Endpoint, endpointOf } from './endpoint.js';
import { asError, codeOf } from './failures.js';
import { acquireLease, isFromServer, isRefusedLease, type Lease } from './lease.js';
import { pause, pollInterval, stopwatch } from './pause.js';
import { runningPostmaster, type PostmasterRecord, readPostmasterRecord } from './postmaster-file.js';
import { signal } from './processes.js';
import { withStartLock } from './start-lock.js';
import { type ServerContext, startServer } from './start-server.js';

export interface Joined {
  lease: Lease;
  endpoint: Endpoint;
}

const timeoutMs = 10_000;
const giveUpAfter = 60_000;
const maxStarts = 5;

/** Takes a lease on the server of a directory. Starts it if it is not running, at `wanted` if given. */
export async function joinOrStart(place: ServerContext, wanted?: Endpoint): Promise<Joined> {
  const cluster = clusterOf(place.directory);
  let failing = stopwatch();
  let failure = new Error('the server stopped after every start');
  let hurried = false;
  let starts = 0;
  let refusals = 0;
  for (;;) {
    const running = await runningPostmaster(cluster);
    if (running?.status === 'starting') failing = stopwatch();
    if (running?.status === 'ready') {
      const attempt = await tryToJoin(running, cluster);
      if ('lease' in attempt) return attempt;
      failure = attempt.failure;
      // Each attempt adds a line to the server's log, so retries back off.
      await pause(Math.min(pollInterval * 2 ** refusals++, 500));
    }
    const elsewhere = running ? undefined : await joinServerOutOfSight(cluster);
    if (elsewhere && 'lease' in elsewhere) return elsewhere;
    if (elsewhere) {
      failure = elsewhere.failure;
      await pause(500);
    } else if (!running) {
      const started = await startUnlessRunning(place, cluster, wanted);
      // A slow start is not a failure. A server that keeps stopping is.
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
  place: ServerContext,
  cluster: string,
  wanted: Endpoint | undefined,
): Promise<boolean | undefined> {
  try {
    return await withStartLock(
      place.directory,
      () => startServer(place, wanted),
      async () => !(await runningPostmaster(cluster)),
    );
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    // A file system error, such as a full disk or a missing permission, does not say what failed.
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

/**
 * Another container may run a server on the same folder. We cannot see its process, but can connect to it. Undefined if there is none: a
 * server that responds, but refuses us, is one.
 */
async function joinServerOutOfSight(cluster: string): Promise<Joined | { failure: Error } | undefined> {
  const record = await readPostmasterRecord(cluster);
  if (record === undefined || record === 'unreadable') return undefined;
  const attempt = await tryToJoin(record, cluster);
  if ('lease' in attempt) return attempt;
  const endpoint = await endpointOf(record, cluster);
  return endpoint && isFromServer(endpoint, attempt.failure) ? attempt : undefined;
}

/** A server is useless if its socket was deleted, or if it waits in a slow shutdown for clients to disconnect. */
function cannotServe(running: PostmasterRecord, failure: Error): boolean {
  return running.status === 'stopping' || ['ENOENT', 'ECONNREFUSED'].includes(codeOf(failure) ?? '');
}

function unreachable(cluster: string, failure: Error): Error {
  if (isRefusedLease(failure))
    return new DirectoryInUse(
      `Another command, perhaps in another container, uses the database in ${cluster} alone: wait until it has ended`,
      { cause: failure },
    );
  return new Error(`The embedded PostgreSQL in ${cluster} cannot be reached: ${failure.message}`, {
    cause: failure,
  });
}
