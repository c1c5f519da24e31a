import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api-client.js';
import { createPushFeed, type PushFeed } from '../support/readings.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let feed: PushFeed;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  feed = await createPushFeed(world);
});

const json = (body: unknown): Promise<Answer> => feed.owner.api.post(`/feeds/${feed.id}/readings`, body);
const csv = (text: string | Buffer): Promise<Answer> => feed.send('text/csv', text);
const xml = (text: string | Buffer): Promise<Answer> => feed.send('application/xml', text);

async function expectNothingTaken(answer: Answer, words: RegExp): Promise<void> {
  expectRefusal(answer, 400, words);
  expect(await feed.storedReadings()).toEqual([]);
}

const good = { device: 'A', total: 1 };
const fields = ['device', 'total', 'unit', 'managed', 'read_at'] as const;
type Fields = Partial<Record<(typeof fields)[number], string | number>>;

/** The same reading in each format. */
const formats: Record<string, (readings: Fields[]) => Promise<Answer>> = {
  JSON: (readings) => json({ readings }),
  CSV: (readings) =>
    csv([fields, ...readings.map((one) => fields.map((field) => one[field] ?? ''))].join('\n')),
  XML: (readings) => {
    const attributes = (one: Fields): string[] =>
      fields.flatMap((field) => (one[field] === undefined ? [] : [` ${field}="${one[field]}"`]));
    return xml(
      `<readings>${readings.map((one) => `<reading${attributes(one).join('')}/>`).join('')}</readings>`,
    );
  },
};

describe.each(Object.entries(formats))('Readings in %s', (_, send) => {
  it.each<[keyof Fields, string, Fields[keyof Fields]]>([
    ['device', 'missing', undefined],
    ['device', 'empty', ' '],
    ['device', 'too long', 'x'.repeat(256)],
    ['total', 'missing', undefined],
    ['total', 'negative', -1],
    ['total', 'a fraction', 1.5],
    ['total', 'beyond 2^53', 2 ** 53],
    ['unit', 'unknown', 'feet'],
    ['managed', 'in other words', 'yes'],
    ['read_at', 'no time', '5 March'],
    ['read_at', 'a time to come', '2190-01-01'],
  ])('are all refused, with the name of the invalid field: %s, %s', async (field, _what, value) => {
    const bad = { ...good, device: 'B', [field]: value };
    const answer = await send([good, bad, { device: 'C', total: 2 }]);
    await expectNothingTaken(answer, new RegExp(`^readings\\[1\\]\\.${field} `));
  });
});

describe('Readings in JSON', () => {
  const second = (change: object) => ({ readings: [good, { ...good, ...change }] });
  it.each<[RegExp, string, unknown]>([
    [/readings/, 'no list', {}],
    [/readings/, 'an empty list', { readings: [] }],
    [/readings/, 'one that is no list', { readings: good }],
    [/readings/, 'more than 10,000', { readings: Array.from({ length: 10_001 }, () => good) }],
    [/body/, 'a bare list', [good]],
    [/readings\[0\]/, 'null', { readings: [null] }],
    [/date/, 'a field beside the list', { readings: [good], date: '2026-01-01' }],
    [/^readings\[1\]\.device /, 'a device that is a number', second({ device: 4711 })],
    [/^readings\[1\]\.device /, 'a control character', second({ device: 'a\u0000b' })],
    [/^readings\[1\]\.total /, 'a total that is null', second({ total: null })],
    [/^readings\[1\]\.total /, 'a total that is text', second({ total: '1' })],
    [/^readings\[1\]\.read_at /, 'a time that is a number', second({ read_at: 1_700_000_000 })],
    [/^readings\[1\]\.pages /, 'a strange field', second({ pages: 5 })],
    [/managed must be true or false, or null/, 'a truth that is a number', second({ managed: 1 })],
  ])('are refused whole, with a message like %s: %s', async (words, _, body) => {
    await expectNothingTaken(await json(body), words);
  });

  it('may omit optional fields or set them to null', async () => {
    const { status } = await feed.push([{ ...good, unit: null, managed: null, read_at: null }]);
    expect(status).toBe(200);
    expect(await feed.storedReadings()).toMatchObject([{ device: 'A', unit: 'sheets', total: 1 }]);
  });

  it('can be 10,000, with totals up to the largest exact number in JSON', async () => {
    const readings = Array.from({ length: 10_000 }, (_, index) => ({
      device: `D${index}`,
      total: Number.MAX_SAFE_INTEGER,
    }));
    expect(await feed.push(readings)).toMatchObject({ status: 200, body: { devices: 10_000, pages: 0 } });
    const totals = new Set((await feed.storedReadings()).map(({ total }) => total));
    expect([...totals]).toEqual([Number.MAX_SAFE_INTEGER]);
  });

  it('are read as JSON, whatever the content type says', async () => {
    const raw = JSON.stringify({ readings: [good] });
    for (const type of ['application/x-www-form-urlencoded', 'text/plain'])
      expect([type, (await feed.send(type, raw)).status]).toEqual([type, 200]);
  });
});

