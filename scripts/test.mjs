// The checks that every change must pass; `npm run check:long` has the longer ones. Prints the output of a step only
// if it fails.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installSystemPackages } from './system-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

/** Needed by the other steps. */
const builds = [
  ['build', process.execPath, 'server/build/cli.js'],
  ['types of the workspaces', bin('tsc'), '--build', 'printers', 'sdk'],
];

const checks = [
  ['lint, types and layers', 'npm', 'run', '--silent', 'lint'],
  ['generated types', process.execPath, 'scripts/generate-wire-types.mjs', '--check'],
  ['generated icons', process.execPath, 'scripts/generate-icons.mjs', '--check'],
  ['generated world map', process.execPath, 'scripts/generate-world-map.mjs', '--check'],
  ['generated outlines of countries', process.execPath, 'scripts/generate-outlines.mjs', '--check'],
  ['generated borders', process.execPath, 'scripts/generate-countries.mjs', '--check'],
  ['addresses in the lock file', process.execPath, 'scripts/write-lock-addresses.mjs', '--check'],
  ['unused code', bin('knip')],
  ['translations', 'npm', 'run', '--silent', 'translations'],
  ['formatting', bin('oxfmt'), '--check'],
];

/** Reports a step that fails, and returns whether it passed. */
async function pass([name, command, ...args]) {
  try {
    await promisify(execFile)(command, args, { cwd: root, maxBuffer: Infinity });
    return true;
  } catch ({ message, stdout, stderr }) {
    console.error(`${name} failed:\n${stdout || stderr ? stdout + stderr : message}`);
    return false;
  }
}

/** Runs all steps, `atATime` of them in parallel, and returns whether all passed. */
async function passAll(steps, atATime) {
  const waiting = [...steps];
  const next = async () => {
    let passed = true;
    for (let step = waiting.shift(); step; step = waiting.shift()) passed = (await pass(step)) && passed;
    return passed;
  };
  return (await Promise.all(Array.from({ length: atATime }, next))).every(Boolean);
}

async function passTests() {
  const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' };
  const args = ['run', '--project', '!long*', ...process.argv.slice(2)];
  const [status] = await once(spawn(bin('vitest'), args, { cwd: root, env, stdio: 'inherit' }), 'close');
  return status === 0;
}

installSystemPackages();
if (!(await passAll(builds, availableParallelism()))) process.exit(1);
// Tests spend much of their time waiting, so the checks run meanwhile, one at a time. A check that fails is reported at once.
const [checksPass, testsPass] = await Promise.all([passAll(checks, 1), passTests()]);
if (!checksPass) console.error('A check failed: see above.');
process.exitCode = checksPass && testsPass ? 0 : 1;
