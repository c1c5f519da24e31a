import { parse } from 'csv-parse/sync';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billMonth } from '../../src/features/billing/bill-month.js';
import {
  creditNoteFacts,
  invoiceFacts,
  type DocumentFacts,
} from '../../src/features/billing/document-facts.js';
import { withdrawOffset } from '../../src/features/billing/withdraw-offset.js';
import { sumOf } from '../../src/platform/decimals.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { readXlsx } from '../support/read-xlsx.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

// Whatever shows the money of a month has to agree with the documents that were sent, to the cent.

const month = '2026-10';
const rates = [null, '8.1', '19', '0', '20'];
/** Their prices are not in whole cents. */
const pages = [3_333, 10_007, 12_345, 777];

let world: World;
let operator: SignedInOperator;
let commands: Operator;
let holder: Visitor;
let below: TestAccount[];
let all: TestAccount[];
beforeAll(async () => {
  world = await startWorld();
  operator = await signInOperator(world);
  commands = await createOperator({ database: world.server.database });
  holder = await signInVisitor(
    world.server,
    await createInvitedUser(world.server, world.distributor.account),
  );
  below = [];
  for (const rate of rates) {
    world.server.setNow('2026-11-01T08:00:00Z');
    const member = await world.newAccount('customer', world.channel);
    below.push(member);
    await billed(member, rate);
  }
  // Not below the distributor, and not in this month.
  await billed(world.stranger, '19');
  await world.customer.api.post('/biomass/offsets', { pages: 5000, date: '2026-09-10' });
  await billMonth(context(), readMonth('2026-09'));
  all = [...below, world.stranger];
});
afterAll(async () => {
  await commands.close();
  await world.stop();
});

const context = () => world.server.running.instance.context;

/** The rate is a setting of the installation; each account is billed with another one. */
async function billed(member: TestAccount, rate: string | null): Promise<void> {
  for (const one of pages) await member.api.post('/biomass/offsets', { pages: one, date: '2026-10-10' });
  const tax = rate === null ? null : { name: 'VAT', rate };
  await billMonth({ ...context(), invoicing: { ...context().invoicing, tax } }, readMonth(month));
}

async function withdrawFrom(member: TestAccount): Promise<void> {
  const [offset] = (await member.api.get('/biomass/offsets')).body;
  await withdrawOffset(context(), member.account.id, offset.id, { reason: 'Mistake', returnsPages: false });
}

interface Documents {
  readonly id: string;
  readonly number: string;
  readonly invoice: DocumentFacts;
  readonly notes: readonly DocumentFacts[];
}

/** What is printed on the documents of an account for the month. */
async function documentsOf({ account, id: owner }: TestAccount): Promise<Documents> {
  const rows = await world.server.sql<{ id: string }>(
    'select id from invoices where account_id = $1 and month = $2',
    [owner, `${month}-01`],
  );
  const [{ id }] = rows as [{ id: string }];
  const noted = await world.server.sql<{ id: string }>(
    'select id from credit_notes where account_id = $1 and invoice_id = $2 order by number desc',
    [owner, id],
  );
  const invoice = (await invoiceFacts(context(), account.id, id)) as DocumentFacts;
  const notes: DocumentFacts[] = [];
  for (const note of noted)
    notes.push((await creditNoteFacts(context(), account.id, note.id)) as DocumentFacts);
  return { id, number: invoice.number, invoice, notes };
}

const sum = (amounts: readonly (string | undefined)[]): number =>
  Number(sumOf(amounts.map((amount) => amount ?? '0')).toFixed(2));

const amountsOf = (documents: readonly Documents[]) => ({
  net: sum(documents.map(({ invoice }) => invoice.net)),
  tax: sum(documents.map(({ invoice }) => invoice.tax?.amount)),
  gross: sum(documents.map(({ invoice }) => invoice.total)),
  credited: 0 - sum(documents.flatMap(({ notes }) => notes.map(({ total }) => total))),
});

