import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { Processes } from '../support/faults/processes.js';
import { Commands } from '../support/faults/commands.js';
import { Depositors } from '../support/faults/depositors.js';
import { fillInstallation, type Installation } from '../support/faults/installation.js';
import { busyWorkers, orphanedJobs, MonthWork, isMonthCloseRunning } from '../support/faults/month-work.js';
import { observe } from '../support/faults/observer.js';
import {
  expectKnownDeposits,
  expectSettledOnce,
  expectSumsToMatch,
} from '../support/faults/check-results.js';
import { Random } from '../support/faults/random.js';
import { listJobs, retryJobs } from '../support/faults/retry-jobs.js';
import { regrove } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { pause } from '../support/pause.js';

// Once through the list below. For a longer run: REGROVE_TEST_KILLS=200.
const kills = Number(process.env['REGROVE_TEST_KILLS'] ?? 11);
const secondsAKill = 30;
// In addition to the server, which also runs jobs.
const workers = kills > 30 ? ['worker', 'other worker'] : ['worker'];
const rounds = [
  ['worker'],
  ['server', 'database'],
  ['command', 'database'],
  ['worker', 'database'],
  ['server'],
  ['worker', 'server', 'database'],
];

const random = new Random();
let directory: DataDirectory;
let installation: Installation;
beforeAll(async () => {
  directory = await createDataDirectory('regrove-faults-');
  installation = await fillInstallation(directory, { members: 4, accounts: 2_000, lots: 10 + kills });
});
afterAll(() => directory.remove());

it(
  'The month close is exact, whatever is killed while it runs',
  async () => {
    onTestFailed(() => {
      process.stderr.write(`To repeat: REGROVE_TEST_SEED=${random.seed} REGROVE_TEST_KILLS=${kills}\n`);
    });
    const observer = observe(directory);
    const work = new MonthWork(observer, installation.carbonProject);
    const processes = new Processes(directory);
    processes.start('server', 'serve');
    await processes.isUp('server');
    for (const worker of workers) processes.start(worker, 'worker');
    await work.advance();
    const depositors = new Depositors(
      installation.members,
      (key) => processes.client(key),
      () => work.month,
    );
    const commands = new Commands(
      directory,
      (count) =>
        [
          ['month', 'close', work.name],
          ['month', 'bill', work.name],
          ['carbon', 'fulfil'],
        ][count % 3] ?? [],
    );

    const tally = { kills: 0, withJobInHand: 0 };
    try {
      for (let round = 0; tally.kills < kills; round++) {
        const victims = rounds[round % rounds.length] ?? [];
        const roles = victims.filter((victim) => victim !== 'database' && victim !== 'command');
        for (const role of roles) await processes.isUp(role);
        await pause(random.upTo(300));
        const hands = roles.length > 0 ? workers.length + 1 : 0;
        await until(
          'work to be under way',
          async () => {
            await work.advance();
            return { isUnderWay: await isMonthCloseRunning(observer), busy: await busyWorkers(observer) };
          },
          ({ isUnderWay, busy }) => isUnderWay && busy >= hands,
        ).catch(async (error: unknown) => {
          throw new Error(await processes.state(observer), { cause: error });
        });
        for (const victim of victims) {
          if (victim === 'command' && !(await commands.kill())) continue;
          if (victim === 'database') await processes.killDatabase();
          else if (victim !== 'command') await processes.kill(victim);
          tally.kills++;
        }
        for (const role of roles) processes.start(role, role === 'server' ? 'serve' : 'worker');
        tally.withJobInHand += Math.min(await orphanedJobs(observer), roles.length);
        expect(processes.unexpectedExits).toEqual([]);
      }
    } catch (error) {
      await processes.killAll();
      throw error;
    } finally {
      await commands.stop();
      await depositors.stop();
    }
    await until('the month to be done', () => work.isDone());
    // Deposits that arrived after their account was settled belong to the following month.
    await work.closeLast();
    await until('the last month to be done', () => work.isDone());
    if (process.env['REGROVE_TEST_KILLS'] !== undefined) {
      process.stderr.write(
        `${JSON.stringify({ ...tally, months: work.filled, commands: commands.finished, deposits: depositors.known.length })}\n`,
      );
    }

    expect([...processes.unexpectedExits, ...commands.unexpected]).toEqual([]);
    expect(depositors.unexpected).toEqual([]);
    // Other workers may have taken over the jobs of a killed one before we look. The test proves nothing if no job
    // was running.
    expect(tally.withJobInHand).toBeGreaterThan(0);
    expect(depositors.known.length).toBeGreaterThan(kills);
    await expectKnownDeposits(observer, depositors.known);
    await expectSettledOnce(observer, work.filled);
    await expectSumsToMatch(observer);
    await until(
      'the queue to be empty',
      async () => {
        await observer.query(retryJobs);
        return observer.query(listJobs);
      },
      (jobs) => jobs.length === 0,
    );
    const lockedQueues = 'from graphile_worker._private_job_queues where locked_by is not null';
    expect(await observer.count(lockedQueues)).toBe(0);
    await observer.close();
    for (const { code, signal } of await processes.stopAll())
      expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(await directory.postmaster()).toBeUndefined();
    const doctor = await regrove(['doctor', '--ledger'], directory.env);
    expect(doctor).toMatchObject({ code: 0, stdout: expect.not.stringContaining('FAIL') });
  },
  (kills + 20) * secondsAKill * 1_000,
);
