import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../src/features/accounts/create-account.js';
import { createKey } from '../../src/features/keys/create-key.js';
import { apiClient, type Json } from '../support/api-client.js';
import { insertOffsets } from '../support/billing.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { startWorld, type World } from '../support/world.js';

const unknownId = '01900000-0000-7000-8000-00000000dead';
const awkwardName = '=HYPERLINK("http://x", "a\nb")';

let world: World;
let operator: Operator;
let awkwardId: string;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database, env: { REGROVE_CURRENCY: 'EUR' } });
  const { context } = world.server.running.instance;
  const { id } = await createAccount(context, undefined, 'customer', { name: awkwardName });
  awkwardId = id;
  const { key } = await createKey(context, id, { name: null, revision: '1.6.6' });
  const awkward = apiClient(world.server, key);

  const project_id = world.projects.forest;
  for (const [pages, date] of [
    [1001, '2020-03-01'],
    [2001, '2020-03-31T23:59:59Z'],
  ])
    await world.customer.api.post('/biomass/offsets', { pages, date, project_id });
  await awkward.post('/biomass/offsets', { pages: 5000, date: '2020-03-15', project_id });
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await operator.close();
  await world.stop();
});

/** The accounts were created in this order, and their ids sort in this order. */
const first = (): Record<string, unknown> => ({ number: 'INV-000001', account_id: world.customer.id });
const second = (): Record<string, unknown> => ({ number: 'INV-000002', account_id: awkwardId });

describe('month bill', () => {
  it('warns when the month was not closed, and still bills it', async () => {
    const { code, stdout, stderr } = await operator.run('month', 'bill', '2020-03', '--json');
    expect(code).toBe(0);
    expect(stderr).toMatch(/2020-03 is not closed/);
    expect(JSON.parse(stdout)).toEqual({ period: '2020-03', invoices: 2, offsets: 3, total: 2.4 });
  });

  it('does nothing when repeated, and does not warn about a closed month', async () => {
    await world.server.sql(`update month_ends set closed_at = now() where month = '2020-03-01'`);
    expect(await operator.json('month', 'bill', '2020-03')).toEqual({
      period: '2020-03',
      invoices: 0,
      offsets: 0,
      total: 0,
    });
  });

  it('fails when one account could not be billed, after billing all others', async () => {
    await world.customer.api.post('/biomass/offsets', { pages: 1000, date: '2020-04-01' });
    await world.channel.api.post('/biomass/offsets', { pages: 1000, date: '2020-04-01' });
    await world.server.sql(`create function fail() returns trigger language plpgsql as $$
      begin raise exception 'the disk is on fire'; end $$`);
    await world.server.sql(`create trigger fail before insert on invoices
      for each row when (new.account_id = '${world.channel.id}') execute function fail()`);
    const { code, stdout, stderr } = await operator.run('month', 'bill', '2020-04', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ period: '2020-04', invoices: 1, offsets: 1, total: 0.3 });
    expect(stderr).toMatch(/^1 account could not be billed/m);
    expect(stderr).toContain(`"account":"${world.channel.id}"`);
    expect(stderr).toContain('the disk is on fire');
    await world.server.sql('drop trigger fail on invoices');
  });

  it.each([
    ['2020-13', 2, /must be a month/],
    ['March', 2, /must be a month/],
    ['2199-01', 1, /not over yet/],
  ] as const)('refuses %s', async (month, code, message) => {
    expect(await operator.failure(code, 'month', 'bill', month)).toMatch(message);
  });
});

describe('invoices list', () => {
  it('lists by number: all invoices, those of an account, those of a month', async () => {
    expect(await operator.json('invoices', 'list')).toMatchObject([
      { ...first(), month: '2020-03', currency: 'EUR', total: 0.9, total_exact: '0.9006', line_count: 2 },
      { ...second(), month: '2020-03', account_name: awkwardName, total: 1.5, line_count: 1 },
      { number: 'INV-000003', month: '2020-04', account_id: world.customer.id },
    ]);
    expect(await operator.json('invoices', 'list', '--account', awkwardId)).toMatchObject([second()]);
    expect(await operator.json('invoices', 'list', '--month', '2020-04')).toHaveLength(1);
    expect(
      await operator.json('invoices', 'list', '--account', world.customer.id, '--month', '2020-03'),
    ).toMatchObject([first()]);
    expect(await operator.json('invoices', 'list', '--month', '1999-01')).toEqual([]);
  });

  it('prints a table for people', async () => {
    const { stdout } = await operator.run('invoices', 'list', '--month', '2020-04');
    expect(stdout).toMatch(
      /^number +month +account +lines +net +tax +gross +name\nINV-000003 +2020-04 .* 1 +0\.30 +- +0\.30 EUR/,
    );
  });

  it('prints a message when there are none', async () => {
    const { code, stdout } = await operator.run('invoices', 'list', '--month', '1999-01');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'There are no invoices.\n' });
  });
});

describe('invoices show', () => {
  it.each(['INV-000001', 'inv-1', '1'])('finds an invoice by %s', async (name) => {
    const shown = await operator.json('invoices', 'show', name);
    expect(shown).toMatchObject({
      ...first(),
      lines: [
        { kind: 'biomass', project_name: 'Forest', pages: 1001, price: '0.3003', amount: 0.3, mtco2e: null },
        { date: '2020-03-31T23:59:59Z', pages: 2001, price: '0.6003', amount: 0.6 },
      ],
    });
    expect(await operator.json('invoices', 'show', shown.id)).toEqual(shown);
  });

  it('prints it for people', async () => {
    const { stdout } = await operator.run('invoices', 'show', 'INV-000001');
    expect(stdout).toMatch(/Forest +1001 +0\.120125 +- +0\.3003 +0\.30\n/);
    expect(stdout).toMatch(/Total 0\.90 EUR \(exact: 0\.9006\)\nDue on \d{4}-\d\d-\d\d\n$/);
  });
});