async function fileOf(path: string): Promise<Buffer> {
  const who = path.startsWith('operator/') ? operator.visitor : holder;
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { body } = await request(`${world.server.running.baseUrl}/app/${path}`, {
    dispatcher: world.server.agent,
    headers: { cookie, 'x-regrove-app': '1' },
  });
  return Buffer.from(await body.arrayBuffer());
}

/** The rows of an export without its header, the same as CSV and as workbook. */
async function exported(path: string): Promise<Record<string, string>[]> {
  const join = path.includes('?') ? '&' : '?';
  const csv = await fileOf(`${path}${join}format=csv&locale=en`);
  const rows = parse<Record<string, string>>(csv.toString('utf8'), { bom: true, columns: true });
  const { sheets } = readXlsx(await fileOf(`${path}${join}format=xlsx&locale=en`));
  const [header, ...cells] = sheets[0] ?? [];
  for (const name of ['Net total', 'Tax', 'Total', 'Credit notes']) {
    const place = header?.findIndex((cell) => cell.value === name) ?? -1;
    if (place >= 0)
      expect(cells.map((row) => String(row[place]?.value ?? ''))).toEqual(rows.map((row) => row[name]));
  }
  return rows;
}

const amountsOfRow = (row: Record<string, string> | undefined) => ({
  net: Number(row?.['Net total']),
  tax: Number(row?.['Tax']),
  gross: Number(row?.['Total']),
  credited: Number(row?.['Credit notes']),
});

async function expectSales(whose: string, members: readonly TestAccount[]): Promise<void> {
  const documents = await Promise.all(members.map(documentsOf));
  const visitor = whose === 'operator' ? operator.visitor : holder;
  const { body: sales } = await visitor.app('GET', `/app/${whose}/sales?month=${month}`);
  const { body: sums } = await visitor.app('GET', `/app/${whose}/sales/sum?month=${month}`);
  const expected = amountsOf(documents);
  expect(sums).toEqual({ sums: [{ currency: 'USD', invoices: members.length, ...expected }] });
  expect(sales).toHaveLength(members.length);
  const rows = await exported(`${whose}/exports/sales?month=${month}`);
  for (const one of documents) {
    const amounts = amountsOf([one]);
    const sale = sales.find(({ id }: Json) => id === one.id);
    expect({ ...sale, tax: sale.tax ?? 0 }).toMatchObject({ number: one.number, ...amounts });
    expect(amountsOfRow(rows.find(({ ID }) => ID === one.id))).toEqual(amounts);
  }
  expect(rows).toHaveLength(members.length + 1);
  expect(rows.at(-1)).toMatchObject({ Account: 'Total for the month', Currency: 'USD' });
  expect(amountsOfRow(rows.at(-1))).toEqual(expected);
}

async function expectInvoice(member: TestAccount, paid: number | null): Promise<void> {
  const one = await documentsOf(member);
  const { gross, credited, ...amounts } = amountsOf([one]);
  const open = Number((gross - credited - (paid ?? 0)).toFixed(2));
  const shown = await commands.json('invoices', 'show', one.number);
  expect({ ...shown, tax: shown.tax ?? 0 }).toMatchObject({
    ...amounts,
    total: amounts.net,
    tax_rate: one.invoice.tax === null ? null : Number(one.invoice.tax.rate),
    gross,
    credited,
    paid,
    remaining: Math.max(open, 0),
    to_refund: Math.max(-open, 0),
  });
  const { body } = await holder.app('GET', `/app/accounts/${member.id}/invoices/${one.id}`);
  const { net: _, ...same } = shown;
  expect(body).toMatchObject(same);
  const [row] = await exported(`accounts/${member.id}/exports/invoices`);
  expect(amountsOfRow(row)).toEqual({ ...amounts, gross, credited });
  const notes = await exported(`accounts/${member.id}/exports/credit-notes`);
  expect(notes.map((note) => [note['Number'], Number(note['Total'])])).toEqual(
    one.notes.map(({ number, total }) => [number, Number(total)]),
  );
}

