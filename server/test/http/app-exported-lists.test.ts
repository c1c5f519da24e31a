import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billMonth } from '../../src/features/billing/bill-month.js';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { createPushFeed } from '../support/readings.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

// Each export has the rows of its list, in the same order.

type Rows = readonly Readonly<Record<string, string>>[];

let world: World;
let holder: Visitor;
let operator: SignedInOperator;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-05T10:00:00Z');
  holder = await signInVisitor(
    world.server,
    await createInvitedUser(world.server, world.distributor.account),
  );
  operator = await signInOperator(world);
});
afterAll(() => world.stop());

async function exported(who: Visitor, path: string): Promise<Rows> {
  const { status, text } = await who.get(`/app/${path}${path.includes('?') ? '&' : '?'}format=csv&locale=en`);
  expect(status).toBe(200);
  return parse(text, { bom: true, columns: true });
}

const ofOperator = (path: string): Promise<Rows> => exported(operator.visitor, `operator/exports/${path}`);

const below = (path: string): string => `accounts/${world.distributor.id}/${path}`;
const listed = async (path: string): Promise<Json[]> => (await holder.app('GET', `/app/${below(path)}`)).body;
const ofAccount = (path: string): Promise<Rows> => exported(holder, below(`exports/${path}`));

const valuesOf = (rows: Rows, column: string): (string | undefined)[] => rows.map((row) => row[column]);

describe('The export of an account', () => {
  it('has the accounts that a search finds, at any depth', async () => {
    const { name } = world.customer.account;
    const rows = await ofAccount(`search?q=${encodeURIComponent(name)}`);
    const found = await listed(`search?q=${encodeURIComponent(name)}`);
    expect(valuesOf(rows, 'ID')).toEqual(found.map(({ id }) => id));
    expect(rows[0]).toMatchObject({
      Name: name,
      'Parent account': world.channel.account.displayName,
      Type: 'customer',
    });
    expect(await ofAccount(`search?q=${encodeURIComponent(world.stranger.account.name)}`)).toEqual([]);
  });

  it('has the ranking in its order', async () => {
    for (let count = 0; count < 3; count += 1) await world.newAccount('customer', world.channel);
    for (const direction of ['asc', 'desc']) {
      const query = `ranking?role=customer&sort=trees&direction=${direction}`;
      const ranking = await listed(query);
      expect(ranking.length).toBeGreaterThan(3);
      expect(valuesOf(await ofAccount(query), 'ID')).toEqual(ranking.map(({ id }) => id));
    }
  });

  it('has the forestry projects', async () => {
    const { body } = await world.distributor.api.get('/forestry/projects');
    const rows = await ofAccount('forestry/projects');
    expect(rows.map((row) => [row['ID'], Number(row['Latitude'])])).toEqual(
      body.map(({ id, forest_latitude: latitude }: Json) => [id, latitude]),
    );
  });

  it('has the readings of a feed, and of no other', async () => {
    const feed = await createPushFeed(world, { owner: world.customer });
    const other = await createPushFeed(world, { owner: world.customer, type: 'other' });
    const reading = (day: number, total: number) => ({
      device: '=A1',
      read_at: `2026-10-0${day}T08:00:00Z`,
      total,
    });
    await feed.push([reading(1, 1000), reading(2, 1250)]);
    await other.push([reading(1, 5)]);
    const path = `accounts/${world.customer.id}/exports/feeds/${feed.id}/readings`;
    expect(await exported(holder, path)).toEqual([
      {
        Device: "'=A1",
        'Read at': '2026-10-02T08:00:00Z',
        Counter: '1250',
        Unit: 'sheets',
        Pages: expect.any(String),
        Note: '',
      },
      expect.objectContaining({ Counter: '1000', Note: 'baseline', Pages: '0' }),
    ]);
    const { headers } = await holder.get(`/app/${path}?format=csv`);
    expect(headers['content-disposition']).toBe('attachment; filename="feeds-readings-2026-11-05.csv"');
    const elsewhere = `/app/accounts/${world.channel.id}/exports/feeds/${feed.id}/readings?format=csv`;
    expect((await holder.get(elsewhere)).status).toBe(404);
    expect((await holder.get(elsewhere.replace(feed.id, 'none'))).status).toBe(404);
  });
});

