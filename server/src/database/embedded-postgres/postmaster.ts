import { spawn } from 'node:child_process';
import { unlink } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { type Endpoint, isSocket, listeningSettings } from './endpoint.js';
import { ignoreErrors } from './failures.js';
import type { Launcher } from './launcher.js';
import { pause, stopwatch } from './pause.js';
import { runningPostmaster } from './postmaster-file.js';
import { isServerProcess, signal } from './processes.js';
import { programEnvironment, runProgram } from './programs.js';
import { openServerLog } from './server-log.js';

export interface ServerPlan {
  directory: string;
  cluster: string;
  binaries: Binaries;
  launcher: Launcher;
  settings: Record<string, string>;
  report: (message: string) => void;
}

const megabyte = 1_048_576;
/**
 * An eighth of the memory, up to what a month-end close of a million accounts can use. PostgreSQL only takes what its data
 * fills. A container may have less memory than its machine.
 */
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const bufferMegabytes = Math.min(4096, Math.max(128, Math.round(memory / 8 / megabyte)));

const defaultSettings: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: `${bufferMegabytes}MB`,
  wal_compression: 'on',
  // After each checkpoint, the first change of every page costs more. A month-end close should not span several.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'warning',
  // The application reports its own failing statements. Their values must not end up in a file.
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/**
 * Starts the server and waits until it accepts connections. Returns false if another process was faster, or if processes of
 * a killed server are still exiting.
 */
export async function startPostmaster(
  plan: ServerPlan,
  endpoint: Endpoint,
  deadPid: number | undefined,
): Promise<boolean> {
  const { cluster, launcher } = plan;
  const settings = { ...defaultSettings, ...plan.settings, ...listeningSettings(endpoint, cluster) };
  const { file, args } = launcher.commandLine(join(plan.binaries.native, 'bin', 'postgres'), [
    '-D',
    launcher.dataDirectory(cluster),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  if (isSocket(endpoint)) await removeSocketLock(endpoint);
  const log = await openServerLog(plan.directory);
  try {
    const child = spawn(file, args, {
      ...launcher.account,
      cwd: cluster,
      // A separate session: Ctrl+C in the terminal is meant for us.
      detached: true,
      stdio: ['ignore', log.handle.fd, log.handle.fd],
      env: { ...programEnvironment, ...ignoredPidEnvironment(deadPid) },
    });
    let ended: string | undefined;
    child.once('error', (error) => (ended = error.message));
    child.once('exit', (code, signalName) => (ended ??= `it ended with ${signalName ?? `code ${code}`}`));
    child.unref();
    const elapsed = stopwatch();
    let reported = false;
    while (ended === undefined) {
      const running = await runningPostmaster(cluster);
      if (running?.pid === child.pid && running?.status === 'ready') {
        await lowerDatabasePriority(running.pid);
        return true;
      }
      if (!reported && elapsed() > 3000) {
        reported = true;
        plan.report('Waiting for the database to recover…');
      }
      await pause();
    }
    const tail = await log.tail();
    if (/lock file .* already exists|is still in use|another server might be running/i.test(tail))
      return false;
    throw new Error(`The embedded PostgreSQL did not start (${ended}). The end of ${log.path}:\n${tail}`);
  } finally {
    await log.handle.close();
  }
}

/**
 * With few cores, each statement we send wakes a process that preempts ours in the middle of a request. As "batch" work it
 * gets the same share of the CPU, but does not preempt: about 20 % more writes per second on two cores. Connections inherit
 * it. Optional: errors are ignored where it is not available.
 */
async function lowerDatabasePriority(postmaster: number): Promise<void> {
  await runProgram('chrt', ['--batch', '--pid', '0', String(postmaster)]);
}

/** Stops the server with a fast shutdown, which loses no committed data, and waits until it is gone. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const running = await runningPostmaster(cluster);
  if (!running) return;
  signal(running.pid, 'SIGINT');
  const elapsed = stopwatch();
  let pressed = false;
  while (await isServerProcess(running.pid, cluster)) {
    if (!pressed && elapsed() > 60_000) {
      pressed = true;
      signal(running.pid, 'SIGQUIT');
    }
    if (elapsed() > 90_000)
      throw new Error(`The embedded PostgreSQL (process ${running.pid}) does not stop.`);
    await pause();
  }
}

/**
 * Makes PostgreSQL ignore one pid in stale files, as pg_ctl does for its own parent. We know that the pid belongs to a
 * zombie or an unrelated process. PostgreSQL cannot tell, and would refuse to start. If a new server has started in the
 * meantime, its pid differs and PostgreSQL still refuses.
 */
export function ignoredPidEnvironment(pid: number | undefined): Record<string, string> {
  return pid === undefined ? {} : { PG_GRANDPARENT_PID: String(pid) };
}

/** No server is running on the cluster, and the cluster's lock already covers what the socket's lock protects. */
async function removeSocketLock(endpoint: Endpoint): Promise<void> {
  await ignoreErrors(['ENOENT'], unlink(join(endpoint.host, `.s.PGSQL.${endpoint.port}.lock`)));
}