/** Without tax, that is empty. */
async function expectCommands(member: TestAccount): Promise<void> {
  const { id } = member;
  const { net, tax, gross } = amountsOf([await documentsOf(member)]);
  const [listed] = await commands.json('invoices', 'list', '--account', id);
  const [inJson] = await commands.json('invoices', 'export', '--format', 'json', '--account', id);
  for (const one of [listed, inJson])
    expect({ ...one, tax: one.tax ?? 0 }).toMatchObject({ net, total: net, tax, gross });
  const { stdout } = await commands.run('invoices', 'export', '--format', 'csv', '--account', id);
  for (const row of parse<Record<string, string>>(stdout, { columns: true })) {
    const { invoice_net: ofNet, invoice_tax: ofTax, invoice_gross: ofGross } = row;
    expect([ofNet, ofTax, ofGross].map(Number)).toEqual([net, tax, gross]);
  }
}

/** The operator sees those of all accounts, in the dashboard and with the command. */
async function expectAllCreditNotes(): Promise<void> {
  const notes: Json[] = await operator.sendOk('GET', 'credit-notes');
  const commanded: Json[] = await commands.json('credit-notes', 'list');
  expect(notes).toMatchObject(commanded.toReversed());
  const names = new Map(all.map(({ id, account: { name } }) => [id, name]));
  for (const note of notes) expect(note.account_name).toBe(names.get(note.account_id));
  const rows = await exported('operator/exports/credit-notes');
  expect(rows.map((row) => [row['Number'], row['Account'], Number(row['Total'])])).toEqual(
    notes.map(({ number, account_name: name, gross }) => [number, name, gross]),
  );
  const first = await operator.send('GET', 'credit-notes?limit=1');
  expect(first.body).toEqual(notes.slice(0, 1));
}

async function expectAgreement(paid: ReadonlyMap<TestAccount, number>): Promise<void> {
  for (const member of below) await expectInvoice(member, paid.get(member) ?? null);
  for (const whose of [world.channel, world.distributor]) await expectSales(`accounts/${whose.id}`, below);
  await expectSales('operator', all);
  await expectAllCreditNotes();
  const months: Json[] = await operator.sendOk('GET', 'months?limit=2');
  const documents = await Promise.all(all.map(documentsOf));
  expect(months.find((one) => one.month === month)?.bills).toEqual([
    { currency: 'USD', invoices: all.length, ...amountsOf(documents) },
  ]);
  await expectLedgerInBalance(world.server);
}

it('Documents, invoices, sales, months, exports and the ledger agree, while offsets are withdrawn and invoices paid', async () => {
  const paid = new Map<TestAccount, number>();
  await expectAgreement(paid);
  for (const member of below) await expectCommands(member);

  world.server.setNow('2026-11-03T08:00:00Z');
  for (const member of all) await withdrawFrom(member);
  await expectAgreement(paid);

  world.server.setNow('2026-11-05T08:00:00Z');
  for (const member of below) {
    const one = await documentsOf(member);
    const { gross, credited } = amountsOf([one]);
    await operator.sendOk('POST', `invoices/${one.id}/payment`, {});
    paid.set(member, Number((gross - credited).toFixed(2)));
  }
  await expectAgreement(paid);

  world.server.setNow('2026-11-07T08:00:00Z');
  for (const member of all) await withdrawFrom(member);
  await expectAgreement(paid);

  for (const member of all) for (let left = 2; left > 0; left--) await withdrawFrom(member);
  await expectAgreement(paid);
  for (const member of all) {
    const { gross, credited } = amountsOf([await documentsOf(member)]);
    expect(credited).toBe(gross);
  }
}, 120_000);
