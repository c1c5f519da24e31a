import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendMails } from '../../src/features/mail/send-mails.js';
import { locales } from '../../src/messages/locales.js';
import { withdrawOffset } from '../../src/features/billing/withdraw-offset.js';
import type { Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { createAcceptedUser, signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let operator: SignedInOperator;
let commands: Operator;
let holder: Visitor;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld({ REGROVE_SELLER_NAME: 'Example Forestry Ltd', REGROVE_TAX_RATE: '19' });
  world.server.setNow('2026-11-01T08:00:00Z');
  operator = await signInOperator(world);
  commands = await createOperator({ database: world.server.database });
  member = world.channel;
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, member.account));
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await commands.close();
  await world.stop();
});

const context = () => world.server.running.instance.context;
const url = (path: string, of = member): string => `/app/accounts/${of.id}/${path}`;
const app = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await holder.app(method, url(path), body);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body;
};

describe('The billing address', () => {
  const empty = { name: null, address: null, tax_id: null, reference: null };

  it('is empty at first, and replaced as a whole', async () => {
    expect(await app('GET', 'billing-address')).toEqual(empty);
    const wanted = { name: 'Buyer GmbH', address: '1 Lane\r\n2 Town', tax_id: 'DE1', reference: 'PO 1' };
    const saved = { ...wanted, address: '1 Lane\n2 Town' };
    expect(await app('PUT', 'billing-address', wanted)).toEqual(saved);
    expect(await app('GET', 'billing-address')).toEqual(saved);
    expect(await app('PUT', 'billing-address', { name: 'Buyer GmbH' })).toEqual({
      ...empty,
      name: 'Buyer GmbH',
    });
  });

  it.each([
    [{ name: 'x'.repeat(101) }, /name/],
    [{ address: Array(7).fill('x').join('\n') }, /6 lines/],
    [{ address: 'x'.repeat(101) }, /100 characters/],
    [{ tax_id: 'a\u202Eb' }, /tax_id/],
    [{ street: 'x' }, /street/],
  ])('is refused and stays as it is: %j', async (wanted, message) => {
    const before = await app('GET', 'billing-address');
    expectRefusal(await holder.app('PUT', url('billing-address'), wanted), 400, message);
    expect(await app('GET', 'billing-address')).toEqual(before);
  });
});

