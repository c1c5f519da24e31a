import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFailedJobs } from '../../src/jobs/queue-store.js';
import { enqueueInOwnTransaction } from '../../src/database/job-store.js';
import { startJobs, type RunningJobs } from '../../src/jobs/start-jobs.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let jobs: RunningJobs;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-01T00:15:00Z');
  jobs = startJobs(world.server.running.instance);
});
afterAll(async () => {
  await jobs.stop();
  await expectLedgerInBalance(world.server);
  await world.stop();
});

/** Adds a job as the schedule does when it is due. */
const schedule = (task: string, ts: string) =>
  world.server.sql(
    `select graphile_worker.add_job($1, json_build_object('_cron', json_build_object('ts', $2::text)))`,
    [task, ts],
  );

const certificatesOf = async ({ id }: TestAccount) =>
  world.server.sql<{ billed: boolean }>(
    `select billed_at is not null as billed, settled_month::text from biomass_offsets where account_id = $1`,
    [id],
  );

describe('The month close by jobs', () => {
  it('closes the previous month, then bills it', async () => {
    const member = await world.newAccount();
    await member.api.post('/deposits', { pages: 1000, date: '2026-10-10' });
    await schedule('close-month', '2026-11-01T00:15:00.000Z');
    await until(
      'the certificate to be billed',
      async () => (await certificatesOf(member))[0]?.billed === true,
    );
    expect(await certificatesOf(member)).toEqual([{ billed: true, settled_month: '2026-10-01' }]);
    await until('October to be closed and billed', async () => {
      const [month] = await world.server.sql<{ closed: boolean; billed: boolean }>(
        `select closed_at is not null as closed, billed_at is not null as billed from month_ends where month = '2026-10-01'`,
      );
      return month?.closed === true && month.billed;
    });
  });

  it('is attributed to a job in the audit trail', async () => {
    const rows = await world.server.sql(
      `select distinct actor_kind, actor_id from audit_entries where action in ('settlement.create', 'invoice.create')
       order by actor_id`,
    );
    expect(rows).toEqual([
      { actor_kind: 'job', actor_id: 'bill-month' },
      { actor_kind: 'job', actor_id: 'settle-month' },
    ]);
  });

  it('is scheduled for the 1st at 00:15 UTC, and is run later if it was missed', async () => {
    const known = await world.server.sql<{ identifier: string }>(
      'select identifier from graphile_worker._private_known_crontabs order by identifier',
    );
    expect(known.map(({ identifier }) => identifier)).toEqual(
      expect.arrayContaining(['check-feeds', 'close-month', 'fulfil-carbon', 'purge-requests']),
    );
  });
});

describe('A job that fails', () => {
  it('is retried, then stays in the queue as failed for the operator', async () => {
    await world.server.sql(
      `select graphile_worker.add_job('bill-month', '{"month":"2031-01"}'::json, max_attempts => 1)`,
    );
    const { db } = world.server.running.instance.context;
    await until(
      'the job to fail',
      async () => (await listFailedJobs(db)).length,
      (count) => count === 1,
    );
    expect(await listFailedJobs(db)).toMatchObject([
      {
        task: 'bill-month',
        state: 'failed',
        attempts: 1,
        lastError: expect.stringContaining('2031-01 is not over yet'),
      },
    ]);
  });
});

describe('A job with a key', () => {
  it('is not changed while it runs when another is queued, so that it is retried if it is interrupted', async () => {
    const { db } = world.server.running.instance.context;
    const job = { task: { name: 'not-ours', attempts: 16 }, payload: {}, key: 'once' };
    const waiting = () =>
      world.server.sql(
        `select attempts, locked_by is not null as running, key from graphile_worker.jobs
         where task_identifier = 'not-ours' order by id`,
      );
    await enqueueInOwnTransaction(db, job);
    await enqueueInOwnTransaction(db, job);
    expect(await waiting()).toEqual([{ attempts: 0, running: false, key: 'once' }]);
    await world.server.sql(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-other', attempts = 1
       where key = 'once'`,
    );
    await enqueueInOwnTransaction(db, job);
    await enqueueInOwnTransaction(db, job);
    expect(await waiting()).toEqual([
      { attempts: 1, running: true, key: null },
      { attempts: 0, running: false, key: 'once' },
    ]);
  });
});

describe('The jobs of a dead worker', () => {
  it('return to the queue, and those of a live one stay with it', async () => {
    const [job] = await world.server.sql<{ id: string }>(
      `select id from graphile_worker.add_job('purge-requests', '{}'::json, run_at => now() + interval '1 hour')`,
    );
    await world.server.sql(
      `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = 'pool-gone'
       where id = $1`,
      [job?.id],
    );
    await until('the job to be unlocked', async () => {
      const [row] = await world.server.sql<{ locked_by: string | null }>(
        'select locked_by from graphile_worker.jobs where id = $1',
        [job?.id],
      );
      return row?.locked_by === null;
    });
    const lives = await world.server.sql<{ count: number }>(
      `select count(*)::int from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    // One for each lane, and that of the process that delivers webhooks.
    expect(lives).toEqual([{ count: 4 }]);
  });
});
