import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('..', import.meta.url));
const source = join(server, 'src');
const target = join(server, 'dist');
const stamp = join(target, '.built');
const lock = join(target, '.building');

/** Compiles what is not compiled, or older than its source. Says so on standard error: standard output is the command's. */
export async function buildIfStale() {
  // A package without sources was built before it was shipped.
  if (!existsSync(source)) return;
  while (isStale()) {
    if (lockBuild()) return build();
    await pause(50);
  }
}

function build() {
  try {
    const started = new Date();
    console.error('Building Regrove (only after a change) ...');
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const { status } = spawnSync(process.execPath, [tsc, '--build', server], { stdio: ['ignore', 2, 2] });
    if (status !== 0) {
      console.error('The build failed.');
      rmSync(lock, { force: true });
      process.exit(1);
    }
    writeFileSync(stamp, '');
    // What is saved while the compiler runs is newer than this, and built the next time.
    utimesSync(stamp, started, started);
  } finally {
    rmSync(lock, { force: true });
  }
}

function isStale() {
  return !existsSync(stamp) || statSync(stamp).mtimeMs < newest(source);
}

const longestBuildMs = 300_000;

/** Two commands at once do not write over each other: the second waits, and finds the work done. */
function lockBuild() {
  mkdirSync(target, { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned()) rmSync(lock, { force: true });
    return false;
  }
}

function isAbandoned() {
  try {
    // A process that was killed leaves its lock, and in a container its number soon belongs to another.
    if (Date.now() - statSync(lock).mtimeMs > longestBuildMs) return true;
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function newest(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  return Math.max(
    statSync(folder).mtimeMs,
    ...entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? newest(path) : statSync(path).mtimeMs;
    }),
  );
}
