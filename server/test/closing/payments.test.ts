import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { markPaid, undoPaid } from '../../src/features/billing/mark-paid.js';
import { pageOfInvoices, type Invoice } from '../../src/features/billing/invoice-store.js';
import { withdrawOffset } from '../../src/features/billing/withdraw-offset.js';
import type { Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { expectLedgerInBalance, ledgerFindings } from '../support/ledger.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let operator: SignedInOperator;
let commands: Operator;
let member: TestAccount;
let holder: Visitor;
let invoice: Invoice;
beforeAll(async () => {
  world = await startWorld({ REGROVE_TAX_RATE: '19' });
  operator = await signInOperator(world);
  commands = await createOperator({ database: world.server.database });
});
afterAll(async () => {
  await commands.close();
  await world.stop();
});
// Three offsets of 3.00: 9.00 net, 10.71 with tax. A credit note is for 3.57.
beforeEach(async () => {
  world.server.setNow('2026-11-01T08:00:00Z');
  member = await world.newAccount();
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, member.account));
  for (let count = 0; count < 3; count++)
    await member.api.post('/biomass/offsets', { pages: 10_000, date: '2026-10-10' });
  await bill(world.server, '2026-10');
  [invoice] = (await pageOfInvoices(context().db, member.account.id, { after: undefined, limit: 1 })) as [
    Invoice,
  ];
});
afterEach(() => expectLedgerInBalance(world.server));

const context = () => world.server.running.instance.context;
const withdrawOne = async (): Promise<void> => {
  const [offset] = (await member.api.get('/biomass/offsets')).body;
  await withdrawOffset(context(), member.account.id, offset.id, { reason: 'Mistake', returnsPages: false });
};
/** As the account sees it, which is as the operator does. */
const standing = async (): Promise<Json> => {
  const { body } = await holder.app('GET', `/app/accounts/${member.id}/invoices`);
  const [seen] = await operator.sendOk('GET', 'invoices?limit=1');
  expect(seen).toEqual(body[0]);
  const { credited, paid, remaining, to_refund, paid_on } = body[0];
  return { credited, paid, remaining, to_refund, paid_on };
};

describe('A payment', () => {
  it('is of what was due on its day; a credit note after it is to be refunded', async () => {
    expect(await standing()).toEqual({
      credited: 0,
      paid: null,
      remaining: 10.71,
      to_refund: 0,
      paid_on: null,
    });
    await withdrawOne();
    expect(await standing()).toMatchObject({ credited: 3.57, paid: null, remaining: 7.14, to_refund: 0 });
    await markPaid(context(), invoice);
    expect(await standing()).toMatchObject({ credited: 3.57, paid: 7.14, remaining: 0, to_refund: 0 });
    world.server.setNow('2026-11-05T08:00:00Z');
    await withdrawOne();
    expect(await standing()).toMatchObject({ credited: 7.14, paid: 7.14, remaining: 0, to_refund: 3.57 });
    await withdrawOne();
    expect(await standing()).toMatchObject({ credited: 10.71, paid: 7.14, remaining: 0, to_refund: 7.14 });
  });

  it('that arrived before a credit note was of the whole invoice, also if it is marked later', async () => {
    world.server.setNow('2026-11-05T08:00:00Z');
    await withdrawOne();
    world.server.setNow('2026-11-10T08:00:00Z');
    await markPaid(context(), invoice, new Date('2026-11-03'));
    expect(await standing()).toMatchObject({ credited: 3.57, paid: 10.71, remaining: 0, to_refund: 3.57 });
  });

  it('from before amounts were kept is of what was due then', async () => {
    await withdrawOne();
    await world.server.sql(
      `insert into invoice_payments (account_id, invoice_id, paid_on, created_at) values ($1, $2, '2026-11-03', $3)`,
      [member.id, invoice.id, new Date('2026-11-04T08:00:00Z')],
    );
    world.server.setNow('2026-11-05T08:00:00Z');
    await withdrawOne();
    expect(await standing()).toMatchObject({ credited: 7.14, paid: 7.14, remaining: 0, to_refund: 3.57 });
    await undoPaid(context(), invoice);
  });

  it('is never changed, and its amount is checked by the ledger', async () => {
    await markPaid(context(), invoice);
    await expect(
      world.server.sql('update invoice_payments set amount = 0 where account_id = $1', [member.id]),
    ).rejects.toThrow();
    await undoPaid(context(), invoice);
    await world.server.sql(
      `insert into invoice_payments (account_id, invoice_id, paid_on, amount, created_at)
       values ($1, $2, '2026-11-03', 10.72, now())`,
      [member.id, invoice.id],
    );
    const broken = (await ledgerFindings(world.server)).flatMap(({ violations: what }) => what);
    expect(broken).toEqual([`10.72 was paid for invoice ${invoice.number}, which is for 10.71`]);
    await undoPaid(context(), invoice);
  });
});

describe('The mark of a payment', () => {
  const trail = () =>
    world.server.sql(
      `select action, actor_id, before, after from audit_entries
       where account_id = $1 and action like 'invoice.%pay' order by at, id`,
      [member.id],
    );

  it('is taken back by an operator, who can set it again; the audit trail tells both', async () => {
    const path = `invoices/${invoice.id}/payment`;
    expect((await holder.app('DELETE', `/app/operator/${path}`)).status).toBe(403);
    expectRefusal(await operator.send('DELETE', path), 400, /not marked as paid/);
    expectRefusal(await operator.send('DELETE', `invoices/${unknownId}/payment`), 404);
    await operator.sendOk('POST', path, { paid_on: '2026-11-01' });
    expect(await operator.sendOk('DELETE', path)).toMatchObject({
      id: invoice.id,
      paid: null,
      paid_on: null,
      remaining: 10.71,
    });
    const paid = { number: expect.stringMatching(/^INV-/), paid_on: '2026-11-01', amount: '10.71' };
    expect(await trail()).toMatchObject([
      { action: 'invoice.pay', actor_id: operator.userId, before: null, after: paid },
      { action: 'invoice.unpay', actor_id: operator.userId, before: paid, after: null },
    ]);
    world.server.setNow('2026-11-02T08:00:00Z');
    await operator.sendOk('POST', path, { paid_on: '2026-11-02' });
    expect(await standing()).toMatchObject({ paid: 10.71, paid_on: '2026-11-02' });
  });

  it('is taken back by a command', async () => {
    const number = `INV-${String(invoice.number).padStart(6, '0')}`;
    expect(await commands.failure(1, 'invoices', 'unpaid', number)).toMatch(/is not marked as paid/);
    await commands.json('invoices', 'paid', number, '--date', '2026-11-01');
    expect(await commands.json('invoices', 'unpaid', number)).toEqual({
      id: invoice.id,
      number,
      account_id: member.id,
      paid_on: null,
    });
    expect(await standing()).toMatchObject({ paid: null, remaining: 10.71 });
  });

  it('is taken back once when eight do it at the same time', async () => {
    await markPaid(context(), invoice);
    const undone = await Promise.allSettled(Array.from({ length: 8 }, () => undoPaid(context(), invoice)));
    expect(undone.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await trail()).toHaveLength(2);
  });
});
