import { readdir } from 'node:fs/promises';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCarbonLots } from '../../src/features/carbon/carbon-lot-store.js';
import { readRetirementRows, type RetirementRow } from '../../src/features/carbon/list-retirements.js';
import { fulfilCarbon } from '../../src/features/carbon/fulfil-offsets.js';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import { sendMails } from '../../src/features/mail/send-mails.js';
import { seedDemo } from '../../src/installation/demo/seed-demo.js';
import { withoutIdsAndSecrets } from '../support/comparable-tables.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const seededAt = async (now: string): Promise<TestServer> => {
  const server = await startTestServer();
  server.setNow(now);
  await seedDemo(server.running.instance.context);
  return server;
};

const noon = '2026-10-14T12:00:00Z';

describe('The demo', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await seededAt(noon);
  });
  afterAll(() => server.stop());

  const counts = async (sql: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await server.sql<{ what: string; count: string }>(sql)).map(({ what, count }) => [
        what,
        Number(count),
      ]),
    );

  it('has a dozen accounts that have joined within two years, one of which has left', async () => {
    expect(await counts('select role as what, count(*) from accounts group by role')).toEqual({
      distributor: 1,
      channel: 3,
      customer: 8,
    });
    const [{ joined, inactive } = {}] = await server.sql(
      `select array_agg(distinct to_char(created_at at time zone 'utc', 'YYYY-MM')) as joined,
         count(*) filter (where status = 'inactive')::integer as inactive from accounts`,
    );
    expect(joined).toContain('2024-10');
    expect((joined as string[]).length).toBeGreaterThan(8);
    expect(inactive).toBe(1);
  });

  it('has plantings: one project is ahead of its certificates, trees of the others are pending', async () => {
    const rows = await server.sql(
      `select name, count(*)::int as plantings, bool_or(polygon is not null) as mapped, bool_or(survival <> '[]') as audited,
         sum(surviving_trees) >= max(planted_trees) as ahead, sum(covered_trees) = max(planted_trees) as covered
       from plantings join forestry_projects on forestry_projects.id = project_id group by name order by name`,
    );
    const seen = { mapped: true, audited: true };
    expect(rows).toEqual([
      { name: 'Atlantic Forest Corridor', plantings: 2, ...seen, ahead: true, covered: true },
      { name: 'Highland Birch', plantings: 2, ...seen, ahead: false, covered: false },
      { name: 'Usambara Slopes', plantings: 3, ...seen, ahead: false, covered: false },
    ]);
    expect(
      await server.sql(
        `select from plantings where covered_trees < surviving_trees and project_id <> (
           select id from forestry_projects where name = 'Atlantic Forest Corridor')`,
      ),
    ).toEqual([]);
  });

  it('grows: more accounts print more in every half-year', async () => {
    const halves = await server.sql<{ pages: string }>(
      `select sum(pages) as pages from biomass_offsets where date < '2026-10-01'
       group by floor(extract(epoch from age('2026-10-01', date)) / extract(epoch from interval '6 months'))
       order by min(date)`,
    );
    const pages = halves.map((half) => Number(half.pages));
    expect(pages.length).toBeGreaterThanOrEqual(4);
    expect(pages).toEqual(pages.toSorted((one, other) => one - other));
  });

  it('has closed and billed each of 24 months, and no other', async () => {
    const months = await server.sql<{ month: string }>(
      `select to_char(month, 'YYYY-MM') as month from month_ends
       where closed_at is not null and billed_at is not null order by month`,
    );
    expect(months).toHaveLength(24);
    expect([months[0]?.month, months.at(-1)?.month]).toEqual(['2024-10', '2026-09']);
  });

  it('has invoices that are paid, open and overdue, and a credit note', async () => {
    const states = await counts(
      `select case when paid_on is not null then 'paid' when due_on < '2026-10-14' then 'overdue' else 'open' end as what, count(*)
       from invoices left join invoice_payments on invoice_id = invoices.id group by 1`,
    );
    expect(states).toEqual({
      paid: expect.any(Number),
      open: expect.any(Number),
      overdue: expect.any(Number),
    });
    expect(await server.sql('select from credit_notes')).toHaveLength(1);
  });

  it('has quotes that are open, offered, expired, accepted by the customer, and executed', async () => {
    const quotes = await counts(
      `select case when link.accepted_at is not null then 'accepted' when exists (
           select from biomass_offsets where quote_id = quotes.id) then 'executed'
         when link.quote_id is null then 'open' when expires_at < '2026-10-14' then 'expired' else 'offered' end as what, count(*)
       from quotes left join quote_links link on link.quote_id = quotes.id group by 1`,
    );
    expect(quotes).toEqual({ accepted: 2, executed: 1, open: 1, expired: 1, offered: 1 });
  });

  it('has drafts and placed orders, and carbon offsets that are fulfilled or wait for credits', async () => {
    expect(await counts('select status as what, count(*) from orders group by 1')).toEqual({
      draft: 1,
      placed: 7,
    });
    const states = 'select status as what, count(*) from carbon_offsets group by 1';
    const before = await counts(states);
    expect(before).toEqual({ fulfilled: 6, processing: 2 });
    // The hourly job finds nothing to do.
    await fulfilCarbon(server.running.instance.context);
    expect(await counts(states)).toEqual(before);
  });

  it('has credits with their qualities, some of them retired and some on the worklist', async () => {
    const { db } = server.running.instance.context;
    const rows: RetirementRow[] = [];
    for await (const batch of readRetirementRows(db, { isPending: false, claims: 'contribution' }))
      rows.push(...batch);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['allocated', 'retired']));
    expect(new Set((await listCarbonLots(db)).map(({ type, standard }) => [type, standard].join()))).toEqual(
      new Set(['removal,VCS']),
    );
  });

  it('has feeds with readings, one of which is silent, and paper that waits for the end of the month', async () => {
    const { context } = server.running.instance;
    const health = 'select health_check as what, count(*) from feeds group by 1';
    expect(await counts(health)).toEqual({ healthy: 5, unhealthy: 1 });
    await checkFeeds(context);
    expect(await counts(health)).toEqual({ healthy: 5, unhealthy: 1 });
    expect(await server.sql('select distinct feed_id from feed_readings')).toHaveLength(6);
    const waiting = await server.sql(
      `select distinct account_id from deposits where processed_at is null and date >= '2026-10-01'`,
    );
    expect(waiting.length).toBeGreaterThan(8);
    expect(
      await server.sql(`select from deposits where processed_at is null and date < '2026-10-01'`),
    ).toEqual([]);
  });

  it('has a project near its capacity', async () => {
    const [{ used } = {}] = await server.sql<{ used: string }>(
      `select planted_trees / capacity_trees as used from forestry_projects where name = 'Highland Birch' and status = 'active'`,
    );
    expect(Number(used)).toBeGreaterThan(0.9);
    expect(Number(used)).toBeLessThan(1);
  });

  it('has users with full and restricted permission, and one who was invited, under domains that do not exist', async () => {
    const users = await server.sql<{ email: string; permission: string; accepted: boolean; own: boolean }>(
      `select email, permission, accepted_users.user_id is not null as accepted, parent_id is null as own
       from users join accounts on accounts.id = account_id left join accepted_users on user_id = users.id`,
    );
    for (const { email } of users) expect(email).toMatch(/\.example$/);
    const own = users
      .filter((user) => user.own)
      .map(({ permission, accepted }) => `${permission} ${accepted}`);
    expect(own.toSorted()).toEqual(['full false', 'full true', 'restricted true']);
  });

  it('has a public page with the trees of all accounts', async () => {
    const { agent: dispatcher, running } = server;
    const page = await request(`${running.baseUrl}/impact/evergreen-print`, { dispatcher });
    expect(page.statusCode).toBe(200);
    expect(await page.body.text()).toContain('Evergreen Print Supply');
  });

  it('is exact to the last page', () => expectLedgerInBalance(server));

  it('sends nobody a mail about its past', async () => {
    const { context } = server.running.instance;
    expect(await counts('select state as what, count(*) from mails group by 1')).toEqual({
      sent: expect.any(Number),
    });
    await sendMails(context);
    const written = await readdir(context.mail.directory).catch(() => []);
    expect(written).toEqual([]);
  });
});