const all = [
  { device: 'A', unit: 'sheets', total: 100 },
  { device: 'B, 2nd "floor"', unit: 'impressions', total: 200 },
];

describe('Readings in CSV', () => {
  const quoted = '"B, 2nd ""floor"""';
  it.each<[string, string]>([
    ['plain', `device,total,unit\nA,100,sheets\n${quoted},200,impressions\n`],
    ['in any order', `unit,device,total\nsheets,A,100\nimpressions,${quoted},200`],
    [
      'with empty optional fields',
      `device,total,unit,managed,read_at\nA,100,,,\n${quoted},200,impressions,,`,
    ],
    ['with a byte order mark', `\ufeffdevice,total,unit\nA,100,sheets\n${quoted},200,impressions\n`],
    [
      'with Windows line endings and capital letters',
      `Device,TOTAL,Unit\r\nA,100,sheets\r\n${quoted},200,impressions\r\n`,
    ],
    ['with empty lines', `device,total,unit\n\nA,100,sheets\n,,\n${quoted},200,impressions\n\n`],
    [
      'with everything in quotes',
      `"device","total","unit"\n"A","100","sheets"\n${quoted},"200","impressions"`,
    ],
  ])('are taken: %s', async (_, text) => {
    expect(await csv(text)).toMatchObject({ status: 200, body: { devices: 2, pages: 0, deposit: null } });
    expect((await feed.storedReadings()).map(({ device, unit, total }) => ({ device, unit, total }))).toEqual(
      all,
    );
  });

  it('mean the same as in JSON', async () => {
    const managed = await createPushFeed(world, { collection_scope: 'managed_only' });
    const pages = [];
    for (const [hour, total, truth] of [
      [1, 10, 'TRUE'],
      [2, 30, 'true'],
      [3, 60, 'False'],
    ] as const) {
      const text = `device,total,managed,read_at\nA,${total},${truth},2026-01-05T0${hour}:00:00Z\n`;
      pages.push((await managed.send('text/csv; charset=utf-8', text)).body.pages);
    }
    expect(pages).toEqual([0, 20, 0]);
    expect(await managed.deposits()).toMatchObject([{ pages: 20, date: '2026-01-05T02:00:00Z' }]);
  });

  it.each<[RegExp, string, string]>([
    [/readings/, 'a header alone', 'device,total\n'],
    [/missing: total/, 'no total', 'device,unit\nA,sheets\n'],
    [/unknown: pages/, 'a strange column', 'device,total,pages\nA,1,2\n'],
    [/twice: total/, 'a column twice', 'device,total,total\nA,1,2\n'],
    [/commas/, 'semicolons', 'device;total\nA;1\n'],
    [/commas/, 'tabs', 'device\ttotal\nA\t1\n'],
    [/line 3: has 3 fields/, 'a field too many', 'device,total\nA,1\nB,2,3\nC,4\n'],
    [/line 3: .*quote/, 'a quote that stays open', 'device,total\nA,1\n"B,2\n'],
    [/readings\[1\]\.total/, 'a total in another notation', 'device,total\nA,1\nB,1e3\n'],
    [/readings\[1\]\.total/, 'a total with a separator', 'device,total\nA,1\nB,"1,000"\n'],
    [/line 1: .*quote/, 'JSON by mistake', '{"readings":[{"device":"A","total":1}]}'],
  ])('are refused whole, with a message like %s: %s', async (words, _, text) => {
    await expectNothingTaken(await csv(text), words);
  });

  it('are refused if they are not in UTF-8', async () => {
    await expectNothingTaken(await csv(Buffer.from('device,total\nB\xfcro,1\n', 'latin1')), /UTF-8/);
  });
});

