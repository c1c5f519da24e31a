import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { creditNoteFacts } from '../../src/features/billing/document-facts.js';
import { creditNoteTax } from '../../src/features/billing/credit-note-tax.js';
import { listCreditNotes, type CreditNote } from '../../src/features/billing/credit-note-store.js';
import { withdrawOffset } from '../../src/features/billing/withdraw-offset.js';
import { decimal, roundHalfUp, sumOf } from '../../src/platform/decimals.js';
import { readMonth } from '../../src/platform/time/months.js';
import { bill } from '../support/billing.js';
import { blockInserts } from '../support/blocked-inserts.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld({ REGROVE_TAX_RATE: '19' });
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.server.setNow('2026-11-01T08:00:00Z');
  member = await world.newAccount();
});
afterEach(() => expectLedgerInBalance(world.server));

const context = () => world.server.running.instance.context;

async function billedOffsets(...pages: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const count of pages)
    ids.push((await member.api.post('/biomass/offsets', { pages: count, date: '2026-10-10' })).body.id);
  await bill(world.server, '2026-10');
  return ids;
}

const withdraw = (id: string, returnsPages = true): Promise<CreditNote | undefined> =>
  withdrawOffset(context(), member.account.id, id, { reason: 'Counted twice', returnsPages });

const notes = (): Promise<CreditNote[]> =>
  listCreditNotes(context().db, member.account.id, { after: 0, limit: 100 });

describe('Withdrawing a billed offset', () => {
  it('credits its line, with tax, and withdraws its certificate', async () => {
    const [first = '', second = ''] = await billedOffsets(1000, 3500);
    const { body: offset } = await member.api.get(`/biomass/offsets/${first}`);
    const note = await withdraw(first);
    expect(note).toMatchObject({ amount: '0.30', tax: '0.06', reason: 'Counted twice' });
    expectRefusal(await member.api.get(`/biomass/offsets/${first}`), 404);
    expectRefusal(await member.api.get(`/biomass/certificates/${String(offset.certificate_id)}`), 404);
    expect((await member.api.get(`/biomass/offsets/${second}`)).status).toBe(200);
    const facts = await creditNoteFacts(context(), member.account.id, note?.id ?? '');
    expect(facts).toMatchObject({
      credit: { reason: 'Counted twice' },
      lines: [{ amount: '-0.30' }],
      net: '-0.30',
      tax: { amount: '-0.06' },
      total: '-0.36',
    });
  });

  it('leaves the API as it is: a key cannot delete what was billed', async () => {
    const [id = ''] = await billedOffsets(1000);
    expectRefusal(await member.api.delete(`/biomass/offsets/${id}`), 400, /billed/);
    expect(await notes()).toEqual([]);
  });

  it('adds up to the invoice once every line is withdrawn', async () => {
    const pages = [1000, 1010, 1020, 1030, 1040, 1050, 1060];
    for (const id of await billedOffsets(...pages)) await withdraw(id);
    const [invoice] = await world.server.sql<{ total: string; tax: string }>(
      'select total, tax from invoices where account_id = $1',
      [member.id],
    );
    const all = await notes();
    expect(all).toHaveLength(pages.length);
    expect(sumOf(all.map(({ amount }) => amount)).toFixed(2)).toBe(invoice?.total);
    expect(sumOf(all.map(({ tax }) => tax ?? '0')).toFixed(2)).toBe(invoice?.tax);
  });

  it('happens once when eight do it at the same time', async () => {
    const [id = ''] = await billedOffsets(1000);
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => withdraw(id)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await notes()).toHaveLength(1);
  });

  it('gives consecutive numbers to those made at the same time', async () => {
    const ids = await billedOffsets(1000, 2000, 3000, 4000);
    await Promise.all(ids.map((id) => withdraw(id)));
    const numbers = (await notes()).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });

  it('leaves nothing behind when the database process dies in the middle, and works after that', async () => {
    const [id = ''] = await billedOffsets(1000);
    const blocked = await blockInserts(world.server, 'credit_notes');
    const broken = expect(withdraw(id)).rejects.toThrow();
    const [pid] = await blocked.waitFor(1);
    await blocked.end(pid);
    await broken;
    await blocked.release();
    await expectLedgerInBalance(world.server);
    expect(await notes()).toEqual([]);
    expect((await member.api.get(`/biomass/offsets/${id}`)).status).toBe(200);
    expect(await withdraw(id)).toBeDefined();
    expect(await notes()).toHaveLength(1);
  });

  it.each([true, false])('of a close returns its pages to a deposit if wanted: %s', async (returns) => {
    await member.api.post('/deposits', { pages: 5000, date: '2026-10-10' });
    await closeMonth(context(), readMonth('2026-10'));
    await bill(world.server, '2026-10');
    const [offset] = (await member.api.get('/biomass/offsets')).body;
    await withdraw(offset.id, returns);
    const deposits = (await member.api.get('/deposits')).body as { pages: number }[];
    expect(deposits.map(({ pages }) => pages)).toEqual(returns ? [5000, 5000] : [5000]);
  });

  it('that was not billed makes no credit note', async () => {
    const { body } = await member.api.post('/biomass/offsets', { pages: 1000, date: '2026-11-01' });
    expect(await withdraw(body.id)).toBeUndefined();
    expect(await notes()).toEqual([]);
  });

  it('of another account is refused', async () => {
    const [id = ''] = await billedOffsets(1000);
    const stranger = world.stranger.account.id;
    await expect(
      withdrawOffset(context(), stranger, id, { reason: 'Theirs', returnsPages: true }),
    ).rejects.toThrow('no biomass offset');
    expect((await member.api.get(`/biomass/offsets/${id}`)).status).toBe(200);
  });
});

describe('The tax of credit notes', () => {
  it('adds up to that of the invoice, whatever the amounts and rate', () => {
    for (const rate of ['0', '5', '7.7', '8.1', '19', '99.999'])
      for (const cents of [[1], [1, 1, 1], [3, 7, 11, 13], [999_999_999_999_999, 1, 50]]) {
        let credited = { amount: '0', tax: '0' };
        for (const cent of cents) {
          const amount = decimal(cent).times('0.01').toFixed(2);
          const tax = creditNoteTax(rate, amount, credited);
          expect(decimal(tax).gte(0)).toBe(true);
          credited = {
            amount: sumOf([credited.amount, amount]).toFixed(2),
            tax: sumOf([credited.tax, tax]).toFixed(2),
          };
        }
        const whole = roundHalfUp(decimal(credited.amount).times(rate).times('0.01'), 2);
        expect(credited.tax).toBe(whole.toFixed(2));
      }
  });
});