describe('An issued invoice', () => {
  let invoice: Json;
  let reader: { id: string };
  beforeAll(async () => {
    reader = await createAcceptedUser(world.server, member.account, {
      email: 'books@example.com',
      locale: 'de',
    });
    for (const pages of [10_000, 20_000])
      await member.api.post('/biomass/offsets', { pages, date: '2026-10-10' });
    await bill(world.server, '2026-10');
    await bill(world.server, '2026-10');
    [invoice] = await app('GET', 'invoices');
  });

  const mailsOf = (kind: string): Promise<Json[]> =>
    world.server.sql(`select user_id, state, locale, facts from mails where account_id = $1 and kind = $2`, [
      member.id,
      kind,
    ]);

  it('has tax and what is to be paid, while the API keeps its shape', async () => {
    expect(invoice).toMatchObject({
      total: 9,
      tax: 1.71,
      gross: 10.71,
      remaining: 10.71,
      due_on: '2026-12-01',
    });
    const [published] = (await member.api.get('/invoices')).body;
    expect(Object.keys(published).sort()).toEqual([
      'account_id',
      'account_name',
      'created_at',
      'currency',
      'id',
      'line_count',
      'month',
      'number',
      'total',
      'total_exact',
    ]);
  });

  it('is mailed once to every user, and sent with its PDF', async () => {
    const mails = await mailsOf('invoice');
    expect(mails.map(({ user_id }) => user_id)).toContain(reader.id);
    expect(new Set(mails.map(({ user_id }) => user_id)).size).toBe(mails.length);
    const files: string[] = [];
    const attachments: NonNullable<ReturnType<typeof context>['attachments']> = async (one, mail) => {
      const made = (await context().attachments?.(one, mail)) ?? [];
      files.push(
        ...made.map(({ name, type, bytes }) => `${name} ${type} ${bytes.subarray(0, 5).toString()}`),
      );
      return made;
    };
    await sendMails({ ...context(), attachments });
    expect(files.filter((file) => file.startsWith('INV-'))).toEqual(
      mails.map(() => `${String(invoice.number)}.pdf application/pdf %PDF-`),
    );
    expect(new Set((await mailsOf('invoice')).map(({ state }) => state))).toEqual(new Set(['sent']));
  });

  it.each(locales)('can be downloaded as PDF in %s', async (locale) => {
    const { status, headers, text } = await holder.get(
      url(`invoices/${String(invoice.id)}/pdf?locale=${locale}`),
    );
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers['content-disposition']).toBe(`attachment; filename="${String(invoice.number)}.pdf"`);
    expect(text.startsWith('%PDF-')).toBe(true);
  });

  it('of another account, or in no known language, is not', async () => {
    for (const id of [unknownId, 'x'])
      expectRefusal(await holder.get(url(`invoices/${id}/pdf?locale=en`)), 404);
    expectRefusal(await holder.get(url(`invoices/${String(invoice.id)}/pdf?locale=en`, world.customer)), 404);
    expectRefusal(await holder.get(url(`invoices/${String(invoice.id)}/pdf?locale=xx`)), 400);
  });

  it('is marked as paid by an operator, once, by the dashboard or a command', async () => {
    const path = `invoices/${String(invoice.id)}/payment`;
    expect((await holder.app('POST', `/app/operator/${path}`, {})).status).toBe(403);
    expectRefusal(await operator.send('POST', path, { paid_on: '2026-10-31' }), 400, /issued/);
    expectRefusal(await operator.send('POST', path, { paid_on: 'soon' }), 400);
    expect(await operator.sendOk('POST', path, { paid_on: '2026-11-01' })).toMatchObject({
      paid_on: '2026-11-01',
    });
    expectRefusal(await operator.send('POST', path, {}), 400, /already marked as paid/);
    expect(await commands.failure(1, 'invoices', 'paid', String(invoice.number))).toMatch(
      /already marked as paid/,
    );
    const listed = await operator.sendOk('GET', 'invoices?limit=1');
    expect(listed).toMatchObject([{ id: invoice.id, paid_on: '2026-11-01' }]);
  });

  it('is reduced by a credit note, which is mailed and can be downloaded', async () => {
    const [offset] = (await member.api.get('/biomass/offsets')).body;
    await withdrawOffset(context(), member.account.id, offset.id, { reason: 'Mistake', returnsPages: true });
    const document = await app('GET', `invoices/${String(invoice.id)}`);
    const [note, ...others] = await app('GET', `credit-notes?invoice_id=${String(invoice.id)}`);
    expect(others).toEqual([]);
    expect(note).toMatchObject({ invoice_number: invoice.number, reason: 'Mistake' });
    expect(note.gross).toBeLessThan(0);
    expect(document).toMatchObject({ paid: 10.71, remaining: 0, to_refund: -Number(note.gross) });
    const { status, text } = await holder.get(url(`credit-notes/${String(note.id)}/pdf?locale=de`));
    expect([status, text.startsWith('%PDF-')]).toEqual([200, true]);
    expect((await mailsOf('credit-note')).map(({ user_id }) => user_id)).toContain(reader.id);
    expect(await commands.json('credit-notes', 'list', '--account', member.id)).toEqual([note]);
  });
});

