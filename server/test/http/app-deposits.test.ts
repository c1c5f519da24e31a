import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { expectRefusal } from '../support/refusal.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
});
beforeEach(async () => {
  world.server.setNow('2026-10-20T12:00:00Z');
  member = await world.newAccount('customer', world.channel);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const get = async (path: string): Promise<Json> =>
  (await holder.app('GET', `/app/accounts/${member.id}${path}`)).body;

describe('Deposits on the dashboard', () => {
  it('are marked as locked exactly when they cannot be deleted', async () => {
    await member.api.post('/deposits', { pages: 500, date: '2026-08-15' });
    await member.api.post('/deposits', { pages: 700, date: '2026-09-15' });
    const { context } = world.server.running.instance;
    await closeMonth(context, readMonth('2026-09'));
    // Too late for a closed month: it waits for the next close and can be deleted until then.
    await member.api.post('/deposits', { pages: -20, date: '2026-09-15T12:00:00Z' });
    await member.api.post('/deposits', { pages: 30 });
    const listed = await get('/deposits');
    expect(listed.map(({ pages, is_locked: locked }: Json) => [pages, locked])).toEqual([
      [30, false],
      [-20, false],
      [700, true],
      [500, true],
    ]);
    const { body: known } = await member.api.get('/deposits');
    expect(listed.map(({ is_locked: _, account_name: __, ...deposit }: Json) => deposit)).toEqual(known);
    for (const { id, is_locked: locked } of listed)
      expect((await member.api.delete(`/deposits/${String(id)}`)).status).toBe(locked ? 400 : 200);
  });

  it('are paginated within a range of days, with the total of that range', async () => {
    world.server.setNow('2026-11-02T12:00:00Z');
    for (const [pages, date] of [
      [1, '2026-09-30T23:59:59Z'],
      [2, '2026-10-01'],
      [4, '2026-10-31T23:59:59Z'],
      [8, '2026-11-01'],
    ] as const)
      await member.api.post('/deposits', { pages, date });
    const range = 'start_date=2026-10-01&end_date=2026-10-31';
    expect((await get(`/deposits?${range}&limit=1`)).map(({ pages }: Json) => pages)).toEqual([4]);
    expect(await get(`/deposit-totals?${range}`)).toEqual({ deposits: 2, pages: 6 });
    expect(await get('/deposit-totals')).toEqual({ deposits: 4, pages: 15 });
    expect((await get('/deposit-totals?start_date=soon')).error).toMatch(/^start_date must be a date/);
  });

  it('are exported by month, with no limit on their number', async () => {
    const name = `/app/accounts/${member.id}/deposits/export`;
    for (const date of ['2026-01-31T23:59:59Z', '2026-02-01', '2026-02-28T23:59:59Z', '2026-03-01'])
      await member.api.post('/deposits', { pages: -3, date, gsm: 80, width: 0.21, length: 0.297 });
    await world.server.sql(
      `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
       select $1, gen_random_uuid(), '2026-02-14', 10, 0.21, 0.297, 75, now() from generate_series(1, 2500)`,
      [member.id],
    );
    const { status, headers, text } = await holder.get(`${name}?month=2026-02`);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="deposits-2026-02.csv"',
    ]);
    const { body: known } = await member.api.get('/deposits?start_date=2026-02-01&end_date=2026-02-28');
    const fields = ['date', 'pages', 'width', 'length', 'gsm', 'feed_id', 'id', 'job'];
    const lines = known.map((deposit: Json) => fields.map((field) => deposit[field] ?? '').join());
    expect(lines).toHaveLength(2502);
    expect(text).toBe([fields.join(), ...lines, ''].join('\r\n'));
    for (const query of ['', '?month=2026', '?month=2026-13', '?month='])
      expectRefusal(await holder.get(name + query), 400);
    const { id: theirs } = world.stranger;
    expectRefusal(await holder.get(`/app/accounts/${theirs}/deposits/export?month=2026-02`), 404);
  });

  it('are grouped by month, and all months up to the last close are closed', async () => {
    expect(await get('/months')).toMatchObject({ months: [] });
    for (const date of ['2026-03-31T23:59:59Z', '2026-09-01', '2026-09-30', '2026-10-20'])
      await member.api.post('/deposits', { pages: 100, date });
    expect((await get('/months')).months).toEqual(['2026-10', '2026-09', '2026-03']);
    await closeMonth(world.server.running.instance.context, readMonth('2026-09'));
    expect(await get('/months')).toEqual({
      closed_through: '2026-09',
      months: ['2026-10', '2026-09', '2026-03'],
    });
  });
});
