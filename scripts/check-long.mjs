// The checks that take hours: the long tests (chaos, the installable package), fuzz and benchmarks. `--short` takes minutes and
// shows that all of them run.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installSystemPackages } from './system-packages.mjs';

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/.bin/vitest', import.meta.url));
const node = process.execPath;

// The short form always uses the same seed, so that results are comparable.
const chaosAtLength = { REGROVE_CHAOS_KILLS: '100', REGROVE_TEST_KILLS: '100', REGROVE_TEST_SEED: 'any' };
const checks = [
  {
    name: 'long tests',
    command: [vitest, 'run', '--project', 'long'],
    env: values.short ? {} : chaosAtLength,
  },
  {
    name: 'fuzz',
    command: [node, 'fuzz/run.mjs', ...(values.short ? ['--requests', '1500', '--seed', '20'] : [])],
  },
  { name: 'benchmarks', command: [node, 'bench/run.mjs', ...(values.short ? ['--quick'] : [])] },
];

/**
 * Fuzz and benchmarks print only problems to standard error, even if they exit without an error. The short form
 * prints the output of a check only if it fails: its figures mean nothing.
 */
function passes({ name, command: [program, ...args], env = {} }) {
  if (!values.short) console.log(`${name} ...`);
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', values.short ? 'pipe' : 'inherit', 'pipe'],
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  const hasPassed = status === 0 && (stderr === '' || name === 'long tests');
  if (!hasPassed) process.stdout.write(stdout ?? '');
  if (!hasPassed || !values.short) process.stderr.write(stderr);
  return hasPassed;
}

installSystemPackages();
const failed = checks.filter((check) => !passes(check)).map(({ name }) => name);
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
