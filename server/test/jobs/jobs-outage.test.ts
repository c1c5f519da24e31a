import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withTimeout } from '../../src/platform/time/with-timeout.js';
import { startJobs, type RunningJobs } from '../../src/jobs/start-jobs.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { endOutage, beginOutage } from '../support/outage.js';
import { blockInserts } from '../support/blocked-inserts.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { pause } from '../support/pause.js';

let world: World;
let jobs: RunningJobs;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-01T00:15:00Z');
});
afterEach(async () => {
  await endOutage(world.server);
  await stopped();
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

/** A connection attempt times out after five seconds; nothing else may take long. */
const promptly = 60_000;

const stopped = (): Promise<void> => withTimeout(promptly, undefined, () => jobs.stop());

const begin = (): void => void (jobs = startJobs(world.server.running.instance));

const count = async (sql: string): Promise<number> =>
  (await world.server.sql<{ count: number }>(`select count(*)::int ${sql}`))[0]?.count ?? 0;

/** Without the lock of the process that delivers webhooks. */
const workersAlive = (): Promise<number> =>
  count(`from pg_locks where locktype = 'advisory' and granted
    and ((classid::bigint << 32) | objid::bigint) <> hashtextextended('regrove webhooks', 0)
    and database = (select oid from pg_database where datname = current_database())`);

const listeners = (): Promise<number> =>
  count(`from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`);

const enqueue = (task: string, payload: object): Promise<unknown> =>
  world.server.sql(`select graphile_worker.add_job($1, $2::json, max_attempts => 16)`, [
    task,
    JSON.stringify(payload),
  ]);

/**
 * Excludes scheduled jobs: at the end of a real month, the schedule queues that month, which has not ended by the
 * clock of the test.
 */
const allDone = async (): Promise<boolean> =>
  (await count(`from graphile_worker._private_jobs where payload->'_cron' is null`)) === 0;

/** Of short tasks, of long ones, and of sandboxes. */
const lanes = 3;

describe('While the database is down', () => {
  it('the queue waits, then resumes with every worker, which is notified of new jobs again', async () => {
    begin();
    await until(
      'all workers to be alive and to listen',
      async () => [await workersAlive(), await listeners()],
      (counts) => counts.every((count) => count === lanes),
    );
    await beginOutage(world.server);
    await pause(3_000);
    await endOutage(world.server);
    await enqueue('purge-requests', {});
    await enqueue('fulfil-carbon', {});
    await until('all jobs to be done', allDone);
    await until(
      'all workers to be alive and to listen again',
      async () => [await workersAlive(), await listeners()],
      (counts) => counts.every((count) => count === lanes),
    );
  });

  it('a job that was interrupted is completed later', async () => {
    const member = await world.newAccount();
    await member.api.post('/deposits', { pages: 1000, date: '2026-09-10' });
    const blocked = await blockInserts(world.server, 'biomass_offsets');
    begin();
    await enqueue('close-month', { month: '2026-09' });
    await blocked.waitFor(1);
    await beginOutage(world.server);
    await pause(500);
    await endOutage(world.server);
    await until('all jobs to be done', allDone);
    const issued = `from biomass_offsets where account_id = '${member.id}' and pages = 1000 and billed_at is not null`;
    expect(await count(issued)).toBe(1);
    await world.server.sql('drop trigger wait_for_release on biomass_offsets');
  });

  it('repeatedly, within the life of one process, no job is lost or fails for good', async () => {
    begin();
    for (let round = 0; round < 5; round++) {
      for (let job = 0; job < 20; job++) await enqueue(job % 2 ? 'purge-requests' : 'fulfil-carbon', {});
      await pause(round * 30);
      await beginOutage(world.server);
      await endOutage(world.server);
    }
    // Skips the backoff of failed jobs.
    await until('all jobs to be done', async () => {
      await world.server.sql(
        'update graphile_worker._private_jobs set run_at = now() where locked_at is null',
      );
      return allDone();
    });
  });

  it.each([0, 300, 6_000])('a stop %i ms into it ends promptly', async (delay) => {
    begin();
    await until('all workers to be alive', workersAlive, (count) => count === lanes);
    await beginOutage(world.server);
    await pause(delay);
    await stopped();
  });
});

describe('A stop', () => {
  it.each([0, 1, 5, 20, 50, 100])('%i ms after the start ends promptly', async (delay) => {
    begin();
    await pause(delay);
    await stopped();
  });

  it('keeps other workers from a job that is still finishing', async () => {
    const member = await world.newAccount();
    await member.api.post('/deposits', { pages: 1000, date: '2026-08-10' });
    const blocked = await blockInserts(world.server, 'biomass_offsets');
    begin();
    await enqueue('close-month', { month: '2026-08' });
    await blocked.waitFor(1);
    const ended = jobs.stop();
    await pause(200);
    expect(await count(`from graphile_worker.jobs where locked_at is not null`)).toBe(1);
    expect(await workersAlive()).toBeGreaterThanOrEqual(1);
    await blocked.release();
    await ended;
    begin();
    await until('all jobs to be done', allDone);
    await world.server.sql('drop trigger wait_for_release on biomass_offsets');
  });
});
