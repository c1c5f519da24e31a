import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findInvoiceByNumber, type Invoice } from '../../src/features/billing/invoice-store.js';
import { invoiceFacts } from '../../src/features/billing/document-facts.js';
import { markPaid } from '../../src/features/billing/mark-paid.js';
import { changeBillingAddress } from '../../src/features/billing/change-billing-address.js';
import { withdrawOffset } from '../../src/features/billing/withdraw-offset.js';
import { bill } from '../support/billing.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const seller = {
  REGROVE_SELLER_NAME: 'Example Forestry Ltd',
  REGROVE_SELLER_ADDRESS: '1 Forest Road; 12345 Exampletown',
  REGROVE_SELLER_TAX_ID: 'XX123456789',
  REGROVE_PAYMENT_DETAILS: 'IBAN XX00 1234 5678',
  REGROVE_TAX_NAME: 'VAT',
  REGROVE_TAX_RATE: '8.1',
  REGROVE_PAYMENT_DAYS: '14',
};

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld(seller);
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.server.setNow('2026-11-01T08:00:00Z');
  member = await world.newAccount();
});
afterEach(() => expectLedgerInBalance(world.server));

const context = () => world.server.running.instance.context;

async function invoiceOf(one: TestAccount): Promise<Invoice> {
  const [row] = await world.server.sql<{ number: string }>(
    'select number from invoices where account_id = $1 order by number desc limit 1',
    [one.id],
  );
  const invoice = row && (await findInvoiceByNumber(context().db, Number(row.number)));
  if (!invoice) throw new Error('there is no invoice');
  return invoice;
}

const offset = async (one: TestAccount, pages: number) =>
  (await one.api.post('/biomass/offsets', { pages, date: '2026-10-10' })).body as { id: string };

async function billed(one: TestAccount, ...pages: number[]): Promise<Invoice> {
  for (const count of pages) await offset(one, count);
  await bill(world.server, '2026-10');
  return invoiceOf(one);
}

describe('An invoice', () => {
  it('keeps seller, buyer, rate and due date as they were when it was issued', async () => {
    const address = {
      name: 'Buyer GmbH',
      address: '2 Paper Lane\n\n54321 Town',
      taxId: 'DE1',
      reference: 'PO 7',
    };
    await changeBillingAddress(context(), member.account.id, address);
    const invoice = await billed(member, 1001, 2002);
    await changeBillingAddress(context(), member.account.id, { ...address, name: 'Somebody else' });
    const facts = await invoiceFacts(context(), member.account.id, invoice.id);
    expect(facts).toMatchObject({
      seller: {
        name: 'Example Forestry Ltd',
        address: ['1 Forest Road', '12345 Exampletown'],
        taxId: 'XX123456789',
        payment: ['IBAN XX00 1234 5678'],
      },
      buyer: { name: 'Buyer GmbH', address: ['2 Paper Lane', '54321 Town'], taxId: 'DE1', reference: 'PO 7' },
      due: new Date('2026-11-15T00:00:00Z'),
      tax: { name: 'VAT', rate: '8.100' },
    });
  });

  it('has a tax line that is its total times the rate, rounded half up once', async () => {
    for (const [pages, net, tax] of [
      [1000, '0.30', '0.02'],
      [20_000, '6.00', '0.49'],
      [616_667, '185.00', '14.99'],
    ] as const) {
      const one = await world.newAccount();
      const invoice = await billed(one, pages);
      const facts = await invoiceFacts(context(), one.account.id, invoice.id);
      expect([facts?.net, facts?.tax?.amount]).toEqual([net, tax]);
      expect(Number(facts?.total)).toBeCloseTo(Number(net) + Number(tax), 10);
    }
  });

  it('names the account where it has no address', async () => {
    const invoice = await billed(member, 1000);
    const facts = await invoiceFacts(context(), member.account.id, invoice.id);
    expect(facts?.buyer).toEqual({ name: member.account.name, address: [], taxId: null, reference: null });
  });

  it('has the period of its lines, which may be of earlier months', async () => {
    for (const date of ['2026-08-05', '2026-09-20'])
      await member.api.post('/biomass/offsets', { pages: 10_000, date });
    const invoice = await billed(member, 10_000);
    const facts = await invoiceFacts(context(), member.account.id, invoice.id);
    expect([facts?.period.from, facts?.period.to].map((day) => day?.toISOString().slice(0, 10))).toEqual([
      '2026-08-05',
      '2026-10-10',
    ]);
  });

  it('says what is settled: nothing, what was credited, and then what was paid', async () => {
    const first = await offset(member, 10_000);
    const invoice = await billed(member, 20_000);
    const settled = async () => (await invoiceFacts(context(), member.account.id, invoice.id))?.settled;
    expect(await settled()).toBeNull();
    await withdrawOffset(context(), member.account.id, first.id, {
      reason: 'Counted twice',
      returnsPages: false,
    });
    expect(await settled()).toEqual({ credited: '3.24', paid: null, left: '6.49' });
    await markPaid(context(), invoice, new Date('2026-11-01'));
    expect(await settled()).toEqual({
      credited: '3.24',
      paid: { on: new Date('2026-11-01'), amount: '6.49' },
      left: '0.00',
    });
  });

  it('from before lacks what was not kept then', async () => {
    const invoice = await billed(member, 1000);
    await world.server.sql('alter table invoices disable trigger invoices_stay');
    await world.server.sql(
      `update invoices set tax_name = null, tax_rate = null, tax = null, due_on = null, seller = null, buyer = null
       where account_id = $1`,
      [member.id],
    );
    await world.server.sql('alter table invoices enable trigger invoices_stay');
    const facts = await invoiceFacts(context(), member.account.id, invoice.id);
    expect(facts).toMatchObject({ seller: null, due: null, tax: null, total: '0.30' });
    expect(facts?.buyer).toEqual({ name: member.account.name, address: [], taxId: null, reference: null });
  });
});

describe('Marking an invoice as paid', () => {
  const payments = () =>
    world.server.sql('select paid_on::text from invoice_payments where account_id = $1', [member.id]);
  const entries = () =>
    world.server.sql(`select from audit_entries where account_id = $1 and action = 'invoice.pay'`, [
      member.id,
    ]);

  it('happens once when eight do it at the same time', async () => {
    const invoice = await billed(member, 1000);
    const marks = await Promise.allSettled(Array.from({ length: 8 }, () => markPaid(context(), invoice)));
    expect(marks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const mark of marks) if (mark.status === 'rejected') expect(String(mark.reason)).toMatch(/already/);
    expect(await payments()).toEqual([{ paid_on: '2026-11-01' }]);
    expect(await entries()).toHaveLength(1);
  });

  it.each(['2026-10-31', '2026-11-03'])(
    'is refused for %s: before it was issued, or not yet',
    async (day) => {
      const invoice = await billed(member, 1000);
      await expect(markPaid(context(), invoice, new Date(day))).rejects.toThrow('from the day it was issued');
      expect(await payments()).toEqual([]);
      expect(await entries()).toEqual([]);
    },
  );
});
