import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { measureFirstStarts } from './first-start.mjs';
import { apiClient } from './support/api-client.mjs';
import { median } from './support/rounds.mjs';
import { milliseconds } from './support/table.mjs';

const maxMs = 3000;

export async function measureStart(installation) {
  return [...(await measureLaterStarts(installation)), ...(await measureFirstStarts(installation))];
}

/** From the command to the first response, on an existing data directory. */
async function measureLaterStarts({ installation, few, sizes }) {
  const starts = [];
  const bare = [];
  for (let round = 0; round < sizes.starts; round++) {
    bare.push(await bareNodeMs());
    starts.push(await startMs(installation, few.key));
  }
  const [ours, other] = [median(starts), median(bare)];
  return [
    {
      what: 'regrove serve, from the second start on, to the first answer',
      ours: milliseconds(ours),
      other: milliseconds(other),
      otherIs: 'node -e 0',
      ratio: ours / other,
      bar: `under ${maxMs / 1000} s`,
      holds: ours < maxMs,
    },
  ];
}

async function startMs(installation, key) {
  const server = await installation.serve();
  const client = apiClient(server, key);
  await client.get('/account');
  const took = performance.now() - server.started;
  client.close();
  await server.stop();
  return took;
}

async function bareNodeMs() {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - started;
}
