// The whole check: what a change must pass. Quiet while all is well; a step that fails shows what it printed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installSystemPackages } from './system-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

const steps = [
  ['build', bin('tsc'), '--build'],
  ['types of tests', bin('tsc'), '--noEmit', '-p', 'server/test'],
  ['types of the dashboard', bin('tsc'), '--noEmit', '-p', 'web'],
  ['types of its build', bin('tsc'), '--noEmit', '-p', 'web/build'],
  ['dashboard', process.execPath, 'server/bin/regrove.js', '--version'],
  ['types of SDK tests', bin('tsc'), '--noEmit', '-p', 'sdk/test'],
  ['generated types', process.execPath, 'scripts/generate-wire-types.mjs', '--check'],
  ['formatting', bin('prettier'), '--log-level', 'warn', '--check', '.'],
  ['lint and floors', bin('eslint'), '.'],
  ['unused code', bin('knip')],
  ['translations', 'npm', 'run', '--silent', 'translations'],
];

installSystemPackages();

for (const [name, command, ...args] of steps) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    console.error(`${name} failed:\n${stdout}${stderr}`);
    process.exit(1);
  }
}

const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' };
const tests = spawnSync(bin('vitest'), ['run', ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = tests.status ?? 1;
