import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from './support/api-client.js';
import { createPushFeed, type PushFeed } from './support/readings.js';
import { expectRefusal } from './support/refusal.js';
import { startWorld, type World } from './support/world.js';

let world: World;
let feed: PushFeed;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  feed = await createPushFeed(world);
});

const csv = (text: string | Buffer): Promise<Answer> => feed.send('text/csv', text);
const xml = (text: string | Buffer): Promise<Answer> => feed.send('application/xml', text);

async function expectNothingTaken(answer: Answer, words: RegExp): Promise<void> {
  expectRefusal(answer, 400, words);
  expect(await feed.kept()).toEqual([]);
}

const good = { device: 'A', total: 1 };

describe('Readings in JSON', () => {
  it.each<[RegExp, string, unknown]>([
    [/readings/, 'no list', {}],
    [/readings/, 'an empty list', { readings: [] }],
    [/readings/, 'one that is no list', { readings: good }],
    [/readings/, 'more than 10,000', { readings: Array.from({ length: 10_001 }, () => good) }],
    [/body/, 'a bare list', [good]],
    [/readings\[0\]/, 'null', { readings: [null] }],
    [/date/, 'a field beside the list', { readings: [good], date: '2026-01-01' }],
    ...(
      [
        ['device', 'none', { device: undefined }],
        ['device', 'empty', { device: ' ' }],
        ['device', 'too long', { device: 'x'.repeat(256) }],
        ['device', 'a number', { device: 4711 }],
        ['device', 'with a control character', { device: 'a\u0000b' }],
        ['total', 'none', { total: undefined }],
        ['total', 'null', { total: null }],
        ['total', 'negative', { total: -1 }],
        ['total', 'a fraction', { total: 1.5 }],
        ['total', 'text', { total: '1' }],
        ['total', 'beyond 2^53', { total: 2 ** 53 }],
        ['unit', 'unknown', { unit: 'feet' }],
        ['managed', 'text', { managed: 'yes' }],
        ['read_at', 'no time', { read_at: 'yesterday' }],
        ['read_at', 'a number', { read_at: 1_700_000_000 }],
        ['pages', 'not a known field', { pages: 5 }],
      ] as const
    ).map(
      ([field, what, change]) =>
        [
          new RegExp(`^readings\\[1\\]\\.${field} `),
          `${field}: ${what}`,
          { readings: [good, { ...good, device: 'B', ...change }, { device: 'C', total: 2 }] },
        ] as [RegExp, string, unknown],
    ),
  ])('are refused whole, with a message like %s: %s', async (words, _, body) => {
    await expectNothingTaken(await feed.owner.api.post(`/feeds/${feed.id}/readings`, body), words);
  });

  it('say what a truth may be', async () => {
    expectRefusal(await feed.push([{ ...good, managed: 1 }]), 400, /managed must be true or false, or null/);
  });

  it('may leave optional fields out, or have them null', async () => {
    const { status } = await feed.push([{ ...good, unit: null, managed: null, read_at: null }]);
    expect(status).toBe(200);
    expect(await feed.kept()).toMatchObject([{ device: 'A', unit: 'sheets', total: 1 }]);
  });

  it('hold 10,000 of them, and the largest number that JSON keeps exact', async () => {
    const readings = Array.from({ length: 10_000 }, (_, index) => ({
      device: `D${index}`,
      total: Number.MAX_SAFE_INTEGER,
    }));
    expect(await feed.push(readings)).toMatchObject({ status: 200, body: { devices: 10_000, pages: 0 } });
    const totals = new Set((await feed.kept()).map(({ total }) => total));
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
      'with what is optional left empty',
      `device,total,unit,managed,read_at\nA,100,,,\n${quoted},200,impressions,,`,
    ],
    ['with a byte order mark', `\ufeffdevice,total,unit\nA,100,sheets\n${quoted},200,impressions\n`],
    [
      'with lines and capitals of Windows',
      `Device,TOTAL,Unit\r\nA,100,sheets\r\n${quoted},200,impressions\r\n`,
    ],
    ['with empty lines', `device,total,unit\n\nA,100,sheets\n,,\n${quoted},200,impressions\n\n`],
    [
      'with everything in quotes',
      `"device","total","unit"\n"A","100","sheets"\n${quoted},"200","impressions"`,
    ],
  ])('are taken: %s', async (_, text) => {
    expect(await csv(text)).toMatchObject({ status: 200, body: { devices: 2, pages: 0, deposit: null } });
    expect((await feed.kept()).map(({ device, unit, total }) => ({ device, unit, total }))).toEqual(all);
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
    [/readings\[1\]\.total/, 'a negative total', 'device,total\nA,1\nB,-2\nC,3\n'],
    [/readings\[1\]\.total/, 'a fraction', 'device,total\nA,1\nB,2.5\n'],
    [/readings\[1\]\.total/, 'a total in another notation', 'device,total\nA,1\nB,1e3\n'],
    [/readings\[1\]\.total/, 'a total with a separator', 'device,total\nA,1\nB,"1,000"\n'],
    [/readings\[1\]\.total/, 'a total that is missing', 'device,total\nA,1\nB,\n'],
    [/readings\[1\]\.total/, 'a total beyond 2^53', 'device,total\nA,1\nB,9007199254740993\n'],
    [/readings\[0\]\.device/, 'a device that is missing', 'device,total\n,1\n'],
    [/readings\[0\]\.device/, 'a device that is too long', `device,total\n${'x'.repeat(256)},1\n`],
    [/readings\[0\]\.unit/, 'an unknown unit', 'device,total,unit\nA,1,feet\n'],
    [/readings\[0\]\.managed/, 'a truth in other words', 'device,total,managed\nA,1,yes\n'],
    [/readings\[0\]\.read_at/, 'no time', 'device,total,read_at\nA,1,5 March\n'],
    [
      /readings\[1\]\.read_at lies in the future/,
      'a time to come',
      'device,total,read_at\nA,1,\nB,1,2190-01-01\n',
    ],
    [/line 1: .*quote/, 'JSON by mistake', '{"readings":[{"device":"A","total":1}]}'],
  ])('are refused whole, with a message like %s: %s', async (words, _, text) => {
    await expectNothingTaken(await csv(text), words);
  });

  it('are refused where they are not in UTF-8', async () => {
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
    const kept = await feed.kept();
    const distinct = new Map(kept.map(({ device, unit, total }) => [device, { device, unit, total }]));
    expect([...distinct.values()]).toEqual(all);
  });

  const within = (text: string): string => `<readings><reading device="A" total="1"/>${text}</readings>`;
  it.each<[RegExp, string, string]>([
    [/readings/, 'no reading', '<readings/>'],
    [
      /DOCTYPE/,
      'a DOCTYPE',
      '<!DOCTYPE readings [<!ENTITY a "1">]><readings><reading device="A" total="&a;"/></readings>',
    ],
    [/DOCTYPE/, 'a DOCTYPE elsewhere', '<!doctype readings SYSTEM "http://127.0.0.1/x"><readings/>'],
    [/entity/, 'an entity', within('<reading device="&secret;" total="1"/>')],
    [/well-formed/, 'an element that stays open', within('<reading device="B" total="2">')],
    [/well-formed/, 'what is cut off', '<readings><reading device="A" total="1"/>'],
    [/well-formed/, 'what is no XML', 'device,total'],
    [/one readings element/, 'another root', '<counters><reading device="A" total="1"/></counters>'],
    [/strange element: device/, 'a strange element', within('<device>B</device>')],
    [/between/, 'text between elements', within('total 5')],
    [
      /^pages is not a known field/,
      'a strange attribute',
      within('<reading device="B" total="2" pages="1"/>'),
    ],
    [
      /^colour is not a known field/,
      'a strange field',
      within('<reading device="B" total="2"><colour>3</colour></reading>'),
    ],
    [
      /^total is given twice/,
      'a field twice',
      within('<reading device="B" total="2"><total>3</total></reading>'),
    ],
    [
      /^total is given twice/,
      'an element twice',
      within('<reading device="B"><total>2</total><total>3</total></reading>'),
    ],
    [
      /^total must hold text/,
      'elements in a field',
      within('<reading device="B"><total><a/></total></reading>'),
    ],
    [
      /^total must hold text/,
      'attributes of a field',
      within('<reading device="B"><total unit="impressions">1</total></reading>'),
    ],
    [/readings\[1\]\.total is required/, 'no total', within('<reading device="B"/>')],
    [/readings\[1\]\.total must/, 'a negative total', within('<reading device="B" total="-2"/>')],
    [
      /readings\[1\]\.total must/,
      'a total beyond 2^53',
      within('<reading device="B" total="99999999999999999"/>'),
    ],
    [/readings\[1\]\.unit must/, 'an unknown unit', within('<reading device="B" total="1" unit="feet"/>')],
    [
      /readings\[1\]\.read_at lies/,
      'a time to come',
      within('<reading device="B" total="1" read_at="2190-01-01"/>'),
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
