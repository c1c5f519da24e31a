import { Big } from 'big.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveAccountSettings } from '../../src/features/accounts/account-settings-store.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { bill, invoicesOf, type Invoice } from '../support/billing.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.server.setNow('2026-11-15T12:00:00Z');
  member = await world.newAccount();
});
afterEach(async () => {
  await expectLedgerInBalance(world.server);
  await expectLedgerInBalance(world.server);
});

const setRate = (of: TestAccount, rate: string): Promise<void> =>
  world.server.running.instance.context.db.transaction((tx) =>
    saveAccountSettings(tx, of.account.id, {
      rate,
      carbonProjectIds: [],
    }),
  );

async function offset(by: TestAccount, pages: number, date = '2026-10-10T00:00:00Z'): Promise<string> {
  const { status, body } = await by.api.post('/biomass/offsets', { pages, date });
  expect(status).toBe(200);
  return body.id as string;
}

async function invoiceOf(by: TestAccount): Promise<Invoice> {
  const [invoice, ...others] = await invoicesOf(world.server, by);
  expect(others).toEqual([]);
  return invoice as Invoice;
}

const amounts = ({ lines }: Invoice): string[] => lines.map(({ amount }) => amount);
const sum = (values: readonly string[]): string =>
  values.reduce((total, value) => total.plus(value), new Big(0)).toFixed();

describe('An invoice', () => {
  it('has a line for every unbilled offset dated in or before the month', async () => {
    const late = await offset(member, 2000, '2026-08-31T23:59:59.999Z');
    const first = await offset(member, 3000, '2026-10-01T00:00:00Z');
    const last = await offset(member, 4000, '2026-10-31T23:59:59.999Z');
    await offset(member, 5000, '2026-11-01T00:00:00Z');

    expect(await bill(world.server, '2026-10')).toEqual({
      invoices: 1,
      offsets: 3,
      total: '2.70',
      failures: 0,
    });
    const invoice = await invoiceOf(member);
    expect(invoice).toMatchObject({ month: '2026-10', currency: 'USD', total_exact: '2.7', total: '2.70' });
    expect(invoice.lines.map(({ offset_id, pages, amount }) => [offset_id, pages, amount])).toEqual([
      [late, 2000, '0.60'],
      [first, 3000, '0.90'],
      [last, 4000, '1.20'],
    ]);
  });

  it('uses months in UTC, regardless of the UTC offset of the date in the request', async () => {
    await offset(member, 1000, '2026-10-31T23:30:00-02:00');
    const inMonth = await offset(member, 1000, '2026-11-01T01:30:00+02:00');
    await bill(world.server, '2026-10');
    expect((await invoiceOf(member)).lines.map(({ offset_id }) => offset_id)).toEqual([inMonth]);
  });

  it('adds exact prices and rounds once, half up', async () => {
    await setRate(member, '0.00033');
    for (const pages of [10, 20, 1, 7, 11, 1, 1500]) await offset(member, pages);
    await bill(world.server, '2026-10');
    const invoice = await invoiceOf(member);
    expect(invoice).toMatchObject({ total_exact: '0.5115', total: '0.51' });
    expect(amounts(invoice)).toContain('0.50');
    expect(sum(amounts(invoice))).toBe('0.51');
  });

  it.each([
    ['a tie is rounded up', '0.005', [1], '0.01', ['0.01']],
    ['thirds of a cent', '0.0033333333', [1, 1, 1], '0.01', ['0.01', '0.00', '0.00']],
    ['the largest remainders get the cents', '0.001', [14, 26, 38], '0.08', ['0.01', '0.03', '0.04']],
    [
      'whole cents stay as they are',
      '0.001',
      [1000, 4, 4, 4, 20],
      '1.03',
      ['1.00', '0.01', '0.00', '0.00', '0.02'],
    ],
    ['less than half a cent is zero', '0.0003', [5, 5], '0.00', ['0.00', '0.00']],
    ['a rate of zero', '0', [100], '0.00', ['0.00']],
  ])('has displayed lines that add up to the displayed total: %s', async (_, rate, pages, total, printed) => {
    await setRate(member, rate);
    for (const [index, count] of pages.entries())
      await offset(member, count, `2026-10-0${index + 1}T00:00:00Z`);
    await bill(world.server, '2026-10');
    const invoice = await invoiceOf(member);
    expect([invoice.total, amounts(invoice)]).toEqual([total, printed]);
  });

  it('charges each account its own rate at the time of the offset', async () => {
    const other = await world.newAccount();
    await setRate(other, '0.02');
    await offset(member, 100);
    await offset(other, 100);
    await setRate(other, '5');
    await bill(world.server, '2026-10');
    expect([(await invoiceOf(member)).total, (await invoiceOf(other)).total]).toEqual(['0.03', '2.00']);
  });

  it('includes the biomass and carbon offsets of orders', async () => {
    const { body: order } = await member.api.post('/orders', {
      items: [{ quantity: 100_000 }],
      biomass_project_settings: [{ project_id: world.projects.forest }, { project_id: world.projects.grove }],
      carbon_project_settings: [{ project_id: world.carbon.stoves }, { project_id: world.carbon.mangroves }],
    });
    world.server.setNow('2026-11-30T23:59:59Z');
    await member.api.patch(`/orders/${order.id}/place`);
    world.server.setNow('2026-12-01T00:00:00Z');
    await bill(world.server, '2026-11');
    const invoice = await invoiceOf(member);
    expect(invoice.lines.map(({ kind }) => kind)).toEqual(['biomass', 'biomass', 'carbon', 'carbon']);
    expect(Number(invoice.total)).toBe(order.price);
    expect(sum(amounts(invoice))).toBe(new Big(invoice.total).toFixed());
  });

  it('excludes deleted offsets', async () => {
    const kept = await offset(member, 1000);
    const deleted = await offset(member, 1000);
    await member.api.delete(`/biomass/offsets/${deleted}`);
    await bill(world.server, '2026-10');
    expect((await invoiceOf(member)).lines.map(({ offset_id }) => offset_id)).toEqual([kept]);
  });

  it('locks its offsets, which can no longer be deleted', async () => {
    const id = await offset(member, 1000);
    await bill(world.server, '2026-10');
    expectRefusal(await member.api.delete(`/biomass/offsets/${id}`), 400, /billed/);
    expect((await member.api.get(`/biomass/offsets/${id}`)).status).toBe(200);
  });

  it('cannot be changed or deleted', async () => {
    await offset(member, 1000);
    await bill(world.server, '2026-10');
    for (const change of [
      'update invoices set total = 0, total_exact = 0',
      'delete from invoices',
      'update invoice_lines set amount = 0',
      'delete from invoice_lines',
      'truncate invoice_lines cascade',
    ])
      await expect(world.server.sql(change)).rejects.toThrow('are never changed');
  });

  it('is recorded in the audit trail, once', async () => {
    await offset(member, 1000);
    await bill(world.server, '2026-10');
    const { number } = await invoiceOf(member);
    expect(
      await world.server.sql(
        `select actor_kind, action, after from audit_entries where account_id = $1 and action like 'invoice.%'`,
        [member.id],
      ),
    ).toEqual([
      {
        actor_kind: 'operator',
        action: 'invoice.create',
        after: {
          number: `INV-${number.padStart(6, '0')}`,
          month: '2026-10',
          lines: 1,
          total: '0.30',
          tax: null,
          currency: 'USD',
        },
      },
    ]);
  });
});