describe('Credit notes', () => {
  it('are listed page by page, newest first, however many there are, of an invoice or of all; and exported', async () => {
    const one = await world.newAccount('customer', member);
    for (const date of ['2026-08-10', '2026-09-10']) {
      await Promise.all(
        Array.from({ length: date === '2026-08-10' ? 103 : 2 }, () =>
          one.api.post('/biomass/offsets', { pages: 1000, date }),
        ),
      );
      await bill(world.server, date.slice(0, 7));
    }
    for await (const { id } of (await one.api.get('/biomass/offsets')).body)
      await withdrawOffset(context(), one.account.id, String(id), { reason: 'Mistake', returnsPages: false });
    const listed = async (query: string): Promise<Json[]> => {
      const notes: Json[] = [];
      for (let path: string | undefined = url(`credit-notes?limit=40${query}`, one); path !== undefined;) {
        const { body, headers } = await holder.app('GET', path);
        notes.push(...body);
        path = /<https:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1];
      }
      return notes;
    };
    const all = await listed('');
    expect(all).toHaveLength(105);
    expect(all.toReversed()).toEqual(await commands.json('credit-notes', 'list', '--account', one.id));
    const invoices = (await holder.app('GET', url('invoices', one))).body;
    for (const { id, month } of invoices) {
      const ofInvoice = await listed(`&invoice_id=${String(id)}`);
      expect(ofInvoice).toHaveLength(month === '2026-08' ? 103 : 2);
      expect(ofInvoice).toEqual(all.filter(({ invoice_id: whose }) => whose === id));
    }
    const { text } = await holder.get(url('exports/credit-notes?format=csv&locale=en', one));
    const [, ...rows] = parse(text, { bom: true });
    expect(rows.map((row) => [row[0], row[1], Number(row[5]), row.at(-1)])).toEqual(
      all.map(({ number, invoice_number: of, gross, id }) => [number, of, gross, id]),
    );
    expect(await app('GET', `credit-notes?invoice_id=${String(invoices[0].id)}`)).toEqual([]);
  });
});

describe('The command to withdraw an offset', () => {
  it('prints the credit note, and refuses what is not there', async () => {
    const one = await world.newAccount();
    const { body } = await one.api.post('/biomass/offsets', { pages: 10_000, date: '2026-09-10' });
    await bill(world.server, '2026-09');
    const words = ['offsets', 'withdraw', String(body.id), '--account', one.id, '--reason', 'Wrong project'];
    expect(await commands.json(...words)).toMatchObject({
      offset_id: body.id,
      account_id: one.id,
      credit_note: { amount: -3, tax: -0.57, gross: -3.57, reason: 'Wrong project' },
    });
    expect(await commands.failure(1, ...words)).toMatch(/no biomass offset/);
  });
});

describe('The first steps of an account', () => {
  it('are done when the account has what they are about', async () => {
    const one = await world.newAccount();
    const person = await signInVisitor(world.server, await createInvitedUser(world.server, one.account));
    const start = async (): Promise<Json> => (await person.app('GET', url('start', one))).body;
    const nothing = { projects: false, paper: false, colleague: false, shared: false, dismissed: false };
    expect(await start()).toEqual(nothing);
    await one.api.post(`/projects/${world.projects.forest}`);
    await one.api.post('/deposits', { pages: 1 });
    await createInvitedUser(world.server, one.account, { email: 'second@example.com' });
    expect(await start()).toEqual({ ...nothing, projects: true, paper: true, colleague: true });
    const shared = await person.app('PATCH', url('start', one), { shared: true });
    expect(shared.body).toMatchObject({ shared: true, dismissed: false });
    const dismissed = await person.app('PATCH', url('start', one), { dismissed: true });
    expect(dismissed.body).toMatchObject({ shared: true, dismissed: true });
    expectRefusal(await person.app('PATCH', url('start', one), { dismissed: false }), 400);
    expect(await start()).toMatchObject({ shared: true, dismissed: true });
  });

  it('count a public badge as sharing', async () => {
    const one = await world.newAccount();
    const person = await signInVisitor(world.server, await createInvitedUser(world.server, one.account));
    await one.api.patch('/settings', { badge_enabled: true });
    expect((await person.app('GET', url('start', one))).body).toMatchObject({ shared: true });
  });
});
