import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { sendDepositFile } from '../support/deposit-files.js';
import { importFile } from '../support/job-files.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { createPushFeed } from '../support/readings.js';
import { signInVisitor, createInvitedUser, type VisitResponse, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let userId: string;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  const user = await createInvitedUser(world.server, world.channel.account);
  userId = user.id;
  holder = await signInVisitor(world.server, user);
});
beforeEach(async () => {
  world.server.setNow('2026-10-20T12:00:00Z');
  member = await world.newAccount('customer', world.channel);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const send = (path: string, body: object, key?: string): Promise<VisitResponse> =>
  sendDepositFile(holder, member, path, body, key);
const post = (path: string, csv: string, key?: string): Promise<VisitResponse> => send(path, { csv }, key);
const errorsOf = (faults: Json[]): string[] => faults.map(({ error }) => String(error));
const deposits = async (): Promise<Json[]> => (await member.api.get('/deposits')).body;

describe('A file of deposits', () => {
  const good = 'Date,pages,gsm,width,length\r\n2026-10-02,1200,80,0.21,0.297\r\n,-200,,,\r\n';

  it('is previewed first, with its lines and totals, and nothing is written', async () => {
    const { status, body } = await post('/preview', good);
    expect(status).toBe(200);
    expect(body).toMatchObject({ good: 2, bad: 0, pages: 1000 });
    expect(body.lines).toEqual([
      {
        line: 2,
        customer: null,
        is_known: false,
        values: {},
        paper: { pages: 1200, width: 0.21, length: 0.297, gsm: 80, date: '2026-10-02T00:00:00Z' },
        faults: [],
      },
      {
        line: 3,
        customer: null,
        is_known: false,
        values: {},
        paper: { pages: -200, width: 0.2159, length: 0.2794, gsm: 75, date: null },
        faults: [],
      },
    ]);
    expect(await deposits()).toEqual([]);
  });

  it('creates the same deposits as the API would, each with its audit entry', async () => {
    const { body } = await post('', good);
    const { body: preview } = await post('/preview', good);
    expect(body).toMatchObject({ created: 2, unchanged: 0, customers_created: 0, skipped: 0, pages: 1000 });
    expect(preview).toMatchObject({ good: 0, known: 2, pages: 0 });
    const made = await deposits();
    await member.api.post('/deposits', { pages: -200 });
    await member.api.post('/deposits', {
      pages: 1200,
      date: '2026-10-02',
      gsm: 80,
      width: 0.21,
      length: 0.297,
    });
    const strip = (list: Json[]) => list.map(({ id: _, ...deposit }) => deposit as object);
    expect(strip((await deposits()).filter(({ id }) => !made.some((one) => one.id === id)))).toEqual(
      strip(made),
    );
    const entries = await world.server.sql(
      `select actor_kind, actor_id, after from audit_entries
       where account_id = $1 and action = 'deposit.create' and actor_kind = 'user' order by id`,
      [member.id],
    );
    expect(entries).toMatchObject([
      { actor_id: userId, after: { pages: 1200, gsm: 80 } },
      { actor_id: userId, after: { pages: -200, gsm: 75 } },
    ]);
  });

  it('can be JSON Lines, with lines that are corrected', async () => {
    const csv =
      '\ufeff{"job":"J-1","sheets":"many","size":"A4"}\n{"job":"J-2","weight":2.5,"unit":"kg"}\nnonsense\n';
    const { body: preview } = await send('/preview', { csv });
    expect(preview).toMatchObject({
      good: 1,
      bad: 2,
      headings: ['job', 'sheets', 'size', 'weight', 'unit'],
      columns: { job: 'job', sheets: 'sheets', size: 'size', weight: 'weight', unit: 'unit' },
      delimiter: '',
    });
    expect(
      preview.lines.map(({ line, values, faults }: Json) => [line, values, ...errorsOf(faults)]),
    ).toEqual([
      [
        1,
        { job: 'J-1', sheets: 'many', size: 'A4' },
        'sheets must be a whole number from -1000000000 up to 1000000000, not "many"',
      ],
      [2, {}],
      [3, {}, 'must be a JSON object'],
    ]);
    const corrections = [{ line: 1, field: 'sheets', value: '12' }];
    // Columns of a file with a header say nothing about this one.
    const columns = { job: 'job', sheets: 'sheets' };
    const { body } = await send('', { csv, corrections, columns, partial: true });
    expect(body).toMatchObject({ created: 2, unchanged: 0, skipped: 1 });
    expect((await importFile(member.api, '{"job":"J-1","sheets":12,"size":"A4"}')).body).toMatchObject({
      created: 0,
      unchanged: 1,
    });
  });

  it('can use semicolons as separators and commas in numbers', async () => {
    const { body } = await post('/preview', '\ufeffpages;width;length\n10;0,21;0,297\n');
    expect(body.lines[0].paper).toMatchObject({ pages: 10, width: 0.21, length: 0.297 });
  });

  const faulty = 'pages,date\n10,2026-10-01\nmany,\n5,2026-02-30\n1,2,3\n2.5,\n"7';

  it('is refused with errors by line', async () => {
    const { body } = await post('/preview', faulty);
    expect(body).toMatchObject({ good: 1, bad: 5, pages: 10 });
    expect(body.lines.map(({ line, faults }: Json) => [line, ...errorsOf(faults)])).toEqual([
      [2],
      [3, 'sheets must be a whole number from -1000000000 up to 1000000000, not "many"'],
      [4, expect.stringMatching(/^date must be a timestamp .* to 2199, not "2026-02-30"$/)],
      [5, 'has 3 fields, and the header 2'],
      [6, 'sheets must be a whole number from -1000000000 up to 1000000000, not "2.5"'],
      [7, 'a quoted field that begins here is not closed'],
    ]);
  });

  it('names everything that is wrong with a line at once', async () => {
    const csv = 'pages,gsm,date\nmany,0,1969-12-31\n';
    const { body } = await post('/preview', csv);
    expect(body).toMatchObject({ good: 0, bad: 1 });
    expect(body.lines[0].faults.map(({ reason }: Json) => [reason.field, reason.code])).toEqual([
      ['sheets', 'not-a-number'],
      ['gsm', 'out-of-range'],
      ['date', 'date-out-of-range'],
    ]);
    const refused = await post('', csv);
    expect(refused.body.error).toMatch(/^Nothing was imported:\nline 2: sheets .*; gsm .*; date .*$/);
    expect(refused.body.reason.lines).toHaveLength(3);
  });

  it('quotes each invalid value, shortened, and accepts no ambiguous number of pages', async () => {
    const lines = [
      '1.000,,',
      '"1,000",,',
      '1 000,,',
      `${'9'.repeat(200)},,`,
      '1,1969-12-31,',
      '1,,80.5',
      '1,,"8,5"',
      '1,,0',
      ',2026-10-01,',
    ];
    const { body } = await post('/preview', `pages,date,gsm\n${lines.join('\n')}\n`);
    expect(
      body.lines.map(({ faults }: Json) =>
        errorsOf(faults)
          .join()
          .replace(/^.*, not/, 'not'),
      ),
    ).toEqual([
      'not "1.000"',
      'not "1,000"',
      'not "1 000"',
      `not "${'9'.repeat(39)}…"`,
      'not "1969-12-31"',
      'not "80.5"',
      'not "8,5"',
      'not "0"',
      'sheets or weight is required',
    ]);
  });

  describe('that was exported', () => {
    const exported = async (): Promise<string> => {
      const path = `/app/accounts/${member.id}/deposits/export?month=2026-10`;
      return (await holder.get(path)).text;
    };
    /** Without the fields that differ between a deposit and its copy. */
    const said = async (): Promise<Json[]> =>
      (await deposits()).map(({ id: _, account_id: __, feed_id: ___, ...deposit }) => deposit);
    const fill = async (): Promise<void> => {
      const feed = await createPushFeed(world, { owner: member });
      await feed.push([{ device: 'A', total: 100, read_at: '2026-10-01T08:00:00Z' }]);
      await feed.push([{ device: 'A', total: 350, read_at: '2026-10-02T08:00:00Z' }]);
      for (const body of [
        { pages: 1200, date: '2026-10-02T23:59:59Z', width: 0.21, length: 0.297, gsm: 80 },
        { pages: -200, date: '2026-10-02T23:59:59Z', width: 0.21, length: 0.297, gsm: 80 },
        { pages: 0, date: '2026-10-03', width: 1000, length: 0.000001, gsm: 10_000 },
        { pages: 7, date: '2026-10-04' },
      ])
        await member.api.post('/deposits', body);
    };

    it('can be imported into another account as is, including corrections', async () => {
      await fill();
      const file = await exported();
      expect(file).toMatch(/,-200,/);
      const before = await said();
      expect(before).toHaveLength(5);
      member = await world.newAccount('customer', world.channel);
      expect((await post('/preview', file)).body).toMatchObject({ good: 5, bad: 0, known: 0 });
      expect((await post('', file)).body).toMatchObject({ created: 5 });
      expect(await said()).toEqual(expect.arrayContaining(before));
      // A second round trip gives the same file.
      const columns = (csv: string) => csv.split('\r\n').map((line) => line.split(',').slice(0, 5).join());
      expect(columns(await exported()).toSorted()).toEqual(columns(file).toSorted());
    });

    it('can have been saved by a spreadsheet with another number format', async () => {
      await fill();
      const before = await said();
      const file = (await exported())
        .replaceAll(/,(\d+)\.(\d+)/g, ',$1#$2')
        .replaceAll(',', ';')
        .replaceAll('#', ',')
        .replaceAll(';-', ";'-");
      expect(file).toContain(";'-200;0,21;0,297;80;");
      member = await world.newAccount('customer', world.channel);
      expect((await post('', `\ufeff${file}`)).body).toMatchObject({ created: 5 });
      expect(await said()).toEqual(expect.arrayContaining(before));
    });

    it('changes nothing in the account that it comes from', async () => {
      await fill();
      const file = await exported();
      expect((await post('/preview', file)).body).toMatchObject({ good: 0, bad: 0, known: 5 });
      expect((await post('', file)).body).toMatchObject({ created: 0, unchanged: 5 });
      expect(await deposits()).toHaveLength(5);
      const [first] = await deposits();
      await member.api.delete(`/deposits/${String(first?.id)}`);
      expect((await post('/preview', file)).body).toMatchObject({ good: 1, known: 4 });
    });
  });

  it('is imported in full or not at all', async () => {
    const { status, body } = await post('', faulty);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^Nothing was imported:\nline 3: sheets must be .*\nline 7: a quoted field/s);
    expect(await deposits()).toEqual([]);
  });

  it.each([
    ['', /csv|empty/],
    ['pages\n', /only a header/],
    [`pages\n${'1\n'.repeat(10_001)}`, /too many lines: at most 10000/],
  ])('is refused as a whole when it is not a deposit file: %#', async (csv, why) => {
    for (const path of ['', '/preview']) {
      const { status, body } = await post(path, csv);
      expect(status).toBe(400);
      expect(body.error).toMatch(why);
    }
    expect(await deposits()).toEqual([]);
  });

  it('can have 10,000 lines', async () => {
    const { body } = await post('', `pages,date\n${'1,2026-10-05\n'.repeat(10_000)}`);
    expect(body).toMatchObject({ created: 10_000, pages: 10_000 });
    const totals = await holder.app('GET', `/app/accounts/${member.id}/deposit-totals`);
    expect(totals.body).toEqual({ deposits: 10_000, pages: 10_000 });
  });

  it('can be corrected line by line, and taken without the lines that stay bad', async () => {
    const csv = 'job,pages\na,many\nb,none\nc,3\n';
    const corrections = [{ line: 2, field: 'sheets', value: ' 12 ' }];
    const { body } = await send('/preview', { csv, corrections });
    expect(body).toMatchObject({ good: 2, bad: 1, pages: 15 });
    expect(body.lines[1]).toMatchObject({ line: 3, values: { job: 'b', sheets: 'none' }, paper: null });
    expect((await send('', { csv, corrections })).status).toBe(400);
    expect(await deposits()).toEqual([]);
    const taken = await send('', { csv, corrections, partial: true });
    expect(taken.body).toMatchObject({ created: 2, skipped: 1, pages: 15 });
  });

  it('without jobs books only what is new after it was corrected or saved anew', async () => {
    const csv = 'date,pages,width,length\n2026-10-01,5,0.21,0.3\n,many,,\n2026-10-01,5,0.21,0.3\n,7,,\n';
    expect((await send('', { csv, partial: true })).body).toMatchObject({ created: 3, skipped: 1 });
    const corrected = csv
      .replace('many,,', '8,,')
      .replaceAll('0.3', '0.300')
      .replaceAll('\n', '\r\n')
      .replaceAll(',', ';');
    expect((await post('/preview', corrected)).body).toMatchObject({ good: 1, known: 3, pages: 8 });
    const moved = `note;${corrected.replaceAll('\r\n', '\r\nx;').replace(/x;$/, '')}`;
    expect((await post('', moved)).body).toMatchObject({ created: 1, unchanged: 3 });
    const more = `${csv.replace('many', '8')}2026-10-01,5,0.21,0.3\n`;
    expect((await post('', more)).body).toMatchObject({ created: 1, unchanged: 4 });
    expect(await deposits()).toHaveLength(5);
  });

  it('is corrected with values as a file may have them', async () => {
    const csv = 'Auftrag;Datum;Gewicht (kg)\na;gestern;viel\nb;;mehr\nc;;\nd;;1.250\ne;;2\n';
    const corrections = [
      { line: 2, field: 'date', value: '3.10.2026' },
      { line: 2, field: 'weight', value: '12,5' },
      { line: 3, field: 'weight', value: '12.5' },
      { line: 4, field: 'weight', value: " '-0,5 " },
      { line: 5, field: 'weight', value: '1,250' },
      { line: 6, field: 'unit', value: 'T' },
    ];
    const { body } = await send('/preview', { csv, corrections });
    const mass = ({ pages, width, length, gsm }: Json): number =>
      Number((pages * width * length * gsm).toFixed(3));
    expect(
      body.lines.map(({ paper, faults }: Json) => (paper ? mass(paper) : faults[0].reason.code)),
    ).toEqual([12_500, 12_500, -500, 'number-ambiguous', 2_000_000]);
    expect(body.lines[0].paper.date).toBe('2026-10-03T00:00:00Z');
  });

  it('is imported once per Idempotency-Key', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post('', good, 'file-1')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await deposits()).toHaveLength(2);
    expect((await post('', 'pages\n1', 'file-1')).status).toBe(400);
  });

  it('books nothing for a deactivated account, which still books for those below it', async () => {
    const below = { name: 'Bakery', external_id: 'bakery' };
    const { body: customer } = await world.channel.api.post('/accounts', below);
    await world.distributor.api.post(`/accounts/${world.channel.id}/deactivate`);
    const channelHolder = await signInVisitor(
      world.server,
      await createInvitedUser(world.server, world.channel.account),
    );
    const sendAs = async (path: string, csv: string): Promise<Json> =>
      (await sendDepositFile(channelHolder, world.channel, path, { csv, partial: true })).body;
    const file = 'customer,job,sheets\n,1,5\nbakery,1,5\n';
    const preview = await sendAs('/preview', file);
    expect(preview).toMatchObject({ good: 1, bad: 1, lines: [{ line: 2 }, { line: 3, faults: [] }] });
    expect(errorsOf(preview.lines[0].faults)).toEqual(['The account is inactive and cannot take deposits']);
    expect(await sendAs('', file)).toMatchObject({ created: 1, skipped: 1 });
    expect((await world.channel.api.get('/deposits')).body).toEqual([]);
    expect((await world.channel.api.get(`/accounts/${customer.id}/deposits`)).body).toHaveLength(1);
    await world.distributor.api.post(`/accounts/${world.channel.id}/activate`);
  });

  it('that is to create customers is refused for a customer before it is read', async () => {
    for (const path of ['', '/preview']) {
      const { status, body } = await send(path, { csv: 'nonsense', create_customers: true });
      expect([status, body.reason.code]).toEqual([403, 'no-accounts-below']);
    }
  });
});
