import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { csvOf, depositsOf, importFile, linesOf } from '../support/job-files.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let shop: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-10T12:00:00Z');
  shop = await world.newAccount('channel', world.distributor);
});
afterAll(async () => {
  expect(await depositsOf(shop.api)).toEqual([]);
  expect((await shop.api.get('/accounts')).body).toEqual([]);
  await world.stop();
});

const refusalOf = async (file: string | Buffer): Promise<Json> => {
  const { status, body } = await importFile(shop.api, file, { query: '?create_customers=true' });
  expect(status).toBe(400);
  return body;
};

describe('A file that is no file of jobs', () => {
  it.each([
    ['', /CSV or JSON Lines/],
    ['job,sheets\n', /only a header/],
    ['sheets\n1\n', /header must contain job/],
    ['job,sheets,__proto__\n1,1,1\n', /not __proto__/],
    ['job,sheets,constructor\n1,1,1\n', /not constructor/],
    ['job,sheets,\n1,1,1\n', /\(no name\)/],
    ['job,sheets,sheets\n1,1,1\n', /twice: sheets/],
    ['job,sheets,pages\n1,1,1\n', /twice: sheets/],
    [csvOf('job,sheets', ...Array.from({ length: 10_001 }, (_, index) => `${index},1`)), /at most 10000/],
    [
      linesOf(...Array.from({ length: 10_001 }, (_, job) => ({ job: String(job), sheets: 1 }))),
      /at most 10000/,
    ],
    [`job,sheets\n${'\n'.repeat(30_000)}1,1\n`, /at most 10000/],
    [`job,sheets\n${'x'.repeat(9_000_000)}`, /at most 8 MiB/],
  ])('is refused as a whole: %#', async (file, why) => {
    expect((await refusalOf(file)).error).toMatch(why);
  });

  it('is refused if it is not text, and JSON needs exactly one file', async () => {
    expect((await refusalOf(Buffer.from([0x6a, 0xff, 0xfe, 0x00]))).error).toBe(
      'The body must be text in UTF-8',
    );
    for (const body of [{}, { csv: 'job,sheets\n1,1', jsonl: '{}' }, { csv: null }])
      expect((await shop.api.post('/deposits/import', body)).status).toBe(400);
    expect((await shop.api.post('/deposits/import?partial=yes', { csv: 'job\n1' })).status).toBe(400);
  });
});

describe('A line that is wrong', () => {
  const messageOf = async (file: string): Promise<string> => {
    const { errors } = await refusalOf(file);
    expect(errors).toHaveLength(1);
    return String(errors[0].message);
  };
  const whole = 'sheets must be a whole number from -1000000000 up to 1000000000';

  it.each([
    ['job,sheets\n1,1e999', whole],
    ['job,sheets\n1,1e3', whole],
    ['job,sheets\n1,0x10', whole],
    ['job,sheets\n1,NaN', whole],
    ['job,sheets\n1,1000000001', whole],
    ['job,sheets\n1,1.5', whole],
    ['job,weight,unit\n1,1e999,kg', 'weight must be a number'],
    ['job,weight,unit\n1,0.000000000000000000000001,g', 'weight must be at least 0.001 g'],
    ['job,weight,unit\n1,-0.0000009,kg', 'weight must be at least 0.001 g'],
    ['job,weight,unit\n1,5,stone', 'unit must be'],
    ['job,weight,unit\n1,5,', 'unit is required with weight'],
    ['job,weight,unit,sheets\n1,5,kg,5', 'weight must not be given together with sheets'],
    ['job,weight,unit,gsm\n1,5,kg,80', 'gsm must not be given together with weight'],
    ['job,weight,unit\n1,999999999999,t', 'pages and paper must be at most 1000000000 standard pages'],
    ['job,sheets,unit\n1,5,kg', 'unit must not be given without weight'],
    ['job,sheets,size\n1,5,A11', 'size must be the name of a paper size'],
    ['job,sheets,size\n1,5,constructor', 'size must be the name of a paper size'],
    ['job,sheets,size,width\n1,5,A4,0.2', 'size must not be given together with width or length'],
    ['job,sheets,width,length\n1,5,0,1', 'width must be'],
    ['job,sheets,width\n1,5,0.2', 'length is required with width'],
    ['job,sheets,length\n1,5,0.2', 'width is required with length'],
    ['job,sheets,gsm\n1,5,-80', 'gsm must be'],
    ['job,sheets,date\n1,5,1969-12-31', 'date must be between'],
    ['job,sheets,date\n1,5,2026-11-12', 'date must be between'],
    ['job,sheets,date\n1,5,2026-02-30', 'date must be a timestamp'],
    ['job,sheets,date\n1,5,31/12/2025', 'date must be a timestamp'],
    ['job,sheets\n,5', 'job is required'],
    [`job,sheets\n${'j'.repeat(256)},5`, 'job must be'],
    ['job,sheets\na\u0000b,5', 'job must'],
    ['job,sheets\n"a\nb",5', 'job must'],
    ['job,sheets,customer\n1,5,a\u0000b', 'customer must'],
    ['job,sheets\n1,5,6', 'has 3 fields, and the header 2'],
    ['job,sheets\n"1,5', 'a quoted field that begins here is not closed'],
    [`job,sheets\n${'x'.repeat(20_000)},5`, 'is longer than 10000 characters'],
    ['{"job":"1","sheets":1e999}', whole],
    ['{"job":"1","sheets":[1]}', 'sheets must be text or a number'],
    ['{"job":{"a":1},"sheets":1}', 'job must be text or a number'],
    ['{"job":"1","sheets":1,"__proto__":{"x":1}}', 'has a field that is not known: __proto__'],
    ['{"job":"1","sheets":1,"colour":"red"}', 'has a field that is not known: colour'],
    ['{"job":"1","sheets":1,"pages":2}', 'has a field twice: sheets'],
    ['{"job":"1","sheets":1,"gsm":80,"density":80}', 'has a field twice: gsm'],
    ['{"job":"1","sheets":1,"sheets":2}', 'has a field twice: sheets'],
    ['{"job":"1","sheets":1,"j\\u006fb" : "2"}', 'has a field twice: job'],
    ['{"job":"1","sheets":{"a":[1]},"sheets":2}', 'has a field twice: sheets'],
    ['{"job":12345678901234567890,"sheets":1}', 'job must be text, or a whole number of at most 15 digits'],
    ['{"job":9007199254740993,"sheets":1}', 'job must be text'],
    ['{"job":1.10,"sheets":1}', 'job must be text'],
    ['{"job":1.0,"sheets":1}', 'job must be text'],
    ['{"job":1e400,"sheets":1}', 'job must be text'],
    ['{"job":"1","customer":0.5,"sheets":1}', 'customer must be text'],
    ['{"job":"1"', 'must be a JSON object'],
    [`{"job":"${'x'.repeat(20_000)}"}`, 'is longer than 10000 characters'],
  ])('is named with its reason: %#', async (file, message) => {
    expect((await messageOf(file)).startsWith(message)).toBe(true);
  });

  it('tells of what does not go together without a value', async () => {
    expect(await messageOf('job,weight,unit,sheets\n1,5,kg,5')).toBe(
      'weight must not be given together with sheets',
    );
    expect(await messageOf('job,sheets,unit\n1,5,kg')).toBe('unit must not be given without weight');
  });

  it('is one of many that are all named', async () => {
    const { errors } = await refusalOf(csvOf('job,sheets', ...Array.from({ length: 2000 }, () => 'x,none')));
    expect(errors).toHaveLength(2000);
  });
});

