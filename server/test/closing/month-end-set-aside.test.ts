import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { describeMonths, type MonthOverview } from '../../src/jobs/month-ends.js';
import { startJobs, type RunningJobs } from '../../src/jobs/start-jobs.js';
import { enqueueInOwnTransaction } from '../../src/database/job-store.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { scrape } from '../support/metrics.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let jobs: RunningJobs;
let operator: SignedInOperator;
let terminal: Operator;
let good: TestAccount;
let bad: TestAccount;
beforeAll(async () => {
  world = await startWorld({ REGROVE_METRICS_PORT: '0' });
  world.server.setNow('2026-11-01T00:15:00Z');
  operator = await signInOperator(world);
  terminal = await createOperator({ database: world.server.database });
  jobs = startJobs(world.server.running.instance);
  [good, bad] = [await world.newAccount(), await world.newAccount()];
});
afterAll(async () => {
  await jobs.stop();
  await expectLedgerInBalance(world.server);
  await terminal.close();
  await world.stop();
});

const sql = <Row extends pg.QueryResultRow = Json>(text: string, values?: unknown[]): Promise<Row[]> =>
  world.server.sql<Row>(text, values);

/** Possible from before deposits were limited: 2.2e18 pages, and more trees than a column can store. */
const poison = ({ id }: TestAccount, date: string) =>
  sql(
    `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
     values ($1, gen_random_uuid(), $2, 1000000000, 1000, 1000, 10000, now())`,
    [id, date],
  );
const heal = ({ id }: TestAccount) => sql('delete from deposits where account_id = $1 and gsm = 10000', [id]);

const run = (task: string, payload: object = {}) =>
  enqueueInOwnTransaction(world.server.running.instance.context.db, {
    task: { name: task, attempts: 1 },
    payload,
  });
const queueIsEmpty = () =>
  until(
    'the queue to be empty',
    async () => (await sql('select from graphile_worker.jobs')).length,
    (count) => count === 0,
  );
const billed = ({ id }: TestAccount) =>
  sql(
    `select to_char(month, 'YYYY-MM') as month, lines::int from invoices where account_id = $1 order by month`,
    [id],
  );
const monthOf = async (name: string): Promise<Json> =>
  (await operator.sendOk('GET', 'months')).find(({ month }: Json) => month === name);
/** The same without a session. */
const overviewOf = async (name: string): Promise<MonthOverview | undefined> =>
  (await describeMonths(world.server.running.instance.context, [readMonth(name)]))[0];
const mailsToOperator = () =>
  sql(`select user_id, facts from mails where kind = 'account-set-aside' order by created_at, id`);

