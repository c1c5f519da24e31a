// The checks that take long: tests of whole installations and in a browser, chaos, failover, Citus where it is installed, the simulation
// of feeds, a year in production, the packages of a release, fuzz and benchmarks. All of it takes hours. `--short` takes half an hour;
// short forms of failover and the simulation are among the tests of whole installations, that of Citus is in `npm test`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findCitus } from '../server/test/support/citus-cluster.mjs';
import { installSystemPackages } from './system-packages.mjs';

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/.bin/vitest', import.meta.url));
const node = process.execPath;

// The short form always uses the same seed, so that results are comparable.
const atLength = { REGROVE_TEST_SEED: 'any' };
const chaos = {
  name: 'chaos',
  command: [vitest, 'run', '--project', 'long', 'chaos', 'faults', 'kills'],
  env: values.short ? {} : { ...atLength, REGROVE_CHAOS_KILLS: '100', REGROVE_TEST_KILLS: '100' },
};
const simulation = {
  name: 'simulation of feeds',
  command: [vitest, 'run', 'feed-simulation'],
  env: { ...atLength, REGROVE_TEST_FEEDS: '40' },
};
const failover = {
  name: 'failover',
  command: [vitest, 'run', '--project', 'long', 'failover'],
  env: atLength,
};
const citus = {
  name: 'Citus',
  command: [vitest, 'run', '--project', 'citus'],
  env: { ...atLength, REGROVE_TEST_CITUS: '1' },
};
const hasCitus = (await findCitus()) !== undefined;
if (!hasCitus && !values.short) console.log('skipped: Citus is not installed');
const year = {
  name: 'year',
  command: [vitest, 'run', '--project', 'long', 'year'],
  env: values.short ? {} : { ...atLength, REGROVE_YEAR_ACCOUNTS: '1000', REGROVE_YEAR_MONTHS: '12' },
};
const system = {
  name: 'system',
  command: [vitest, 'run', '--project', 'long-system', '--project', 'long-browser'],
};
const release = { name: 'release', command: [vitest, 'run', '--project', 'long', 'package', 'release'] };
/** An agent whose printers do not answer, which takes two minutes of waiting. */
const asleep = { name: 'printers asleep', command: [vitest, 'run', '--project', 'long', 'asleep'] };
const fuzz = {
  name: 'fuzz',
  command: [node, 'fuzz/run.mjs', ...(values.short ? ['--requests', '1500', '--seed', '20'] : [])],
};
const benchmarks = {
  name: 'benchmarks',
  command: [node, 'bench/run.mjs', ...(values.short ? ['--quick'] : [])],
};
/** In the short form three at a time, because most of them wait. At length, nothing may disturb what the others measure. */
const lanes = values.short
  ? [
      [chaos, year],
      [system, asleep],
      [release, fuzz, benchmarks],
    ]
  : [
      [
        system,
        chaos,
        failover,
        ...(hasCitus ? [citus] : []),
        simulation,
        year,
        release,
        asleep,
        fuzz,
        benchmarks,
      ],
    ];

/**
 * Fuzz and benchmarks print only problems to standard error, even if they exit without an error. The short form
 * prints the output of a check only if it fails: its figures mean nothing.
 */
async function passes({ name, command: [program, ...args], env = {} }) {
  if (!values.short) console.log(`${name} ...`);
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', values.short ? 'pipe' : 'inherit', 'pipe'],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    text(child.stderr),
    once(child, 'close'),
  ]);
  const hasPassed = status === 0 && (stderr === '' || program === vitest);
  if (!hasPassed) process.stdout.write(stdout);
  if (!hasPassed || !values.short) process.stderr.write(stderr);
  return hasPassed;
}

installSystemPackages();
const failed = [];
await Promise.all(
  lanes.map(async (lane) => {
    for (const check of lane) if (!(await passes(check))) failed.push(check.name);
  }),
);
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