describe('A file that is taken without its bad lines', () => {
  const long = 'x'.repeat(12_000);
  const tooLong = 'is longer than 10000 characters';
  const open = 'a quoted field that begins here is not closed';
  const inside = 'a quote is inside a field: it must be doubled, and the field in quotes';

  it.each([
    [
      'CSV with long lines',
      `job,sheets\na,1\n${long},1\nb,1\n"${long}\n",1\nc,1\nd,1${','.repeat(300)}\ne,1\n`,
      ['a', 'b', 'c', 'e'],
      [
        [3, tooLong],
        [5, `${tooLong}; lines 5 to 6 were not read`],
        [8, 'has 302 fields, and at most 200 are allowed'],
      ],
    ],
    [
      'JSON Lines with a long line',
      linesOf({ job: 'a', sheets: 1 }, { job: long, sheets: 1 }, { job: 'b', sheets: 1 }),
      ['a', 'b'],
      [[2, tooLong]],
    ],
    [
      'CSV with quotes',
      'job,sheets\n24" poster,1\na,1\n"24" poster",1\nb,1\n"c,1\nd,1\n"e",1\nf,1\n"g,1\nh,1\ni,1\n',
      ['a', 'b', 'f'],
      [
        [2, inside],
        [4, inside],
        [6, `${inside}; lines 6 to 8 were not read`],
        [10, `${open}; lines 10 to 12 were not read`],
      ],
    ],
    [
      'CSV with a field of several lines',
      'job,sheets\na,1\n"b\nc",1,1\nd,1\n',
      ['a', 'd'],
      [[3, 'has 3 fields, and the header 2; lines 3 to 4 were not read']],
    ],
  ])('has all the others, and each bad line is named: %s', async (_, file, taken, bad) => {
    const other = await world.newAccount('channel', world.distributor);
    const { status, body } = await importFile(other.api, file, { query: '?partial=true' });
    expect(status).toBe(200);
    expect(body.errors.map(({ line, message }: Json) => [line, message])).toEqual(bad);
    expect(body.created).toBe(taken.length);
    const jobs = await world.server.sql(
      'select job from deposit_jobs where account_id = $1 order by job collate "C"',
      [other.id],
    );
    expect(jobs.map(({ job }: Json) => job as string)).toEqual(taken);
  });
});

describe('Odd but right files', () => {
  it('are read: a mark at the start, any line ends, quotes, semicolons, tabs, formulas, minus signs', async () => {
    const other = await world.newAccount('channel', world.distributor);
    const files = [
      '\ufeffjob;weight;unit\r\n"A;1";1,5;KG\r\n',
      'JOB\tSheets\nB\t5\n\n\n',
      `job,sheets\r"C ""x""",7\r`,
      "job,sheets\n'=1+1,8\n'-9,'-3\n",
      '{"job":"E \\"job\\":\\\\","sheets":9,"pages":null,"size":" A4"}',
      '\ufeff{"job":"D","sheets":"9"}\r\n\r\n{"job":5,"weight":0.25,"unit":"lb","customer":null}',
    ];
    for (const file of files) expect((await importFile(other.api, file)).status).toBe(200);
    const jobs = await world.server.sql(
      'select job from deposit_jobs where account_id = $1 order by job collate "C"',
      [other.id],
    );
    expect(jobs.map(({ job }: Json) => job as string)).toEqual([
      '-9',
      '5',
      '=1+1',
      'A;1',
      'B',
      'C "x"',
      'D',
      'E "job":\\',
    ]);
  });
});