describe('An account whose total is too large to store', () => {
  it('is set aside: the month is closed, and the other accounts are billed', async () => {
    await good.api.post('/deposits', { pages: 1000, date: '2026-10-10' });
    await bad.api.post('/deposits', { pages: 500, date: '2026-10-10' });
    await poison(bad, '2026-10-11');
    await run('close-month', { month: '2026-10' });
    await until(
      'the good account to be billed',
      async () => (await billed(good)).length,
      (count) => count === 1,
    );
    await queueIsEmpty();
    expect(await billed(good)).toEqual([{ month: '2026-10', lines: 1 }]);
    expect(await billed(bad)).toEqual([]);
    expect(
      await sql('select closed_at is not null as closed, billed_at is not null as billed from month_ends'),
    ).toEqual([{ closed: true, billed: true }]);
  });

  it('is shown on the dashboard, with the reason', async () => {
    world.server.setNow('2026-11-01T00:20:00Z');
    expect(await monthOf('2026-10')).toMatchObject({
      state: 'closed',
      accounts: 2,
      accounts_done: 1,
      accounts_set_aside: 1,
      failures: [
        {
          account_id: bad.id,
          account_name: bad.account.displayName,
          failure: expect.stringMatching(
            '2210343101613119947 pages and 265251782264864.988272 trees, which is more than Regrove can count',
          ),
        },
      ],
    });
  });

  it('makes doctor fail and name it', async () => {
    const { code, stdout } = await terminal.run('doctor');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      new RegExp(
        `FAIL {2}months .*2026-10.*${bad.account.displayName}.*more than Regrove can count.*\\n +What to do: fix the cause, then run \`.*month close 2026-10\``,
      ),
    );
  });

  it('is included in the metrics', async () => {
    const seen = await scrape(world.server.running.metricsPort);
    expect(seen.value('regrove_accounts_set_aside')).toBe(1);
  });

  it('is reported by mail to the operators, once, however often it is retried', async () => {
    const told = {
      user_id: operator.userId,
      facts: expect.objectContaining({ month: '2026-10-01', account: bad.account.displayName }),
    };
    expect(await mailsToOperator()).toEqual([told]);
    for (let hours = 0; hours < 3; hours++) {
      await run('retry-settlements');
      await queueIsEmpty();
    }
    expect(await mailsToOperator()).toEqual([told]);
    expect(await monthOf('2026-10')).toMatchObject({ accounts_set_aside: 1 });
  });

  it('does not block the following months', async () => {
    world.server.setNow('2026-12-01T00:15:00Z');
    await good.api.post('/deposits', { pages: 2000, date: '2026-11-10' });
    await bad.api.post('/deposits', { pages: 700, date: '2026-11-10' });
    await run('close-month', { month: '2026-11' });
    await until(
      'the good account to be billed again',
      async () => (await billed(good)).length,
      (count) => count === 2,
    );
    await queueIsEmpty();
    expect(await billed(good)).toMatchObject([{ month: '2026-10' }, { month: '2026-11' }]);
    expect(await mailsToOperator()).toHaveLength(2);
  });

  it('is settled month by month and billed automatically once it is repaired', async () => {
    await heal(bad);
    await run('retry-settlements');
    await until(
      'the other account to be billed',
      async () => (await billed(bad)).length,
      (count) => count === 2,
    );
    await queueIsEmpty();
    expect(await billed(bad)).toEqual([
      { month: '2026-10', lines: 1 },
      { month: '2026-11', lines: 1 },
    ]);
    expect(
      (await bad.api.get('/biomass/offsets')).body.map(({ pages, date }: Json) => [pages, date]),
    ).toEqual([
      [700, '2026-11-30T23:59:59Z'],
      [500, '2026-10-31T23:59:59Z'],
    ]);
    expect(await overviewOf('2026-10')).toMatchObject({ setAside: 0, failures: [] });
    expect((await terminal.run('doctor')).stdout).toMatch(/ok {4}months/);
  });
});

it('Only the first of many accounts are reported by mail; the rest are on the dashboard', async () => {
  world.server.setNow('2027-01-01T00:15:00Z');
  const before = (await mailsToOperator()).length;
  const members: TestAccount[] = [];
  for (let count = 0; count < 14; count++) members.push(await world.newAccount());
  for (const member of members) await poison(member, '2026-12-10');
  const { context } = world.server.running.instance;
  expect(await closeMonth(context, readMonth('2026-12'))).toMatchObject({ failed: 14, isClosed: true });
  expect((await mailsToOperator()).length - before).toBe(10);
  expect(await overviewOf('2026-12')).toMatchObject({ setAside: 14 });
  for (const member of members) await heal(member);
  expect(await closeMonth(context, readMonth('2026-12'))).toMatchObject({ failed: 0, isClosed: true });
  // They had nothing left to settle.
  expect(await overviewOf('2026-12')).toMatchObject({ setAside: 0, progress: undefined });
});

it('A close that waits too long for one account continues with the others', async () => {
  world.server.setNow('2027-02-01T00:15:00Z');
  const members = [await world.newAccount(), await world.newAccount(), await world.newAccount()];
  for (const { api } of members) await api.post('/deposits', { pages: 1000, date: '2027-01-10' });
  const [, slow] = members;
  await sql(`
    create function take_too_long() returns trigger language plpgsql as $$
    begin raise exception using errcode = 'lock_not_available', message = 'canceling statement due to lock timeout'; end $$`);
  await sql(`
    create trigger take_too_long before insert on biomass_certificates for each row
      when (new.account_id = '${slow?.id ?? ''}') execute function take_too_long()`);
  const { context } = world.server.running.instance;
  expect(await closeMonth(context, readMonth('2027-01'))).toMatchObject({
    accounts: 2,
    failed: 1,
    isClosed: true,
  });
  await sql('drop trigger take_too_long on biomass_certificates');
  expect(await closeMonth(context, readMonth('2027-01'))).toMatchObject({
    accounts: 1,
    failed: 0,
    isClosed: true,
  });
});
