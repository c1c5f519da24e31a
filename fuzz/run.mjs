// Sends requests generated from our own OpenAPI documents to a real server: see docs/testing.md.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { cleanUp, wasInterrupted } from '../bench/support/cleanup.mjs';
import { fuzz } from './fuzz.mjs';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed)) {
  console.error('--requests and --seed take whole numbers');
  process.exit(2);
}

try {
  const { sent, large, statuses, unanswered, findings } = await fuzz({
    requests,
    seed,
    report: ({ problem, curl }) => console.error(`${problem}\n  ${curl}\n`),
  });
  const counted = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  console.log(
    `${sent} requests (seed ${seed}), ${counted.join(', ')}; ${large} large ones; ${findings} problems`,
  );
  if (unanswered.length > 0) console.log(`never done: ${unanswered.join(', ')}`);
  if (findings > 0) process.exitCode = 1;
} catch (error) {
  if (!wasInterrupted()) throw error;
} finally {
  await cleanUp();
}
