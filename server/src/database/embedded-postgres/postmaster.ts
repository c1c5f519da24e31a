import { spawn } from 'node:child_process';
import { unlink } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { type Endpoint, isSocket, listeningSettings } from './endpoint.js';
import { unless } from './failures.js';
import type { Launcher } from './launcher.js';
import { pause, stopwatch } from './pause.js';
import { livingPostmaster } from './postmaster-file.js';
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
/** A sixteenth of the memory, within what a small machine spares and what a month's end makes use of. */
const bufferMegabytes = Math.min(512, Math.max(128, Math.round(totalmem() / 16 / megabyte)));

const defaultSettings: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: `${bufferMegabytes}MB`,
  wal_compression: 'on',
  // Each checkpoint makes the next change of every page more expensive: a month's end should not run into several.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'warning',
  // The application reports its own failing statements; their values have no business in a file.
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/**
 * Starts the server and waits until it accepts connections; false when another process was quicker or when
 * processes of a killed server are still on their way out.
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
      // A session of its own: an interrupt at the terminal is meant for us.
      detached: true,
      stdio: ['ignore', log.handle.fd, log.handle.fd],
      env: { ...programEnvironment, ...ignoringPid(deadPid) },
    });
    let ended: string | undefined;
    child.once('error', (error) => (ended = error.message));
    child.once('exit', (code, signalName) => (ended ??= `it ended with ${signalName ?? `code ${code}`}`));
    child.unref();
    const elapsed = stopwatch();
    let reported = false;
    while (ended === undefined) {
      const running = await livingPostmaster(cluster);
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
 * Where cores are few, each statement that we send wakes a process that takes ours off its core, mid-request. As "batch"
 * work its share stays the same, but it waits for its turn: some 20 % more writes a second on two cores. Connections
 * inherit it. Where there is no such thing, it works all the same.
 */
async function lowerDatabasePriority(postmaster: number): Promise<void> {
  await runProgram('chrt', ['--batch', '--pid', '0', String(postmaster)]);
}

/** Stops the server the fast way, which loses nothing committed, and waits until it is gone. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const running = await livingPostmaster(cluster);
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
 * Lets PostgreSQL pass over one process number in the stale files it finds, as pg_ctl does for its own parent.
 * We have seen that the number belongs to a zombie or to a stranger; PostgreSQL, which cannot tell, would refuse
 * to start. Should a new server have come in the meantime, its number differs and the refusal still holds.
 */
export function ignoringPid(pid: number | undefined): Record<string, string> {
  return pid === undefined ? {} : { PG_GRANDPARENT_PID: String(pid) };
}

/** No server runs on the cluster, and the socket's lock guards nothing that the cluster's lock does not. */
async function removeSocketLock(endpoint: Endpoint): Promise<void> {
  await unless(['ENOENT'], unlink(join(endpoint.host, `.s.PGSQL.${endpoint.port}.lock`)));
}
