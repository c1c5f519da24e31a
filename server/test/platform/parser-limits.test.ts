import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCreditFile } from '../../src/features/carbon/credit-file.js';
import { bodyCheck } from '../../src/http/edge/body-check.js';
import { exceededLimit } from '../../src/platform/limits/json-limits.js';
import { mapInBatches } from '../../src/platform/limits/batches.js';
import { readCsvTable } from '../../src/platform/text/csv-table.js';
import { readXml } from '../../src/platform/text/xml-tree.js';
import { decodeResponse } from '../../../printers/src/ipp/decode-response.js';
import { readDepositFile } from '../../src/wire/dashboard/deposit-import.js';
import { readJobFile } from '../../src/wire/job-files/job-import.js';
import { readingFormats } from '../../src/wire/reading-formats.js';
import { maxReadings, NewReadings } from '../../src/wire/reading.js';
import type { Answer } from '../support/api-client.js';
import { createPushFeed, type PushFeed } from '../support/readings.js';
import { expectRefusal } from '../support/refusal.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

const bodyLength = 1_048_576;
const maxMessageLength = 10_000;

/** Repeats a unit to the size limit of a body. */
const full = (start: string, unit: string, end = ''): string =>
  start + unit.repeat(Math.floor((bodyLength - start.length - end.length) / unit.length)) + end;

