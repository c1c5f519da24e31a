import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { createDataDirectory, type DataDirectory } from '../data-directory.js';
import { canRunPatroni, startPatroni, type PatroniCluster } from '../patroni/cluster.js';
import { runFailover, type FailoverOptions } from './failover-run.js';
import { Random } from './random.js';

/** Defines a test with these faults. */
export function failoverTest(name: string, options: FailoverOptions, timeoutMs?: number): void {
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
      name,
      async () => {
        onTestFailed(async () => {
          const logs = await cluster.keepLogs();
          process.stderr.write(`To repeat: REGROVE_TEST_SEED=${random.seed}. The logs are in ${logs}\n`);
        });
        const result = await runFailover(cluster, directory, random, options);
        for (const { fault, ms } of result.recoveries)
          process.stderr.write(`${fault}: a write was acknowledged after ${(ms / 1_000).toFixed(1)} s\n`);
        expect(result.problems).toEqual([]);
        expect(result.recoveries).toHaveLength(options.happening.length);
        expect(result.acknowledged).toBeGreaterThan(10 * options.happening.length);
      },
      timeoutMs,
    );
  });
}
