import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { builds } from './builds.js';
import { newest } from './newest.js';

const marks = fileURLToPath(new URL('../dist', import.meta.url));
const longestBuildMs = 300_000;

/** Builds what is not built, or older than its source. Says so on standard error: standard output is the command's. */
export async function buildIfStale() {
  try {
    await Promise.all(builds.map(buildOne));
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    console.error(
      `Regrove is to be built first, and this user is not allowed to write ${marks}: ` +
        'run `npx regrove --version` once as the owner of that folder.',
    );
    process.exit(1);
  }
}

async function buildOne(build) {
  // What comes without its source was built before it was shipped.
  if (!existsSync(build.source)) return;
  while (isStale(build)) {
    if (lockBuild(build)) return run(build);
    await pause(50);
  }
}

async function run(build) {
  try {
    const started = new Date();
    console.error(`Building ${build.name} (only after a change) ...`);
    const { command, cwd } = build;
    // What is built is the same whoever asks for it: a test, say, or a shell with settings of its own.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(process.execPath, command(), { cwd, env, stdio: ['ignore', 2, 2] });
    const [status] = await once(child, 'close');
    if (status !== 0) {
      console.error(`The build of ${build.name} failed.`);
      rmSync(lockOf(build), { force: true });
      process.exit(1);
    }
    const stamp = stampOf(build);
    writeFileSync(stamp, '');
    // What is saved while the build runs is newer than this, and built the next time.
    utimesSync(stamp, started, started);
  } finally {
    rmSync(lockOf(build), { force: true });
  }
}

// Beside each other in a folder that no build empties.
const stampOf = ({ mark }) => join(marks, `.built${mark}`);
const lockOf = ({ mark }) => join(marks, `.building${mark}`);

function isStale(build) {
  const stamp = stampOf(build);
  if (!existsSync(stamp) || !existsSync(build.result)) return true;
  const built = statSync(stamp).mtimeMs;
  return build.inputs.some((input) => built < newest(input));
}

/** Two commands at once do not write over each other: the second waits, and finds the work done. */
function lockBuild(build) {
  mkdirSync(marks, { recursive: true });
  const lock = lockOf(build);
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isAbandoned(lock) {
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