describe('The export of an operator', () => {
  it('has the months, with a row for each currency that a month was billed in', async () => {
    await world.customer.api.post('/deposits', { pages: 10_000, date: '2026-10-10' });
    const { context } = world.server.running.instance;
    await closeMonth(context, readMonth('2026-10'));
    await bill(world.server, '2026-10');
    await world.channel.api.post('/biomass/offsets', { pages: 10_000, date: '2026-10-10' });
    await billMonth({ ...context, currency: 'EUR' }, readMonth('2026-10'));
    const [month] = await operator.sendOk('GET', 'months');
    const rows = (await ofOperator('months')).filter((row) => row['Month'] === '2026-10');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      Status: 'closed',
      Accounts: String(month.accounts),
      Pages: String(month.pages),
      Trees: String(month.trees),
      Closed: month.closed_at,
      Billed: month.billed_at,
    });
    expect(rows[1]).toMatchObject({ Status: '', Accounts: '', Pages: '', Trees: '', Closed: '' });
    expect(rows.map((row) => [row['Currency'], Number(row['Net total']), Number(row['Invoices'])])).toEqual(
      month.bills.map(({ currency, net, invoices }: Json) => [currency, net, invoices]),
    );
  });

  it('has the invoices of all accounts', async () => {
    const invoices = await operator.sendOk('GET', 'invoices');
    const rows = await ofOperator('invoices');
    expect(rows.map((row) => [row['Number'], row['Account ID'], Number(row['To pay'])])).toEqual(
      invoices.map(({ number, account_id: account, remaining }: Json) => [number, account, remaining]),
    );
  });

  it('has methodologies, carbon projects and what they have in credits', async () => {
    const ids = async (list: string, id = 'id') =>
      (await operator.sendOk('GET', list)).map((one: Json) => one[id]);
    for (const list of ['methodologies', 'carbon-projects']) {
      const rows = await ofOperator(list);
      expect(rows.length).toBeGreaterThan(0);
      expect(valuesOf(rows, 'ID')).toEqual(await ids(list));
    }
    expect(valuesOf(await ofOperator('carbon-stock'), 'ID')).toEqual(await ids('carbon-stock', 'project_id'));
    const [methodology] = await operator.sendOk('GET', 'methodologies');
    expect((await ofOperator('methodologies'))[0]).toMatchObject({
      'Pages per tree': String(methodology.pages_per_tree),
      Current: 'true',
    });
  });

  it('has all jobs of a state, also those that are too many for the screen', async () => {
    const add = (count: number, isFailed: boolean) =>
      world.server.sql(
        `select graphile_worker.add_job('purge-mail', json_build_object('about', $1::text), run_at => '2199-01-01',
           max_attempts => 1) from generate_series(1, $2)`,
        [isFailed ? 'broken' : 'fine', count],
      );
    await add(1100, true);
    await world.server.sql(
      `update graphile_worker._private_jobs set attempts = 1, last_error = 'It broke' where run_at = '2199-01-01'`,
    );
    await add(3, false);
    const failed = await ofOperator('jobs?state=failed');
    expect(failed).toHaveLength(1100);
    expect(new Set(valuesOf(failed, 'ID')).size).toBe(1100);
    expect(failed[0]).toMatchObject({ Subject: 'broken', Status: 'failed', 'Last error': 'It broke' });
    const open = await ofOperator('jobs?state=open');
    expect(open.filter((row) => row['Subject'] === 'fine')).toHaveLength(3);
    expect(valuesOf(open, 'Status')).not.toContain('failed');
    expect((await operator.send('GET', 'exports/jobs?format=csv')).status).toBe(400);
  });
});
