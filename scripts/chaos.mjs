// Repeatedly kills the server, the worker and the database under load, and checks the data: see docs/testing.md.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
  },
});
if (Object.values(values).some((value) => !(Number(value) > 0))) {
  console.error('--kills, --minutes and --seed take numbers above 0');
  process.exit(2);
}

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const { status } = spawnSync(
  file('../node_modules/.bin/vitest'),
  ['run', '--project', 'long', 'server/test/long/chaos.test.ts', '--reporter', 'dot'],
  {
    cwd: file('..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      REGROVE_CHAOS_KILLS: values.kills,
      REGROVE_CHAOS_MINUTES: values.minutes,
      REGROVE_TEST_SEED: values.seed,
    },
  },
);
process.exitCode = status ?? 1;