/** The number of event loop turns while the work ran. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work().catch(() => undefined);
  isDone = true;
  return turns;
}

const readAs =
  (type: string) =>
  async (text: string): Promise<unknown> =>
    readingFormats[type]?.(text);
const csv = readAs('text/csv');
const xml = readAs('text/xml');
const deposits = (text: string): Promise<unknown> => readDepositFile({ csv: text }, new Date());
const reading = '<reading device="a" total="1"/>';
const brokenQuote = '\n"a" b"\n';

describe('The largest file of jobs', () => {
  const commas = ','.repeat(8_000_000);
  const jobs = (text: string): Promise<unknown> =>
    readJobFile(text.startsWith('{') ? { jsonl: text } : { csv: text }, new Date());
  const nulls = `{"job":"1","sheets":1${',"a":null'.repeat(1_000)}}\n`;

  it.each([
    ['a header of commas', commas, /is longer than 100000 characters/],
    ['a header of many columns', `a${','.repeat(500)}\n1\n`, /has 501 fields, and at most 200/],
    ['spaces', `job,sheets\n1,${' '.repeat(8_000_000)}2`, undefined],
  ])('with %s is read in time', async (_, text, why) => {
    for (const read of [jobs, deposits]) {
      const start = performance.now();
      if (why) await expect(read(text)).rejects.toThrow(why);
      else expect(JSON.stringify(await read(text))).toContain('is longer than 100000 characters');
      expect(performance.now() - start).toBeLessThan(5_000);
    }
  });

  it.each([
    ['quotes', `job,sheets\n1,"${'""'.repeat(1_000_000)}"\n`],
    ['many columns', `job,sheets${',id'.repeat(190)}\n${`1,1${','.repeat(190)}\n`.repeat(1_000)}`],
    ['JSON', nulls.repeat(800)],
  ])('lets others work while it is read: %s', async (_, text) => {
    expect(await turnsDuring(() => jobs(text))).toBeGreaterThan(40);
  });
});

describe('A long table', () => {
  it.each([
    ['readings', csv, 'device,total\n', 'a,1\n', maxReadings],
    ['readings without a required field', csv, 'device,total\n', 'a\n', maxReadings],
    ['empty readings', csv, 'device,total\n', ',\n', maxReadings],
    ['deposits', deposits, 'pages\n', '1\n', 10_000],
    ['lots', readCreditFile, 'project,serial,vintage_start,vintage_end,tonnes\n', ',a,,,\n', 20_000],
  ])('of %s is read only up to its limit', async (_, read, header, line, limit) => {
    // Otherwise the error would be about the broken quote at its end.
    const text = full(header, line, brokenQuote);
    await expect(read(text)).rejects.toThrow(`too many lines: at most ${limit}`);
  });

  it('with the maximum number of rows is accepted, with as many empty lines', async () => {
    expect(await csv(`device,total\n${'a,1\n\n'.repeat(maxReadings)}`)).toMatchObject({
      readings: { length: maxReadings },
    });
  });

  it.each([
    ['one line', full('device,total\n', 'a,')],
    ['one header', full('device,total,', 'a,')],
    ['one quoted field', full('device,total\n"', '""')],
  ])('that is %s is refused before its end', async (_, text) => {
    await expect(csv(text + brokenQuote)).rejects.toThrow(/^line [12]: is longer than 10000 characters$/);
  });

  it('yields to other work after every few lines', async () => {
    const text = `device,total\n${'a,1\n'.repeat(maxReadings)}`;
    // Read in parts of four kilobytes, and checked in batches of 500 lines.
    expect(await turnsDuring(() => csv(text))).toBeGreaterThan(text.length / 4_200 + maxReadings / 500 - 2);
    const uneven = `pages\n${'1,x\n'.repeat(5_000)}`;
    expect(await turnsDuring(() => deposits(uneven))).toBeGreaterThan(
      uneven.length / 4_200 + 5_000 / 500 - 2,
    );
  });

  it('names only some of many unknown columns', async () => {
    const columns = { required: ['a'], optional: [] } as const;
    const error = await readCsvTable(`${'x,'.repeat(4_000)}x\n1`, columns, 10).catch(
      (refused: unknown) => refused as Error,
    );
    expect(error).toMatchObject({ message: expect.stringMatching(/^.{1,300}$/) });
    expect(error).toMatchObject({ message: expect.stringMatching(/unknown: x; \.\.\.\)$/) });
  });
});

describe('Long XML', () => {
  it('is read only up to its limit', async () => {
    await expect(xml(full('<readings>', '<a/>'))).rejects.toThrow('more than 80001 elements');
    await expect(readXml(Buffer.from(full('<a>', '<b/>', '<')), 100)).rejects.toThrow(
      'more than 100 elements',
    );
    await expect(xml(full('<readings>', reading, '</readings>'))).rejects.toThrow('at most 10000');
    await expect(xml(full('<readings>', '<a>'))).rejects.toThrow('well-formed');
    const attributes = Array.from({ length: 50_000 }, (_, index) => `a${index}=""`).join(' ');
    await expect(xml(`<readings><reading ${attributes}`)).rejects.toThrow('too many attributes');
  });

  it('with the maximum number of readings is accepted', async () => {
    const fields = '<device>a</device><total>1</total><unit>sheets</unit>';
    const text = `<readings>${`<reading>${fields}</reading>`.repeat(maxReadings)}</readings>`;
    expect(await xml(text)).toMatchObject({ readings: { length: maxReadings } });
  });

  it('yields to other work after every few elements', async () => {
    const text = full('<readings>', '<!-- -->', '</readings>');
    expect(await turnsDuring(() => xml(text))).toBeGreaterThan(text.length / 8_192 - 2);
  });
});

describe('A long response from a printer', () => {
  const header = Buffer.from([2, 0, 0, 0, 0, 0, 0, 1]);
  const attribute = Buffer.from([0x44, 0, 6, ...Buffer.from('job-id'), 0, 1, 0x61]);
  const job = Buffer.concat([Buffer.from([2]), attribute]);
  const end = Buffer.from([3]);

  it('is decoded in parts, with the same result', async () => {
    const answer = Buffer.concat([header, ...Array<Buffer>(10_000).fill(job), end]);
    let jobs: readonly unknown[] = [];
    const turns = await turnsDuring(
      async () => ({ jobs } = await decodeResponse(answer, new Set(['job-id']))),
    );
    expect(jobs).toHaveLength(10_000);
    expect(new Set(jobs.map((one) => JSON.stringify(one)))).toEqual(new Set(['{"job-id":"a"}']));
    expect(turns).toBeGreaterThan(15);
  });

  it('is refused if one group is too long', async () => {
    const answer = Buffer.concat([header, Buffer.from([2]), ...Array<Buffer>(20_001).fill(attribute), end]);
    await expect(decodeResponse(answer, new Set(['job-id']))).rejects.toMatchObject({
      cause: { message: 'a group has too many fields' },
    });
  });
});

describe('Long lists in JSON', () => {
  it('are validated in batches', async () => {
    const check = bodyCheck(NewReadings);
    const readings = Array.from({ length: maxReadings }, () => ({ device: ' a ', total: 1 }));
    expect(await turnsDuring(() => check({ readings }))).toBeGreaterThanOrEqual(maxReadings / 500 - 1);
    expect(readings.at(-1)).toEqual({ device: 'a', total: 1 });
    readings[maxReadings - 1] = { device: 'a', total: -1 };
    expect(await check({ readings })).toMatchObject([{ instancePath: `/readings/${maxReadings - 1}/total` }]);
    expect(await check({ readings: [...readings, readings[0]] })).toMatchObject([
      { instancePath: '/readings' },
    ]);
  });

  it('are processed in batches', async () => {
    expect(await turnsDuring(() => mapInBatches(Array(1_000).fill(0), 10, String))).toBeGreaterThanOrEqual(
      99,
    );
  });
});

describe('The size of JSON', () => {
  const limits = { values: 5, depth: 2, fields: 3 };
  it.each<[string, ReturnType<typeof exceededLimit>]>([
    ['[1,2,3,4]', undefined],
    ['[1,2,3,4,5]', 'values'],
    ['["1,2,3,4,5,6,7","[[[[","\\",,,,,,"]', undefined],
    ['[[]]', undefined],
    ['[[[]]]', 'depth'],
    ['{"a":{}}', undefined],
    ['{"a":1,"b":2,"c":3}', undefined],
    ['{"a":1,"b":2,"c":3,"d":4}', 'fields'],
    ['[{"a":1},{"a":1}]', undefined],
    ['[[],[],[]]', 'values'],
    [']]]]', undefined],
    ['"', undefined],
    ['"\\', undefined],
  ])('of %s is checked before it is parsed', (text, passed) => {
    expect(exceededLimit(text, limits)).toBe(passed);
  });
});

describe('A body of one mebibyte', () => {
  let world: World;
  let feed: PushFeed;
  let holder: Visitor;
  beforeAll(async () => {
    world = await startWorld();
    feed = await createPushFeed(world);
    holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
  });
  afterAll(() => world.stop());

  const send = (type: string, text: string): Promise<Answer> => feed.send(type, text);

  it.each([
    ['text/csv', 'names of columns', full('device,total', ',x')],
    ['text/csv', 'one name', full('device,total,', 'x')],
    ['text/csv', 'short lines', full('device,total\n', 'a\n')],
    ['text/xml', 'a name of an attribute', full('<readings><reading ', 'a', '=""/></readings>')],
    ['text/xml', 'a name of an element', full('<readings><', 'a', '/></readings>')],
    ['text/xml', 'a name of a field', full('<readings><reading><', 'a', '/></reading></readings>')],
    ['text/xml', 'elements that stay open', full('<readings>', '<a>')],
    ['application/json', 'a name of a field', full('{"', 'a', '":1}')],
    ['application/json', 'a name within a list', full('{"readings":[{"', 'a', '":1}]}')],
    ['application/json', 'names of fields', full('{', '"a":1,', '"b":1}')],
    ['application/json', 'empty objects', full('[', '{},', '1]')],
    ['application/json', 'lists in lists', full('', '[')],
    ['application/json', 'what is no JSON', full('{', 'x')],
    ['application/json', 'text that is no JSON', full('{"a" ', '"b"')],
    ['application/json', 'one text', full('"', 'a', '"')],
  ])('of %s is refused with a short message: %s', async (type, _, text) => {
    const answer = await send(type, text);
    expectRefusal(answer, 400, /./);
    expect(answer.body.error.length).toBeLessThan(400);
    expect(await feed.storedReadings()).toEqual([]);
  });

  it('from the dashboard is refused with a short message', async () => {
    for (const [path, csvText] of [
      ['deposit-imports', full('pages', ',x').slice(0, 1_000_000)],
      ['deposit-imports/preview', full('pages\n', '1\n').slice(0, 1_000_000)],
    ] as const) {
      const { status, body } = await holder.app('POST', `/app/accounts/${world.channel.id}/${path}`, {
        csv: csvText,
      });
      expect(status).toBe(400);
      expect(body.error.length).toBeLessThan(400);
    }
  });

  it('in a path, a query or a header gets a short message', async () => {
    for (const path of [`/${'x'.repeat(12_000)}`, `/deposits?${'x'.repeat(12_000)}=1`]) {
      const { status, body } = await world.channel.api.get(path);
      expect([400, 404, 200]).toContain(status);
      expect(String(body.error ?? '').length).toBeLessThanOrEqual(maxMessageLength);
    }
  });
});
