import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../src/platform/decimals.js';
import type { Json } from '../support/api-client.js';
import { csvOf, customerOf, depositsOf, importAnswer, importFile, linesOf } from '../support/job-files.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let shop: TestAccount;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  world.server.setNow('2026-11-10T12:00:00Z');
  shop = await world.newAccount('channel', world.distributor);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const paper = ({ pages, width, length, gsm, date }: Json) => ({ pages, width, length, gsm, date });

describe('A file of jobs', () => {
  it('becomes a deposit for each, of its own account or of customers by external id or id', async () => {
    const alpha = await customerOf(shop, 'alpha');
    const beta = await customerOf(shop, 'beta');
    const { status, body } = await importFile(
      shop.api,
      csvOf(
        'customer,job,date,sheets,size,gsm,width,length',
        ',J-1,2026-11-02,500,SRA3,135,,',
        'alpha,J-1,2026-11-03T10:00:00+01:00,250,letter,,,',
        `${beta.toUpperCase()},J-1,,40,,80,0.21,0.297`,
      ),
    );
    expect([status, body]).toEqual([200, importAnswer(3)]);
    const [own] = await depositsOf(shop.api);
    expect(paper(own)).toEqual({
      pages: 500,
      width: 0.32,
      length: 0.45,
      gsm: 135,
      date: '2026-11-02T00:00:00Z',
    });
    expect(own).toMatchObject({ account_id: shop.id, feed_id: null });
    const [ofAlpha] = await depositsOf(shop.api, `/accounts/${alpha}`);
    expect(paper(ofAlpha)).toEqual({
      pages: 250,
      width: 0.2159,
      length: 0.2794,
      gsm: 75,
      date: '2026-11-03T09:00:00Z',
    });
    const [ofBeta] = await depositsOf(shop.api, `/accounts/${beta}`);
    expect(paper(ofBeta)).toEqual({
      pages: 40,
      width: 0.21,
      length: 0.297,
      gsm: 80,
      date: '2026-11-10T12:00:00Z',
    });
  });

  it('can be JSON Lines, also below an account in the path', async () => {
    const file = linesOf(
      { job: 'a', sheets: 10, size: 'A4', gsm: 80 },
      { job: 'b', weight: 2.5, unit: 'KG' },
    );
    const { body } = await importFile(world.distributor.api, file, { path: `/accounts/${shop.id}` });
    expect(body).toEqual(importAnswer(2));
    expect(await depositsOf(shop.api)).toHaveLength(2);
  });

  it('books a weight exactly', async () => {
    const weights = {
      kg: ['12.345', '12345'],
      g: ['1', '1'],
      lb: ['2000', '907184.74'],
      t: ['-0.5', '-500000'],
    };
    const lines = Object.entries(weights).map(([unit, [weight]]) => `${unit},${weight},${unit}`);
    expect((await importFile(shop.api, csvOf('job,weight,unit', ...lines))).body).toEqual(importAnswer(4));
    const rows = await world.server.sql(
      `select job, pages, deposits.length, pages * width * deposits.length * gsm as mass
       from deposits join (select deposit_id, job from deposit_jobs where account_id = $1) as jobs on deposit_id = id
       where account_id = $1`,
      [shop.id],
    );
    const expected = new Map(
      Object.values(weights).map(([, grams], index) => [Object.keys(weights)[index], grams]),
    );
    for (const { job, mass, pages } of rows as Json[]) {
      const difference = decimal(mass)
        .minus(expected.get(job) ?? 0)
        .abs();
      expect([job, difference.lt('0.000000000001')]).toEqual([job, true]);
      expect(Math.sign(Number(pages))).toBe(job === 't' ? -1 : 1);
    }
    expect(rows).toHaveLength(4);
  });

  it('can have jobs of no sheets and no weight, as there are such deposits', async () => {
    const cancelled = csvOf(
      'job,sheets,weight,unit,size',
      'a,0,,,A4',
      'b,-0,,,',
      'c,,0.000,kg,',
      "d,,'-0,t,",
      'e,5,,,',
    );
    expect((await importFile(shop.api, cancelled)).body).toEqual(importAnswer(5));
    expect((await importFile(shop.api, cancelled)).body).toEqual(importAnswer(0, 5));
    expect((await importFile(shop.api, '{"job":"c","weight":0,"unit":"g"}')).body).toEqual(
      importAnswer(0, 1),
    );
    const booked = await depositsOf(shop.api);
    expect(booked.map(({ pages }) => pages).sort()).toEqual([0, 0, 0, 0, 5]);
    expect(booked.map(({ length }) => length).sort()).toEqual([0.2794, 0.2794, 0.2794, 0.2794, 0.297]);
    const later = await importFile(shop.api, csvOf('job,sheets', 'b,10'));
    expect(later.body.error).toContain('job is booked already with other figures: b');
  });

  it('changes nothing if it is sent again, and is refused with other figures', async () => {
    const lines = ['job,date,sheets,gsm', '1,2026-11-01,10,80', '2,,20,80'];
    await importFile(shop.api, csvOf(...lines));
    world.server.setNow('2026-11-11T12:00:00Z');
    expect((await importFile(shop.api, csvOf(...lines))).body).toEqual(importAnswer(0, 2));
    for (const changed of ['1,2026-11-01,11,80', '1,2026-11-02,10,80', '1,2026-11-01,10,90']) {
      const { status, body } = await importFile(shop.api, csvOf('job,date,sheets,gsm', changed));
      expect([status, body]).toEqual([
        400,
        {
          code: 400,
          error: 'Nothing was imported:\nline 2: job is booked already with other figures: 1',
          ...importAnswer(0, 0, 0, [{ line: 2, message: 'job is booked already with other figures: 1' }]),
        },
      ]);
    }
    expect(await depositsOf(shop.api)).toHaveLength(2);
  });

  it('counts a job once that is on two lines, unless they differ', async () => {
    const same = csvOf('job,sheets', 'x,1', 'x,1');
    expect((await importFile(shop.api, same)).body).toEqual(importAnswer(1, 1));
    const { status, body } = await importFile(shop.api, csvOf('job,sheets', 'y,1', 'y,2'));
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ line: 3, message: 'job is also on line 2, with other figures: y' }]);
  });

  it('is the same with blanks around its texts, also in quotes', async () => {
    const query = '?create_customers=true';
    const plain = csvOf('customer,job,date,sheets,size', 'C-1,J-1,2026-11-01,100,A4');
    expect((await importFile(shop.api, plain, { query })).body).toEqual(importAnswer(1, 0, 1));
    for (const blanks of [' ', '\t', '\r\n', '\u00a0', '\u3000', '\u2028', '\ufeff', ' '.repeat(400)]) {
      const padded = (...fields: string[]) => fields.map((field) => `"${blanks}${field}${blanks}"`).join(',');
      const csv = csvOf(
        padded('customer', 'job', 'date', 'sheets', 'size'),
        padded('C-1', 'J-1', '2026-11-01', '100', 'A4'),
      );
      expect((await importFile(shop.api, csv, { query })).body).toEqual(importAnswer(0, 1));
      const jsonl = linesOf({
        customer: `${blanks}C-1${blanks}`,
        job: `${blanks}J-1${blanks}`,
        date: `2026-11-01${blanks}`,
        sheets: `${blanks}100`,
        size: `A4${blanks}`,
      });
      expect((await importFile(shop.api, jsonl, { query })).body).toEqual(importAnswer(0, 1));
    }
    const inside = csvOf('customer,job,sheets', 'C-1,J 1,1', 'C-1,J  1,1', 'C-1,j-1,1');
    expect((await importFile(shop.api, inside)).body).toEqual(importAnswer(3));
  });

  it('means the same in JSON Lines as in CSV by a blank customer and by a day', async () => {
    const days = { dots: '3.11.2026', slashes: '2026/11/03', dashes: '2026-11-03' };
    const jobs = Object.entries(days).map(([job, date]) => ({
      customer: ' ',
      job,
      date,
      sheets: 1,
      size: '\t',
    }));
    const csv = csvOf(
      'customer,job,date,sheets',
      ...Object.entries(days).map(([job, date]) => `" ",${job},${date},1`),
    );
    expect((await importFile(shop.api, linesOf(...jobs))).body).toEqual(importAnswer(3));
    expect((await importFile(shop.api, csv)).body).toEqual(importAnswer(0, 3));
    expect((await depositsOf(shop.api)).map(({ date }) => date)).toEqual(
      Array.from(jobs, () => '2026-11-03T00:00:00Z'),
    );
    const bad = linesOf(
      { job: 'a', date: '31.2.2026', sheets: 1 },
      { job: ' ', sheets: 1 },
      { job: 'c', date: '03/11/2026', sheets: 1 },
    );
    const { body } = await importFile(shop.api, bad);
    expect(body.errors).toEqual([
      { line: 1, message: expect.stringMatching(/^date must be a timestamp .*, not "31\.2\.2026"$/) },
      { line: 2, message: 'job is required' },
      { line: 3, message: expect.stringMatching(/^date must be a timestamp .*, not "03\/11\/2026"$/) },
    ]);
  });

  it('frees a job whose deposit is deleted', async () => {
    await importFile(shop.api, csvOf('job,sheets', 'x,1'));
    const [{ id }] = (await depositsOf(shop.api)) as [Json];
    expect((await shop.api.delete(`/deposits/${id}`)).status).toBe(200);
    expect((await importFile(shop.api, csvOf('job,sheets', 'x,2'))).body).toEqual(importAnswer(1));
    expect(await depositsOf(shop.api)).toMatchObject([{ pages: 2 }]);
  });

  it('frees a job whose deposit a server of 0.9 has deleted, which knows of no jobs', async () => {
    await importFile(shop.api, csvOf('job,sheets', 'x,1', 'y,1'));
    await world.server.sql('delete from deposits where account_id = $1 and pages = 1', [shop.id]);
    const again = csvOf('job,sheets', 'x,2', 'y,3', 'z,4');
    expect((await importFile(shop.api, again)).body).toEqual(importAnswer(3));
    expect((await importFile(shop.api, again)).body).toEqual(importAnswer(0, 3));
    expect((await depositsOf(shop.api)).map(({ pages }) => pages).sort()).toEqual([2, 3, 4]);
  });

  it('is taken whole or not at all, unless it is partial', async () => {
    const file = csvOf('customer,job,sheets', ',1,5', 'nobody,2,5', ',3,many', ',4,6');
    const refused = await importFile(shop.api, file);
    const errors = [
      { line: 3, message: 'customer is no external id or id of an accessible account: nobody' },
      { line: 4, message: 'sheets must be a whole number from -1000000000 up to 1000000000, not "many"' },
    ];
    expect([refused.status, refused.body.code]).toEqual([400, 400]);
    expect(refused.body).toMatchObject(importAnswer(0, 0, 0, errors));
    expect(await depositsOf(shop.api)).toEqual([]);
    const taken = await importFile(shop.api, file, { query: '?partial=true' });
    expect([taken.status, taken.body]).toEqual([200, importAnswer(2, 0, 0, errors)]);
    expect(await depositsOf(shop.api)).toHaveLength(2);
  });

  it('tells the first line of a record over several lines', async () => {
    const file = csvOf('customer,job,sheets', ',"a\nb\r\nc",1', ',"d\ne",many', ',f,many');
    const { body } = await importFile(shop.api, file);
    expect(body.errors.map(({ line }: Json) => line)).toEqual([2, 5, 7]);
  });

  it('has any of the media types of its format, or is plain text', async () => {
    const jsonl = linesOf({ job: 'a', sheets: 1 }, { job: 'b', sheets: 2 });
    const csv = csvOf('job,sheets', 'a,1', 'b,2');
    const plain = 'text/plain;charset=UTF-8';
    await importFile(shop.api, csv);
    const typesOfLines = ['x-ndjson', 'ndjson', 'jsonl', 'x-jsonlines', 'json-lines'];
    const sent: [type: string, file: string][] = [
      ...typesOfLines.map((type) => [`application/${type}`, jsonl] as [string, string]),
      ['Application/JSONL; charset=utf-8', jsonl],
      [plain, jsonl],
      [plain, csv],
      [plain, `\ufeff ${jsonl}`],
      [plain, JSON.stringify({ csv })],
      [plain, JSON.stringify({ jsonl, csv: null }, null, 2)],
    ];
    for (const [type, file] of sent) {
      const { status, body } = await importFile(shop.api, file, { type });
      expect([type, status, body]).toEqual([type, 200, importAnswer(0, 2)]);
    }
    const none = await importFile(shop.api, 'nothing like it', { type: plain });
    expect([none.status, none.body.error]).toEqual([400, 'The file has no jobs, only a header']);
  });

  it('tells which Content-Type a file needs', async () => {
    for (const type of ['application/octet-stream', 'application/x-www-form-urlencoded']) {
      const { status, body } = await importFile(shop.api, csvOf('job,sheets', '1,1'), { type });
      expect(status).toBe(400);
      expect(body.error).toContain('(a file needs the Content-Type text/csv or application/x-ndjson or ');
    }
  });

  it('is booked once with an Idempotency-Key, and refused with another file', async () => {
    const file = csvOf('job,sheets', '1,5');
    const first = await importFile(shop.api, file, { key: 'file-1' });
    const again = await importFile(shop.api, file, { key: 'file-1' });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = await importFile(shop.api, csvOf('job,sheets', '2,5'), { key: 'file-1' });
    expect([other.status, other.body.error]).toEqual([
      400,
      'Idempotency-Key has already been used with a different body',
    ]);
  });

  it('is refused with the same Idempotency-Key and another query', async () => {
    const file = csvOf('job,sheets', '1,5');
    const wrong = [400, 'Idempotency-Key has already been used with a different query'];
    const sent = async (key: string, query: string) => {
      const { status, body, headers } = await importFile(shop.api, file, { key, query });
      return status === 200 ? headers['idempotent-replayed'] : [status, body.error];
    };
    expect(await sent('plain', '')).toBeUndefined();
    expect(await sent('plain', '?partial=true')).toEqual(wrong);
    const both = '?partial=true&create_customers=true';
    expect(await sent('both', both)).toBeUndefined();
    expect(await sent('both', '?create_customers=true&partial=true')).toBe('true');
    expect(await sent('both', '?partial=true')).toEqual(wrong);
    expect(await sent('both', '')).toEqual(wrong);
    // As the version before stored it.
    await world.server.sql('update idempotent_requests set body_hash = $1 where key = $2', [
      createHash('sha256')
        .update(JSON.stringify({ csv: file }))
        .digest(),
      'plain',
    ]);
    expect(await sent('plain', '')).toBe('true');
  });

  it('books each job once if the same file is imported several times at once', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `c${index % 20},job ${index},${index + 1}`);
    const files = [lines, lines.toReversed(), lines, lines.toReversed()].map((own) =>
      csvOf('customer,job,sheets', ...own),
    );
    const answers = await Promise.all(
      files.map((file) => importFile(shop.api, file, { query: '?create_customers=true' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const sum = (name: string): number => answers.reduce((all, { body }) => all + Number(body[name]), 0);
    expect([sum('created'), sum('unchanged'), sum('customers_created')]).toEqual([300, 900, 20]);
    const [{ count }] = (await world.server.sql(
      'select count(*)::integer as count from deposits join accounts on accounts.id = account_id where parent_id = $1',
      [shop.id],
    )) as [Json];
    expect(count).toBe(300);
  });
});