describe('A month', () => {
  it.each(['2026-11', '2027-01'])('that is not over cannot be billed: %s', async (month) => {
    await offset(member, 1000);
    world.server.setNow('2026-11-30T23:59:59.999Z');
    await expect(bill(world.server, month)).rejects.toThrow(`${month} is not over yet`);
    expect(await invoicesOf(world.server, member)).toEqual([]);
    await bill(world.server, '2026-10');
  });

  it('is billed once, and a second run does nothing', async () => {
    await offset(member, 1000);
    await bill(world.server, '2026-10');
    const nothing = { invoices: 0, offsets: 0, total: '0.00', failures: 0 };
    expect(await bill(world.server, '2026-10')).toEqual(nothing);
    expect(await invoicesOf(world.server, member)).toHaveLength(1);
  });

  it('takes no more offsets for an account that has its invoice: they wait for the next month', async () => {
    await offset(member, 1000);
    await bill(world.server, '2026-10');
    const late = await offset(member, 2000);
    expect(await bill(world.server, '2026-10')).toMatchObject({ invoices: 0 });
    world.server.setNow('2026-12-01T00:00:00Z');
    await bill(world.server, '2026-11');
    const [, next, ...others] = await invoicesOf(world.server, member);
    expect(next).toMatchObject({ month: '2026-11', lines: [{ offset_id: late, amount: '0.60' }] });
    expect(others).toEqual([]);
  });

  it('is marked as billed at the end of the first run, and stays marked', async () => {
    await bill(world.server, '2026-07');
    world.server.setNow('2026-11-16T00:00:00Z');
    await bill(world.server, '2026-07');
    expect(await world.server.sql(`select billed_at from month_ends where month = '2026-07-01'`)).toEqual([
      { billed_at: new Date('2026-11-15T12:00:00Z') },
    ]);
  });
});
