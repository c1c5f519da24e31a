import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withCleanup, wasInterrupted } from './cleanup.mjs';
import {
  applicationRoleName,
  openDatabase,
  openInstance,
  program as ownProgram,
  readConfig,
} from './compiled-server.mjs';
import { peakUntil } from './memory.mjs';

/**
 * A new data directory with the embedded PostgreSQL, as an operator has it; removed at the end of the run. It is used
 * by our own program, or by that of another checkout.
 */
export async function createInstallation(program = ownProgram) {
  const dataDir = await withCleanup(
    () => mkdtemp(join(tmpdir(), 'regrove-bench-')),
    (directory) => rm(directory, { recursive: true, force: true }),
  ).created;
  const settings = {
    REGROVE_DATA_DIR: dataDir,
    REGROVE_PORT: '0',
    REGROVE_HTTP_PORT: '0',
    REGROVE_RATE_LIMIT: '0',
    REGROVE_DEMO: '0',
    REGROVE_LOG_LEVEL: 'warn',
    // Otherwise each server names the log after its port, and waits before it renames the log of the one before.
    REGROVE_LOG_ORIGIN: 'bench.regrove.example/log',
  };

  const serveFrom = async (served, moreSettings, ...args) => {
    const { created, undo } = withCleanup(
      () => spawnServer(served, { ...settings, ...moreSettings }, args),
      stopProgram,
    );
    const server = await created;
    const certificate = await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
    return { ...server, certificate, stop: undo };
  };

  return {
    dataDir,
    settings,

    /** Direct access to the database, to fill it and to examine plans. */
    async open() {
      const { created, undo } = withCleanup(() => openAsOwner(readConfig(settings)), closeInstance);
      const { context, pool } = await created;
      return { context, pool, close: undo };
    },

    /** Starts the server as a process and waits until it is ready. */
    serve: (...args) => serveFrom(program, ...args),
    serveFrom,

    /** Runs a command as a separate process; returns its peak memory in bytes. */
    async run(args, moreSettings) {
      const { created, undo } = withCleanup(
        () => spawnProgram(program, args, { ...settings, ...moreSettings }),
        stopProgram,
      );
      const { child, exited } = await created;
      passOn(child.stderr);
      child.stdout.resume();
      const peakBytes = await peakUntil(exited, child.pid);
      await undo();
      if (child.exitCode !== 0) throw new Error(`regrove ${args.join(' ')} ended with ${child.exitCode}`);
      return peakBytes;
    },
  };
}

/**
 * Uses the application's role, but is logged in as the owner: `set role none` allows it to fill tables and read
 * everything.
 */
async function openAsOwner(config) {
  const instance = await openInstance(config);
  const database = await openDatabase(config, instance.context.log);
  const pool = database.openAsOwner({ role: applicationRoleName });
  return {
    context: { ...instance.context, db: pool },
    pool,
    async close() {
      await pool.close();
      await database.release();
      await instance.close();
    },
  };
}

/** Also cancels running statements, so that an interrupted run need not wait until a table is filled. */
export async function closeInstance({ pool, close }) {
  // Only then: this also cancels statements of running servers, whose job queue would then stop and restart.
  if (wasInterrupted())
    await pool.withClient((client) =>
      client.query(`set role none;
        select pg_cancel_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend'`),
    );
  await close();
}

function spawnProgram(program, args, settings) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('REGROVE_'));
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In another process group: an interrupt at the terminal would reach it too, and our own signal would be its second.
    detached: true,
  });
  return { child, exited: once(child, 'exit') };
}

async function spawnServer(program, settings, args) {
  const started = performance.now();
  const { child, exited } = spawnProgram(program, ['serve', ...args], settings);
  passOn(child.stderr);
  const url = await Promise.race([readyAddress(child.stdout), exited.then(neverReady)]);
  return { child, exited, pid: child.pid, url, started };
}

async function stopProgram({ child, exited }) {
  child.kill('SIGTERM');
  await exited;
}

async function readyAddress(output) {
  for await (const line of createInterface(output)) {
    const [, url] = /^Regrove is ready: (\S+)\/$/.exec(line) ?? [];
    if (url) {
      output.resume();
      return url;
    }
  }
  return neverReady();
}

// Omits progress messages from the table of figures.
function passOn(output) {
  createInterface(output).on('line', (line) => {
    if (!/^(Building|Preparing|Stopping)\b/.test(line)) console.error(line);
  });
}

function neverReady() {
  throw new Error('The server ended before it was ready');
}
