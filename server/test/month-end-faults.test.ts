import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { addMonths, isoMonth } from '../src/platform/months.js';
import { createDataDirectory, type DataDirectory } from './support/data-directory.js';
import { Cast } from './support/faults/cast.js';
import { Commands } from './support/faults/commands.js';
import { Depositors } from './support/faults/depositors.js';
import { install, type Installation } from './support/faults/installation.js';
import { MonthWork, underWay } from './support/faults/month-work.js';
import { Observer } from './support/faults/observer.js';
import { expectRemembered, expectSettledOnce, expectSumsToMatch } from './support/faults/reckoning.js';
import { Chance } from './support/faults/seed.js';
import { regrove } from './support/regrove-process.js';
import { command } from './support/served.js';
import { until } from './support/until.js';

// A longer run for those who have the time: REGROVE_TEST_KILLS=200.
const kills = Number(process.env['REGROVE_TEST_KILLS'] ?? 30);
const secondsAKill = 10;

const chance = new Chance();
let directory: DataDirectory;
let installation: Installation;
beforeAll(async () => {
  directory = await createDataDirectory('regrove-faults-');
  installation = await install(directory, { members: 4, accounts: 2_000, lots: 10 + kills });
});
afterAll(() => directory.remove());

it(
  'The month’s end comes out exact whoever is killed in the middle of it',
  async () => {
    onTestFailed(() => {
      process.stderr.write(`To repeat: REGROVE_TEST_SEED=${chance.seed} REGROVE_TEST_KILLS=${kills}\n`);
    });
    const observer = new Observer(directory);
    const work = new MonthWork(observer, installation.carbonProject);
    const cast = new Cast(directory);
    cast.start('server', 'serve');
    await cast.isUp('server');
    cast.start('worker', 'worker');
    cast.start('other worker', 'worker');
    await work.goOn();
    const depositors = new Depositors(
      installation.members,
      (key) => cast.client(key),
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

    const victims = ['worker', 'server', 'database', 'other worker', 'database', 'command'] as const;
    const tally = { kills: 0, atWork: 0, inHand: 0 };
    try {
      while (tally.kills < kills) {
        const victim = victims[tally.kills % victims.length] ?? 'worker';
        if (victim !== 'database' && victim !== 'command') await cast.isUp(victim);
        await pause(chance.upTo(400));
        let busy = 0;
        await until(async () => {
          await work.goOn();
          busy = (await underWay(observer)) ?? 0;
          return busy > 0;
        });
        if (victim === 'database') await cast.killDatabase();
        else if (victim === 'command') {
          if (!(await commands.kill())) continue;
        } else {
          await cast.kill(victim);
          tally.inHand += (await jobsOfTheDead(observer)) > 0 ? 1 : 0;
          cast.start(victim, victim === 'server' ? 'serve' : 'worker');
        }
        tally.kills++;
        tally.atWork++;
        expect(cast.deserters).toEqual([]);
      }
    } catch (error) {
      await cast.killAll();
      throw error;
    } finally {
      await commands.stop();
      await depositors.stop();
    }
    await until(() => work.isDone());
    // What came in after its account was settled is in the month that follows.
    const last = isoMonth(addMonths(work.month, 1));
    await command(directory, 'month', 'close', last);
    await command(directory, 'month', 'bill', last);
    if (process.env['REGROVE_TEST_KILLS'] !== undefined) {
      process.stderr.write(
        `${JSON.stringify({ ...tally, months: work.filled, commands: commands.finished, deposits: depositors.memories.length })}\n`,
      );
    }

    expect([...cast.deserters, ...commands.surprises]).toEqual([]);
    expect(depositors.surprises).toEqual([]);
    expect(depositors.memories.length).toBeGreaterThan(kills);
    await expectRemembered(observer, depositors.memories);
    await expectSettledOnce(observer, work.filled);
    await expectSumsToMatch(observer);
    await until(async () => (await observer.count('from graphile_worker.jobs')) === 0);
    const lockedQueues = 'from graphile_worker._private_job_queues where locked_by is not null';
    expect(await observer.count(lockedQueues)).toBe(0);
    for (const { code, signal } of await cast.stopAll())
      expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(await directory.postmaster()).toBeUndefined();
    const doctor = await regrove(['doctor', '--ledger'], directory.env);
    expect(doctor).toMatchObject({ code: 0, stdout: expect.not.stringContaining('FAIL') });
  },
  (kills + 20) * secondsAKill * 1_000,
);

/** Jobs that are locked by a worker whose process is gone. */
const jobsOfTheDead = (observer: Observer): Promise<number> =>
  observer.count(`from graphile_worker.jobs where locked_by is not null and not exists (
    select from pg_locks where locktype = 'advisory'
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended(locked_by, 0))`);
