import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { changeAccountStatus } from '../../src/features/accounts/change-account-status.js';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { forEachConcurrent } from '../../src/features/feeds/collecting/for-each-concurrent.js';
import { addMonths, startOfMonth } from '../../src/platform/time/months.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { Random } from '../support/faults/random.js';
import { FeedUnderTest, type Tally } from '../support/simulation/feed-under-test.js';
import { SimulatedFeed } from '../support/simulation/simulated-feed.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const begin = Date.UTC(2021, 0, 1, 21, 22);
const dayMs = 86_400_000;
const days = 3 * 365;
/** `npm run check:long` has 40, a thousand devices. */
const feeds = Number(process.env['REGROVE_TEST_FEEDS'] ?? 10);
const devicesPerFeed = 25;
const accounts = 10;

const random = new Random();
const tally: Tally = {
  normal: 0,
  failed: 0,
  responseLost: 0,
  concurrent: 0,
  duplicated: 0,
  shuffled: 0,
  late: 0,
  backdated: 0,
  refused: 0,
  paused: 0,
};
let world: World;
let now = new Date(begin);
let members: TestAccount[];
let participants: FeedUnderTest[];
beforeAll(async () => {
  world = await startWorld();
  members = await Promise.all(Array.from({ length: accounts }, () => world.newAccount()));
  participants = [];
  for (let number = 0; number < feeds; number++) {
    const feed = new SimulatedFeed(`feed-${number}`, number % 5 === 0, random, devicesPerFeed);
    const { account } = members[number % accounts] as TestAccount;
    participants.push(await FeedUnderTest.create(context(), account, feed, number % 2 === 0, tally));
  }
});
afterAll(() => world.stop());

const context = () => ({ ...world.server.running.instance.context, clock: () => now });

it(`Every page of ${feeds * devicesPerFeed} devices in three years is deposited once, whatever goes wrong`, async () => {
  onTestFailed(() => {
    process.stderr.write(`To repeat: REGROVE_TEST_SEED=${random.seed}\n`);
  });
  const pausedAccounts = new Map<string, number>();
  const isPaused = ({ account, feed }: FeedUnderTest): boolean =>
    feed.pausedUntil > 0 || pausedAccounts.has(account.id);
  let closesOn = 3;
  for (let day = 0; day < days; day++) {
    now = new Date(begin + day * dayMs);
    for (const { feed } of participants) feed.simulateDay(day);
    if (now.getUTCDate() === closesOn) {
      await closeMonth(context(), addMonths(startOfMonth(now), -1));
      closesOn = 1 + random.upTo(12);
    }
    await pauseAndResume(day, pausedAccounts);
    const plans = participants
      .filter(({ feed }) => feed.nextDay <= day)
      .map((one) => ({ one, plan: one.plan(random, day, now) }));
    await forEachConcurrent(8, plans, async ({ one, plan }) => {
      if (plan) await one.execute(context(), plan, isPaused(one));
    });
  }
  now = new Date(begin + days * dayMs);
  for (const { account } of members) await changeAccountStatus(context(), account.id, 'active');
  for (const one of participants) {
    await one.resume(context());
    await one.finish(context(), days, now);
  }

  expect(Object.entries(tally).filter(([, count]) => count < 5)).toEqual([]);
  const expected = Object.fromEntries(participants.map(({ id, feed }) => [id, feed.expected()]));
  expect(await deposited()).toEqual(expected);
  expect(shareThatCounts(expected)).toBeGreaterThan(0.5);
  expect(await daysWithTwoDeposits()).toEqual([]);
  expect(await pagesInClosedMonths()).toEqual([]);
  await expectLedgerInBalance(world.server);
});

/** Sometimes a feed or a whole account is inactive for some weeks. */
async function pauseAndResume(day: number, pausedAccounts: Map<string, number>): Promise<void> {
  for (const [id, until] of pausedAccounts) {
    if (until > day) continue;
    pausedAccounts.delete(id);
    const { account } = members.find(({ id: one }) => one === id) as TestAccount;
    await changeAccountStatus(context(), account.id, 'active');
  }
  for (const one of participants.filter(({ feed }) => feed.pausedUntil > 0 && feed.pausedUntil <= day))
    await one.resume(context());
  if (random.next() < 0.1)
    await participants[random.upTo(feeds)]?.pause(context(), day + 5 + random.upTo(30));
  if (random.next() < 0.02) {
    const { id, account } = members[random.upTo(accounts)] as TestAccount;
    pausedAccounts.set(id, day + 5 + random.upTo(20));
    await changeAccountStatus(context(), account.id, 'inactive');
  }
}

const deposited = async (): Promise<Record<string, number>> => {
  const rows = await world.server.sql<{ feed_id: string; pages: string }>(
    'select feed_id, sum(pages) as pages from deposits group by feed_id',
  );
  return Object.fromEntries(rows.map(({ feed_id, pages }) => [feed_id, Number(pages)]));
};

const shareThatCounts = (expected: Record<string, number>): number => {
  const devices = participants.flatMap(({ feed }) => feed.devices);
  const sum = (counts: number[]): number => counts.reduce((all, count) => all + count, 0);
  return sum(Object.values(expected)) / sum(devices.map(({ printed }) => printed));
};

const daysWithTwoDeposits = (): Promise<unknown[]> =>
  world.server.sql(
    `select feed_id, (date at time zone 'UTC')::date as day from deposits group by 1, 2 having count(*) > 1`,
  );

/** Deposits that were created or grew after the month of their date was closed. */
const pagesInClosedMonths = (): Promise<unknown[]> =>
  world.server.sql(
    `select deposits.id, action, at from deposits
     join month_ends on month = date_trunc('month', date at time zone 'UTC')
     join audit_entries on audit_entries.account_id = deposits.account_id and subject_id = deposits.id and action in ('deposit.create', 'deposit.grow')
     where at >= closed_at`,
  );