describe('invoices export', () => {
  const march = ['invoices', 'export', '--month', '2020-03'];

  it('writes CSV, quoted where needed, without formulas', async () => {
    const { code, stdout } = await operator.run(...march, '--format', 'csv');
    expect(code).toBe(0);
    const { id, account } = world.customer;
    const invoices = await operator.json(...march, '--format', 'json');
    const [day] = invoices[0].created_at.split('T');
    const ids = invoices.flatMap(({ lines }: Json) =>
      lines.map((one: Json) => `${one.offset_id},${one.project_id}`),
    );
    expect(ids[0]).toContain(world.projects.forest);
    expect(stdout).toBe(
      [
        'invoice_number,invoice_date,account_id,account_name,month,date,kind,offset_id,project_id,project,pages,trees,mtco2e,price,amount,invoice_total,currency,invoice_net,invoice_tax,invoice_gross',
        `INV-000001,${day},${id},${account.name},2020-03,2020-03-01T00:00:00Z,biomass,${ids[0]},Forest,1001,0.120125,,0.3003,0.30,0.90,EUR,0.90,,0.90`,
        `INV-000001,${day},${id},${account.name},2020-03,2020-03-31T23:59:59Z,biomass,${ids[1]},Forest,2001,0.24013,,0.6003,0.60,0.90,EUR,0.90,,0.90`,
        `INV-000002,${day},${awkwardId},"'=HYPERLINK(""http://x"", ""a\nb"")",2020-03,2020-03-15T00:00:00Z,biomass,${ids[2]},Forest,5000,0.600024,,1.5,1.50,1.50,EUR,1.50,,1.50`,
        '',
      ].join('\r\n'),
    );
  });

  it('writes JSON: what show prints for each invoice, without what happens to it later', async () => {
    const exported = await operator.json(...march, '--format', 'json');
    expect([
      await operator.json('invoices', 'show', '1'),
      await operator.json('invoices', 'show', '2'),
    ]).toMatchObject(exported);
    const ofOne = ['invoices', 'export', '--account', awkwardId, '--format', 'json'];
    expect(await operator.json(...ofOne)).toEqual([exported[1]]);
    expect(await operator.json('invoices', 'export', '--month', '1999-01', '--format', 'json')).toEqual([]);
  });

  it.each(['csv', 'json'])('writes %s to a file and prints a summary', async (format) => {
    const file = join(operator.dataDir, `march.${format}`);
    expect(await operator.json(...march, '--format', format, '--output', file)).toEqual({
      invoices: 2,
      lines: 3,
      file,
    });
    expect(await readFile(file, 'utf8')).toBe((await operator.run(...march, '--format', format)).stdout);
  });

  it('replaces a file only with --force, even a longer one, and uses the singular for one', async () => {
    const longer = 'x'.repeat(10_000);
    const file = await operator.file('one.csv', longer);
    const ofOne = ['invoices', 'export', '--account', awkwardId, '--format', 'csv'];
    expect(await operator.failure(1, ...ofOne, '--output', file)).toBe(
      `${file} cannot be written: it already exists (use --force to replace it)\n`,
    );
    expect(await readFile(file, 'utf8')).toBe(longer);
    const { stdout } = await operator.run(...ofOne, '--output', file, '--force');
    expect(stdout).toBe(`1 invoice with 1 line in ${file}\n`);
    expect(await readFile(file, 'utf8')).toBe((await operator.run(...ofOne)).stdout);
  });

  it('writes an invoice that is longer than a batch, line by line in order', async () => {
    await insertOffsets(world.server, world.stranger, world.projects.grove, 12001);
    await operator.run('month', 'bill', '2020-05');
    const [long, ...others] = await operator.json(
      ...['invoices', 'export', '--account', world.stranger.id, '--format', 'json'],
    );
    expect(others).toEqual([]);
    expect(long.lines.map(({ pages }: { pages: number }) => pages)).toEqual(
      Array.from({ length: 12001 }, (_, index) => index + 1),
    );
    const { stdout } = await operator.run('invoices', 'show', long.number);
    expect(stdout).toMatch(
      /and 11901 more: .*npx regrove invoices export .* --month 2020-05 --format json\n/,
    );
  });
});

describe('failures', () => {
  it.each([
    [['invoices', 'show', '99'], /no invoice 99/],
    [['invoices', 'show', unknownId], /no invoice/],
    [['invoices', 'list', '--account', unknownId], /no account/],
    [
      ['invoices', 'export', '--format', 'csv', '--output', '/no/such/folder/file'],
      /there is no folder \/no\/such\/folder$/m,
    ],
    [['invoices', 'export', '--format', 'csv', '--output', '/'], /\/ cannot be written: /],
  ])('exit with 1 and print why: %j', async (args, message) => {
    expect(await operator.failure(1, ...args)).toMatch(message);
  });

  it.each([[['month', 'bill']], [['invoices', 'export']], [['invoices', 'export', '--format', 'xml']]])(
    'exit with 2 for wrong usage: %j',
    async (args) => {
      await operator.failure(2, ...args);
    },
  );
});
