import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { runFailover } from '../support/faults/failover-run.js';
import { Random } from '../support/faults/random.js';
import { canRunPatroni, startPatroni, type PatroniCluster } from '../support/patroni/cluster.js';

// The other faults are in long/failover.test.ts.
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

  it('Nothing acknowledged is lost or doubled when the primary is killed, and requests, jobs and a close go on', async () => {
    onTestFailed(() => {
      process.stderr.write(`To repeat: REGROVE_TEST_SEED=${random.seed}\n${cluster.logs()}\n`);
    });
    const result = await runFailover(cluster, directory, random, {
      happening: ['the PostgreSQL of the primary is killed'],
      accounts: 300,
    });
    expect(result.problems).toEqual([]);
    expect(result.recoveries).toHaveLength(1);
    expect(result.acknowledged).toBeGreaterThan(10);
  });
});
