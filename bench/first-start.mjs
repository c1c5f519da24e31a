import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyCheckout } from '../server/test/support/copied-checkout.mjs';
import { withCleanup } from './support/cleanup.mjs';
import { createInstallation } from './support/installation.mjs';
import { median } from './support/rounds.mjs';
import { milliseconds } from './support/table.mjs';

const maxMs = 20_000;

/** From the command until the server is ready, in a clone without a build, on an empty data directory. */
export async function measureFirstStarts({ sizes }) {
  const firsts = [];
  const built = [];
  for (let round = 0; round < sizes.firstStarts; round++) {
    const { created, undo } = withCleanup(
      () => mkdtemp(join(tmpdir(), 'regrove-bench-checkout-')),
      (folder) => rm(folder, { recursive: true, force: true }),
    );
    const checkout = await created;
    await copyCheckout(checkout);
    const program = join(checkout, 'server/bin/regrove.js');
    firsts.push(await startMs(program));
    built.push(await startMs(program));
    await undo();
  }
  const [ours, other] = [median(firsts), median(built)];
  return [
    {
      what: 'regrove serve in a fresh clone, with the demo, until it is ready',
      ours: milliseconds(ours),
      other: milliseconds(other),
      otherIs: 'everything built',
      ratio: ours / other,
      bar: `under ${maxMs / 1000} s`,
      holds: ours < maxMs,
    },
  ];
}

async function startMs(program) {
  const installation = await createInstallation(program);
  const server = await installation.serve({ REGROVE_DEMO: '1' });
  await readiness(server);
  const took = performance.now() - server.started;
  await server.stop();
  return took;
}

function readiness({ url, certificate }) {
  const agent = new Agent({ ca: certificate });
  return new Promise((resolve, reject) => {
    get(new URL('/health/ready', url), { agent }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) resolve();
      else reject(new Error(`The server says that it is ready, and answers ${answer.statusCode}`));
    }).on('error', reject);
  });
}
