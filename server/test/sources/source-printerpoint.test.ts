import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { printerpoint } from '../../src/sources/printerpoint.js';
import { type Answer, startHttpPeer, type HttpPeer } from '../support/http-peer.js';
import { area, clicks, dealer, printer } from '../support/printerpoint-peer.js';
import { mostUnreadableInTurn, readFrom, type SourceResult } from '../support/read-source.js';
import { startWorld, type World } from '../support/world.js';

const peers: HttpPeer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

async function startPeer(answer: Answer, tls = false): Promise<HttpPeer> {
  const peer = await startHttpPeer(answer, { tls });
  peers.push(peer);
  return peer;
}

const read = (url: string, externalId = '4711', password: string | null = 'abc123'): Promise<SourceResult> =>
  readFrom(printerpoint, { url, externalId, password });

describe("Printerpoint's Real Time Printer API, by its published fields", () => {
  it.each([
    ['without TLS', false],
    ['over TLS', true],
  ])('is read %s', async (_, tls) => {
    const { url } = await startPeer(
      dealer(() => [printer('VNB1', clicks(300, 50)), printer('VNB2', clicks('12'))]),
      tls,
    );
    expect(await read(url)).toMatchObject({
      readings: [
        { device: 'VNB1', total: 350, unit: 'impressions' },
        { device: 'VNB2', total: 12, unit: 'impressions' },
      ],
      unreadable: [],
    });
  });

  it('counts the area of large formats in standard pages', async () => {
    // A thousand sheets of Letter, 215.9 mm by 279.4 mm, and one hundredth of a square millimetre less.
    const thousand = 215.9 * 279.4 * 100 * 1000;
    const { url } = await startPeer(
      dealer(() => [
        printer('LF1', area(thousand)),
        printer('LF2', area(thousand - 1)),
        printer('LF3', area(0)),
      ]),
    );
    expect((await read(url)).readings).toEqual([
      { device: 'LF1', total: 1000, unit: 'sheets' },
      { device: 'LF2', total: 999, unit: 'sheets' },
      { device: 'LF3', total: 0, unit: 'sheets' },
    ]);
  });

  it.each([
    [{ 'Colored Pages by Monochrome in Clicks': 3, 'Colored Pages by Color in Clicks': 4 }, 7],
    [{ coloredPages: { byMonochrome: 3, byColor: { value: '4' } } }, 7],
    [{ colored_pages_by_size: { monochrome_total: 3, monochrome_tabloid: 2, color_total: 4, scans: 50 } }, 7],
    [{ ...clicks(3, 4), colored_pages_by_size_monochrome_total: 90 }, 7],
  ])('finds the counters in %o', async (counters, total) => {
    const { url } = await startPeer(dealer(() => [printer('VNB1', counters)]));
    expect((await read(url)).readings).toEqual([{ device: 'VNB1', total, unit: 'impressions' }]);
  });

  it('reads only the printers of its customer, each once, also in an object', async () => {
    const printers = [
      printer('VNB1', clicks(1)),
      printer('VNB2', clicks(2), { customer_id: 4712 }),
      printer('VNB3', clicks(3), { customer_id: '4711' }),
      printer('VNB1', clicks(9)),
      printer('VNB4', clicks(4), { customer_id: undefined, customer: { id: 4711 } }),
      printer('VNB5', clicks(5), { customer_id: null }),
      null,
      'printer',
    ];
    const { url } = await startPeer((_, response) => response.end(JSON.stringify({ printers })));
    expect((await read(url)).readings.map(({ device, total }) => [device, total])).toEqual([
      ['VNB1', 1],
      ['VNB3', 3],
      ['VNB4', 4],
    ]);
  });

  it('reports printers without a serial number or a valid counter, and reads the others', async () => {
    const { url } = await startPeer(
      dealer(() => [
        ...['many', '1,234', '-3', '', 12.5, null, true].map((value, at) =>
          printer(`ODD${at}X`, clicks(7, value)),
        ),
        printer('VNB7', { colored_pages_by_size_scans_in_clicks: 5 }),
        printer('0000', clicks(1)),
        printer(undefined, clicks(1)),
        printer('VNB1', clicks(44)),
      ]),
    );
    const found = await read(url);
    expect(found.readings).toEqual([{ device: 'VNB1', total: 44, unit: 'impressions' }]);
    expect(found.reasons).toHaveLength(10);
    expect(new Set(found.reasons.map(([, reason]) => reason))).toEqual(new Set(['noReading']));
  });

  it.each(['', '/', '/apis', '/apis/v1/', '/apis/v1/dealer/printers?x=1'])(
    'is found from an address that ends with "%s"',
    async (path) => {
      const { url } = await startPeer(dealer(() => [printer('VNB1', clicks(1))]));
      expect((await read(url + path)).readings).toHaveLength(1);
    },
  );

  it('reports a failed login, and an unknown customer', async () => {
    const { url } = await startPeer(dealer(() => [printer('VNB1', clicks(1))]));
    await expect(read(url, '4711', 'guessed')).rejects.toMatchObject({ reason: 'login' });
    await expect(read(url, '4711', null)).rejects.toMatchObject({ reason: 'login' });
    await expect(read(url, '471')).rejects.toMatchObject({ reason: 'noDevice' });
  });

  it.each([
    ['text', 'It works!'],
    ['nothing', ''],
    ['null', 'null'],
    ['an object without a list', '{"printers": {}}'],
    ['a truncated list', JSON.stringify([printer('VNB1', clicks(1))]).slice(0, -9)],
    ['9 MB', Buffer.alloc(9 * 1024 * 1024, ' ')],
    ['a million zeros', `[${'0,'.repeat(1_000_000)}0]`],
    ['deep nesting', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
  ])('%s is not a list of printers', async (_, answer) => {
    const { url } = await startPeer((_request, response) => response.end(answer));
    await expect(read(url)).rejects.toMatchObject({ name: 'SourceError', reason: 'badAnswer' });
  });
});

describe('A list of printers that is made to be expensive', () => {
  const fieldsOf = (count: number, value: unknown = 1): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, value]));

  it.each([
    ['names of a megabyte', { ['a'.repeat(1_000_000)]: fieldsOf(900) }],
    ['nested names', { ['a'.repeat(9_000)]: fieldsOf(900, { ['b'.repeat(200)]: fieldsOf(2) }) }],
    ['a hundred thousand values', fieldsOf(900, fieldsOf(120))],
  ])('is read without the fields of no counter: %s', async (_, fields) => {
    const { url } = await startPeer(
      dealer(() => [printer('VNB1', { ...clicks(7), ...fields }), printer('VNB2', clicks(8))]),
    );
    expect((await read(url)).readings.map(({ device, total }) => [device, total])).toEqual([
      ['VNB1', 7],
      ['VNB2', 8],
    ]);
  });

  it('lets others work between printers', async () => {
    const { url } = await startPeer(
      dealer(() => Array.from({ length: 1_000 }, () => printer(undefined, clicks(1)))),
    );
    const connection = { url, externalId: '4711', password: 'abc123' };
    expect(await mostUnreadableInTurn(printerpoint, connection)).toBeLessThan(200);
  });
});

describe('A feed of Printerpoint', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' });
  });
  afterAll(() => world.stop());

  it('is healthy with the right token', async () => {
    const { url } = await startPeer(dealer(() => [printer('VNB1', clicks(350))]));
    const { api } = world.customer;
    const server = { type: 'printerpoint', url, username: 'unused', password: 'abc123' };
    const feed = {
      type: 'printerpoint',
      server_id: (await api.post('/servers', server)).body.id,
      external_id: '4711',
    };
    expect((await api.post('/feeds', feed)).body).toMatchObject({
      type: 'printerpoint',
      health_check: 'healthy',
    });
  });
});
