import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import {
  createCitusDatabase,
  findCitus,
  startCitusCluster,
  type CitusCluster,
} from '../support/citus-cluster.mjs';
import { prepareCitusDatabase } from '../support/citus-server.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { expectEqualMonths, expectSettledOnce, expectSumsToMatch } from '../support/faults/check-results.js';
import { fillInstallation } from '../support/faults/installation.js';
import { isMonthCloseRunning, MonthWork } from '../support/faults/month-work.js';
import { Observer } from '../support/faults/observer.js';
import { Processes } from '../support/faults/processes.js';
import { Random } from '../support/faults/random.js';
import { pause } from '../support/pause.js';
import { freePort } from '../support/ports.js';
import { regrove } from '../support/regrove-process.js';
import { until } from '../support/until.js';

// For a longer run: REGROVE_TEST_KILLS=100.
const kills = Number(process.env['REGROVE_TEST_KILLS'] ?? 3);
const accounts = kills > 10 ? 2_000 : 400;
const msPerKill = 60_000;

/** Positions of the nodes that are killed at the same time; the first one is the coordinator. */
const rounds = [[0], [1], [0, 2], [2], [0, 1, 2], [1, 2]];

const programs = await findCitus();

describe.skipIf(programs === undefined)('On nodes of Citus that are killed', () => {
  const random = new Random();
  let folder: string;
  let cluster: CitusCluster;
  let directory: DataDirectory;
  let env: DataDirectory['env'];
  let carbonProject: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'regrove-citus-kills-'));
    cluster = await startCitusCluster({
      programs: programs ?? '',
      directory: folder,
      ports: [await freePort(), await freePort(), await freePort()],
      // A process that is killed loses nothing that it has written, so nothing has to be flushed to the disk.
      settings: { fsync: 'off', 'citus.recover_2pc_interval': '1s' },
    });
    await createCitusDatabase(cluster, 'regrove');
    await prepareCitusDatabase(cluster.urlOf('regrove'));
    directory = await createDataDirectory('regrove-citus-kills-');
    env = { ...directory.env, REGROVE_DATABASE_URL: cluster.urlOf('regrove') };
    ({ carbonProject } = await fillInstallation(
      { ...directory, env },
      { members: 0, accounts, lots: 10 + 2 * kills },
    ));
  });
  afterAll(async () => {
    await directory.remove();
    await cluster.stop();
    await rm(folder, { recursive: true });
  });

  it(
    'months are closed and billed exactly once, as without kills',
    async () => {
      onTestFailed(() => {
        process.stderr.write(`To repeat: REGROVE_TEST_SEED=${random.seed} REGROVE_TEST_KILLS=${kills}\n`);
      });
      const observer = new Observer({ connectionString: cluster.urlOf('regrove') });
      const work = new MonthWork(observer, carbonProject);
      const processes = new Processes({ ...directory, env });
      for (const worker of ['worker', 'other worker']) processes.start(worker, 'worker');
      for (const worker of processes.roles) await processes.isUp(worker);

      for (let kill = 0; kill < kills; kill++) {
        await until('a month close to be under way', async () => {
          await work.advance();
          return isMonthCloseRunning(observer);
        }).catch(async (error: unknown) => {
          throw new Error(await processes.state(observer), { cause: error });
        });
        await pause(random.upTo(400));
        const victims = (rounds[kill % rounds.length] ?? []).map((position) => cluster.ports[position] ?? 0);
        await Promise.all(victims.map((port) => cluster.stopNode(port, 'SIGKILL')));
        await pause(random.upTo(400));
        await Promise.all(victims.map((port) => cluster.startNode(port)));
        expect(processes.unexpectedExits).toEqual([]);
      }
      await until('the month to be done', () => work.isDone());
      const disturbed = work.filled;
      // The last month, to compare with.
      await work.fillNext();
      await until('the undisturbed month to be done', () => work.isDone());

      expect(work.filled).toBe(disturbed + 1);
      await expectSettledOnce(observer, work.filled);
      await expectSumsToMatch(observer);
      await expectEqualMonths(observer, work.filled);
      await observer.close();
      expect(processes.unexpectedExits).toEqual([]);
      for (const { code, signal } of await processes.stopAll())
        expect({ code, signal }).toEqual({ code: 0, signal: null });
      const { stdout } = await regrove(['doctor', '--ledger'], env);
      expect(stdout).toMatch(/^ok {4}ledger/m);
      expect(stdout).not.toMatch(/^FAIL {2}ledger/m);
    },
    (kills + 10) * msPerKill,
  );
});