it('The demo is the same wherever it is made, except for ids and secrets', async () => {
  const [one, other] = [await seededAt(noon), await seededAt(noon)];
  const [first, second] = [await withoutIdsAndSecrets(one), await withoutIdsAndSecrets(other)];
  expect(Object.keys(first).length).toBeGreaterThan(30);
  for (const [table, rows] of Object.entries(first)) expect([table, second[table]]).toEqual([table, rows]);
  await Promise.all([one.stop(), other.stop()]);
});

// The first minutes of a month, the end of a leap February, and a year that begins on a Sunday.
it.each(['2027-11-01T00:03:00Z', '2028-02-29T23:59:50Z', '2028-01-02T07:00:00Z'])(
  'The demo can be made at %s',
  async (now) => {
    const server = await seededAt(now);
    await expectLedgerInBalance(server);
    const [{ waiting, unhealthy, future, closed } = {}] = await server.sql(
      `select (select count(distinct account_id)::integer from deposits where processed_at is null) as waiting,
         (select count(*)::integer from feeds where health_check = 'unhealthy') as unhealthy,
         (select count(*)::integer from audit_entries where at > $1) as future,
         (select count(*)::integer from month_ends where billed_at is not null) as closed`,
      [now],
    );
    expect(waiting).toBeGreaterThan(4);
    expect({ unhealthy, future, closed }).toEqual({ unhealthy: 1, future: 0, closed: 24 });
    await server.stop();
  },
);