describe('Readings in XML', () => {
  const escaped = 'B, 2nd &quot;floor&quot;';
  it.each<[string, string]>([
    [
      'as attributes',
      `<readings><reading device="A" total="100"/><reading device="${escaped}" total="200" unit="impressions"/></readings>`,
    ],
    [
      'as elements',
      `<?xml version="1.0" encoding="UTF-8"?>
       <readings>
         <!-- the ground floor -->
         <reading><device>A</device><total> 100 </total><unit/></reading>
         <reading><total>200</total><unit>impressions</unit><device><![CDATA[B, 2nd "floor"]]></device></reading>
       </readings>`,
    ],
    [
      'as both',
      `<readings xmlns="urn:x"><reading device="A"><total>1&#48;0</total></reading>
       <reading unit="impressions" total="200"><device>${escaped}</device></reading></readings>`,
    ],
  ])('are taken: %s', async (_, text) => {
    for (const type of ['application/xml', 'text/xml; charset=utf-8'])
      expect(await feed.send(type, text)).toMatchObject({ status: 200, body: { devices: 2, pages: 0 } });
    const kept = await feed.storedReadings();
    const distinct = new Map(kept.map(({ device, unit, total }) => [device, { device, unit, total }]));
    expect([...distinct.values()]).toEqual(all);
  });

  const among = (text: string): string => `<readings><reading device="A" total="1"/>${text}</readings>`;
  const second = (inner: string): string => among(`<reading device="B"${inner}</reading>`);
  const entity = '<!DOCTYPE readings [<!ENTITY a "1">]>';
  it.each<[RegExp, string, string]>([
    [/readings/, 'no reading', '<readings/>'],
    [/DOCTYPE/, 'a DOCTYPE', `${entity}<readings><reading device="A" total="&a;"/></readings>`],
    [/DOCTYPE/, 'a DOCTYPE elsewhere', '<!doctype readings SYSTEM "http://127.0.0.1/x"><readings/>'],
    [/entities/, 'an entity', among('<reading device="&secret;" total="1"/>')],
    [/well-formed/, 'an element that stays open', among('<reading device="B" total="2">')],
    [/well-formed/, 'what is cut off', '<readings><reading device="A" total="1"/>'],
    [/well-formed/, 'what is no XML', 'device,total'],
    [/one readings element/, 'another root', '<counters><reading device="A" total="1"/></counters>'],
    [/unknown element: device/, 'a strange element', among('<device>B</device>')],
    [/between/, 'text between elements', among('total 5')],
    [/^pages is not a known field/, 'a strange attribute', second(' total="2" pages="1">')],
    [/^colour is not a known field/, 'a strange field', second(' total="2"><colour>3</colour>')],
    [/^total is given twice/, 'a field twice', second(' total="2"><total>3</total>')],
    [/^total is given twice/, 'an element twice', second('><total>2</total><total>3</total>')],
    [/^total must contain only text/, 'elements in a field', second('><total><a/></total>')],
    [
      /^total must contain only text/,
      'attributes of a field',
      second('><total unit="impressions">1</total>'),
    ],
  ])('are refused whole, with a message like %s: %s', async (words, _, text) => {
    await expectNothingTaken(await xml(text), words);
  });
});

describe('A body without readings', () => {
  it.each(['text/csv', 'application/xml', 'application/json'])('is refused as %s', async (type) => {
    await expectNothingTaken(await feed.send(type, ' '), /readings/);
  });
});
