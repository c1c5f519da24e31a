// The checks that every change must pass; `npm run check:long` has the longer ones. Prints the output of a step only
// if it fails.
import { execFile, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installSystemPackages } from './system-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

/** Needed by the other steps. */
const builds = [
  ['build', process.execPath, 'server/build/cli.js'],
  ['types of the SDK', bin('tsc'), '--build', 'sdk'],
];

const checks = [
  ['lint, types and layers', 'npm', 'run', '--silent', 'lint'],
  ['generated types', process.execPath, 'scripts/generate-wire-types.mjs', '--check'],
  ['generated icons', process.execPath, 'scripts/generate-icons.mjs', '--check'],
  ['generated world map', process.execPath, 'scripts/generate-world-map.mjs', '--check'],
  ['formatting', bin('prettier'), '--log-level', 'warn', '--check', '.'],
  ['unused code', bin('knip')],
  ['translations', 'npm', 'run', '--silent', 'translations'],
];

async function pass([name, command, ...args]) {
  await promisify(execFile)(command, args, { cwd: root, maxBuffer: Infinity }).catch(
    ({ message, stdout, stderr }) => {
      console.error(`${name} failed:\n${stdout || stderr ? stdout + stderr : message}`);
      process.exit(1);
    },
  );
}

/** Runs as many steps in parallel as there are CPUs. */
async function passAll(steps) {
  const waiting = [...steps];
  const next = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await pass(step);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
}

installSystemPackages();
await passAll(builds);
await passAll(checks);

const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' };
const tests = spawnSync(bin('vitest'), ['run', '--project', '!long', ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = tests.status ?? 1;
