import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { faults, runFailover } from '../support/faults/failover-run.js';
import { Random } from '../support/faults/random.js';
import { canRunPatroni, startPatroni, type PatroniCluster } from '../support/patroni/cluster.js';

const kinds = Object.keys(faults) as (keyof typeof faults)[];
// Each kind once. For a longer run: REGROVE_TEST_KILLS=100.
const count = Number(process.env['REGROVE_TEST_KILLS'] ?? kinds.length);
const msPerFault = 300_000;

describe.skipIf(!canRunPatroni)('On three PostgreSQL servers with Patroni, etcd and HAProxy', () => {
  const random = new Random();
  let cluster: PatroniCluster;
  let directory: DataDirectory;
  beforeAll(async () => {
    cluster = await startPatroni();
    directory = await createDataDirectory('regrove-failover-');
  });
  afterAll(async () => {
    await directory.remove();
    await cluster.stop();
  });

  it(
    'No acknowledged write is lost or doubled, and the service and a month close go on by themselves',
    async () => {
      onTestFailed(() => {
        process.stderr.write(`To repeat: REGROVE_TEST_SEED=${random.seed}\n${cluster.logs()}\n`);
      });
      const happening = Array.from(
        { length: count },
        (_, index) => kinds[index % kinds.length] ?? 'the primary is gone',
      );
      const result = await runFailover(cluster, directory, random, { happening, accounts: 2_000 });
      for (const { fault, ms } of result.recoveries)
        process.stderr.write(`${fault}: a write was acknowledged after ${(ms / 1_000).toFixed(1)} s\n`);
      expect(result.problems).toEqual([]);
      expect(result.acknowledged).toBeGreaterThan(10 * count);
    },
    count * msPerFault + 600_000,
  );
});
