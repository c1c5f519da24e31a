import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { startJobs } from '../../src/jobs/start-jobs.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let operator: SignedInOperator;
beforeAll(async () => {
  world = await startWorld({ REGROVE_CURRENCY: 'EUR' });
  world.server.setNow('2026-11-05T10:00:00Z');
  operator = await signInOperator(world);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const months = (query = ''): Promise<Json> => operator.sendOk('GET', `months${query}`);
const october = async (): Promise<Json> => (await months('?limit=1'))[0];

/** Makes the account impossible to settle: the database refuses its offsets. */
const breakAccount = async ({ id }: TestAccount, isBroken: boolean): Promise<void> => {
  await world.server.sql(
    isBroken
      ? `create trigger broken before insert on biomass_offsets for each row when (new.account_id = '${id}')
         execute function refuse_change()`
      : 'drop trigger broken on biomass_offsets',
  );
};

describe('The months', () => {
  it('start with the last complete month, without any state', async () => {
    expect(await months()).toEqual([
      {
        month: '2026-10',
        state: 'open',
        accounts: 0,
        accounts_done: 0,
        accounts_set_aside: 0,
        deposits: 0,
        pages: 0,
        trees: 0,
        failures: [],
        began_at: null,
        closed_at: null,
        is_billing: false,
        billed_at: null,
        bills: [],
      },
    ]);
  });

  it('show the progress of a close that runs in another process, and what failed', async () => {
    const [good, bad] = [await world.newAccount(), await world.newAccount()];
    for (const { api } of [good, bad]) await api.post('/deposits', { pages: 1000, date: '2026-10-10' });
    await breakAccount(bad, true);
    await closeMonth(world.server.running.instance.context, readMonth('2026-10'));
    expect(await october()).toMatchObject({
      state: 'closed',
      accounts: 2,
      accounts_done: 1,
      accounts_set_aside: 1,
      deposits: 1,
      pages: 1000,
      failures: [
        {
          account_id: bad.id,
          account_name: bad.account.displayName,
          failure: expect.stringContaining('never changed'),
        },
      ],
    });
    await breakAccount(bad, false);
  });

  it('show that an interrupted close is no longer running', async () => {
    await world.server.sql(`update month_ends set closed_at = null`);
    await world.server.sql(`update settlements set failure = null where settled_at is null`);
    expect(await october()).toMatchObject({ state: 'closing', accounts_set_aside: 0 });
    world.server.setNow('2026-11-05T10:05:00Z');
    expect(await october()).toMatchObject({ state: 'stopped' });
  });

  it('are closed and then billed by requested jobs, once each', async () => {
    for (let times = 0; times < 2; times++)
      expect(await operator.sendOk('POST', 'months/close', { month: '2026-10' })).toMatchObject({
        state: 'closing',
      });
    const [{ waiting } = { waiting: 0 }] = await world.server.sql<{ waiting: number }>(
      `select count(*)::int as waiting from graphile_worker.jobs where task_identifier = 'close-month'`,
    );
    expect(waiting).toBe(1);
    const jobs = startJobs(world.server.running.instance);
    await until(
      'October to be billed',
      async () => (await october()).billed_at,
      (seen) => seen !== null,
    );
    await until('the billing of October to be over', async () => !(await october()).is_billing);
    await jobs.stop();
    expect(await october()).toMatchObject({
      state: 'closed',
      accounts: 2,
      accounts_done: 2,
      failures: [],
      closed_at: '2026-11-05T10:05:00Z',
      bills: [{ currency: 'EUR', invoices: 2, net: expect.any(Number), tax: null, credited: 0 }],
    });
  });

  it('are billed by a requested job, which is visible while it is queued', async () => {
    expect(await operator.sendOk('POST', 'months/bill', { month: '2026-09' })).toMatchObject({
      is_billing: true,
    });
    const jobs = await world.server.sql(
      `select action, actor_id, after from audit_entries where action like 'month.ask%' order by at desc, id desc limit 2`,
    );
    expect(jobs).toEqual([
      { action: 'month.ask_bill', actor_id: operator.userId, after: { month: '2026-09' } },
      { action: 'month.ask_close', actor_id: operator.userId, after: { month: '2026-10' } },
    ]);
    await world.server.sql(
      `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`,
    );
  });

  it.each([
    ['2026-11', /2026-11 is not over yet/],
    ['2026-1x', /not a month/],
    [202610, /month must be/],
  ])('cannot be closed or billed before they end: %j', async (month, why) => {
    for (const verb of ['close', 'bill']) {
      const { status, body } = await operator.send('POST', `months/${verb}`, { month });
      expect([status, body.error]).toEqual([400, expect.stringMatching(why)]);
    }
  });

  it('are paginated', async () => {
    await world.server.sql(`insert into month_ends (month, closed_at) values ('2026-07-01', now())`);
    const names = (listed: Json): string[] => listed.map(({ month }: Json) => month);
    expect(names(await months())).toEqual(['2026-10', '2026-09', '2026-08', '2026-07']);
    const first = await operator.send('GET', 'months?limit=3');
    const next = new URL(/<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '');
    expect(names((await operator.visitor.get(next.pathname + next.search)).body)).toEqual(['2026-07']);
  });
});

describe('Jobs', () => {
  const giveUp = async (about: string): Promise<number> => {
    const [job] = await world.server.sql<{ id: string }>(
      `select id from graphile_worker.add_job('purge-mail', json_build_object('about', $1::text), max_attempts => 1)`,
      [about],
    );
    await world.server.sql(
      `update graphile_worker._private_jobs set attempts = 1, last_error = 'It broke' where id = $1`,
      [job?.id],
    );
    return Number(job?.id);
  };

  it('that failed for good show why, and can be run again or discarded', async () => {
    const [one, two, three] = [await giveUp('one'), await giveUp('two'), await giveUp('three')];
    const failed = async () => (await operator.sendOk('GET', 'jobs?state=failed')).jobs;
    expect(await failed()).toMatchObject([
      { id: one, task: 'purge-mail', about: 'one', state: 'failed', attempts: 1, last_error: 'It broke' },
      { id: two },
      { id: three },
    ]);
    expect(await operator.sendOk('POST', 'jobs/retry', { ids: [one] })).toEqual({ retried: [one] });
    expect((await operator.sendOk('GET', 'jobs?state=open')).jobs).toContainEqual(
      expect.objectContaining({ id: one, state: 'waiting' }),
    );
    const unknown = await operator.send('POST', 'jobs/discard', { ids: [two, one] });
    expect([unknown.status, unknown.body.error]).toEqual([404, `There is no failed job ${String(one)}`]);
    expect(await failed()).toHaveLength(2);
    expect((await operator.send('POST', 'jobs/retry', { ids: [] })).status).toBe(400);
    expect(await operator.sendOk('POST', 'jobs/discard', { ids: [two, three] })).toEqual({
      discarded: [two, three],
    });
    expect(await failed()).toEqual([]);
    const [entry] = await world.server.sql(
      `select action, actor_id from audit_entries where action like 'job.%' order by at desc, id desc`,
    );
    expect(entry).toEqual({ action: 'job.discard', actor_id: operator.userId });
    for (const query of ['', '?state=lost'])
      expect((await operator.send('GET', `jobs${query}`)).status).toBe(400);
  });

  it('that are waiting stay visible next to many old failed ones', async () => {
    const before = Number((await operator.sendOk('GET', 'jobs?state=open')).total);
    await world.server.sql(
      `select graphile_worker.add_job('purge-mail', json_build_object('about', 'old'), run_at => '2020-01-01',
         max_attempts => 1) from generate_series(1, 1001)`,
    );
    await world.server.sql(
      `update graphile_worker._private_jobs set attempts = 1 where run_at = '2020-01-01'`,
    );
    await world.server.sql(
      `select graphile_worker.add_job('purge-mail', json_build_object('about', 'new'), run_at => '2199-01-01')`,
    );
    const { total, jobs } = await operator.sendOk('GET', 'jobs?state=open');
    expect([total, jobs.length]).toEqual([before + 1, before + 1]);
    expect(jobs.at(-1)).toMatchObject({ about: 'new', state: 'waiting' });
    const failed = await operator.sendOk('GET', 'jobs?state=failed');
    expect([failed.total, failed.jobs.length]).toEqual([1001, 1000]);
    await world.server.sql(
      `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where run_at = '2020-01-01'))`,
    );
  });
});

describe('The audit trail', () => {
  it('shows who did it, in which account, and what changed', async () => {
    const { channel } = world;
    await operator.sendOk('PATCH', `accounts/${channel.id}`, { rate: 0.002 });
    const [entry] = await operator.sendOk('GET', `audit?account_id=${channel.id}&limit=1`);
    expect(entry).toMatchObject({
      actor: { kind: 'user', id: operator.userId, name: 'Op Erator' },
      account_id: channel.id,
      account_name: channel.account.displayName,
      action: 'account_settings.update',
      before: { rate: null },
      after: { rate: '0.002' },
    });
    const { body } = await channel.api.post('/deposits', { pages: 5 });
    const [deposit] = await operator.sendOk('GET', `audit?account_id=${channel.id}&limit=1`);
    expect(deposit).toMatchObject({
      actor: { kind: 'key', id: channel.keyId, name: null },
      subject_id: body.id,
    });
  });

  it('is paginated without gaps, for everything or the installation itself, within a time range', async () => {
    const everything = await operator.sendOk('GET', 'audit');
    const paged: Json[] = [];
    let path: string | undefined = '/app/operator/audit?limit=7';
    while (path !== undefined) {
      const page = await operator.visitor.get(path);
      paged.push(...page.body);
      const next = /<([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1];
      path = next && new URL(next).pathname + new URL(next).search;
    }
    expect(paged).toEqual(everything);
    expect(everything.length).toBeGreaterThan(14);
    const own = await operator.sendOk('GET', 'audit?installation=true');
    expect(own.length).toBeGreaterThan(2);
    expect(own.filter((entry: Json) => entry.account_id !== null)).toEqual([]);
    const before = await operator.sendOk('GET', 'audit?until=2026-11-05T10:05:00Z');
    expect(before.length).toBeGreaterThan(0);
    const after = await operator.sendOk('GET', 'audit?from=2026-11-05T10:05:00Z');
    expect([...after, ...before]).toEqual(everything);
    const both = await operator.send('GET', `audit?installation=true&account_id=${world.channel.id}`);
    expect([both.status, both.body.code]).toEqual([400, 400]);
    expect((await operator.send('GET', 'audit?from=yesterday')).status).toBe(400);
  });
});
