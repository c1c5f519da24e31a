// Runs the tests at another date, with busy CPUs, in another order: see docs/testing.md.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileShiftedClock } from '../server/test/support/compile-shifted-clock.mjs';
import { installSystemPackages } from './system-packages.mjs';

const usage = `Usage: npm run test:stress -- [options] [-- arguments of vitest]

  --at TIME    the clock of all processes starts at this time, for example 2026-12-31T23:59:30Z
  --load N     N processes keep the processors busy beside the tests
  --shuffle    test files run in another order, which depends on --seed
  --seed N     default 1
  --parts N    runs the suite in N parts, and the clock starts anew for each: midnight passes in all of them`;

const { values, positionals } = parseArgs({
  options: {
    at: { type: 'string' },
    load: { type: 'string', default: '0' },
    shuffle: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    parts: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const start = values.at === undefined ? undefined : Date.parse(values.at);
const [load, seed, parts] = [values.load, values.seed, values.parts].map(Number);
if (Number.isNaN(start) || ![load, seed, parts].every((number) => number >= 0) || parts < 1) {
  console.error(usage);
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/.bin/vitest', import.meta.url));

/** Shifts the clock of a process and its children: the tests, the servers, PostgreSQL and the browsers. */
function shiftedTo(time) {
  const { library, remove } = compileShiftedClock();
  process.once('exit', remove);
  return { LD_PRELOAD: library, SHIFT_CLOCK_SECONDS: `${Math.round((time - Date.now()) / 1000)}` };
}

const env = {
  ...process.env,
  ...(start !== undefined && shiftedTo(start)),
  ...(values.shuffle && { REGROVE_TEST_SHUFFLED: '1' }),
};

function runPart(part) {
  const { status } = spawnSync(
    vitest,
    [
      'run',
      '--project',
      '!long',
      ...(parts > 1 ? [`--shard=${part}/${parts}`] : []),
      ...(values.shuffle ? ['--sequence.shuffle.files', `--sequence.seed=${seed}`] : []),
      ...positionals,
    ],
    { cwd: root, stdio: 'inherit', env },
  );
  return status === 0;
}

installSystemPackages();
const burners = Array.from({ length: load }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
try {
  const failed = Array.from({ length: parts }, (_, index) => index + 1).filter((part) => !runPart(part));
  if (failed.length > 0) {
    if (parts > 1) console.error(`failed: part ${failed.join(', ')} of ${parts}`);
    process.exitCode = 1;
  }
} finally {
  for (const burner of burners) burner.kill();
}
