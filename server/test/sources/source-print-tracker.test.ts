import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { metersUrl, printTracker } from '../../src/sources/print-tracker.js';
import { type Answer, startHttpPeer, type HttpPeer } from '../support/http-peer.js';
import { entity, meter } from '../support/print-tracker-peer.js';
import { readFrom, type SourceResult } from '../support/read-source.js';
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

const read = (
  url: string,
  externalId = 'office',
  password: string | null = 'the key',
): Promise<SourceResult> => readFrom(printTracker, { url, externalId, password });

const numbered = (count: number): object[] =>
  Array.from({ length: count }, (_, number) => meter(`device ${number}`, String(number)));

describe("Print Tracker's API, by its published fields", () => {
  it.each([
    ['without TLS', false],
    ['over TLS', true],
  ])('is read %s', async (_, tls) => {
    const { url } = await startPeer(
      entity(() => [meter('a', '350'), meter('b', 12)]),
      tls,
    );
    expect(await read(url)).toMatchObject({
      readings: [
        { device: 'a', total: 350, unit: 'impressions' },
        { device: 'b', total: 12, unit: 'impressions' },
      ],
      unreadable: [],
    });
  });

  const counts = [0, 99, 100, 101, 250];

  it.each(counts)('are read, each once, if there are %i', async (count) => {
    const peer = await startPeer(entity(() => numbered(count)));
    const { readings } = await read(peer.url);
    expect(readings.map(({ total }) => total)).toEqual(Array.from({ length: count }, (_, number) => number));
    // Every page, an empty one, and page 0.
    expect(peer.requests).toHaveLength(Math.ceil(count / 100) + 2);
  });

  it.each(counts.flatMap((count) => [{ count }, { count, beyond: 404 }]))(
    'are read, each once, if pages are numbered from 0: %o',
    async ({ count, ...habits }) => {
      const { url } = await startPeer(entity(() => numbered(count), { firstPage: 0, ...habits }));
      if (count === 0 && 'beyond' in habits) {
        await expect(read(url)).rejects.toMatchObject({ reason: 'noDevice' });
        return;
      }
      const { readings, unreadable } = await read(url);
      const totals = readings.map(({ total }) => total).sort((a, b) => a - b);
      expect(totals).toEqual(Array.from({ length: count }, (_, number) => number));
      expect(unreadable).toEqual([]);
    },
  );

  it.each([400, 404, 500])('are all read if page 0 has status %i', async (status) => {
    const { url } = await startPeer((request, response, body) => {
      if (request.url?.includes('page=0&') === true) response.writeHead(status).end();
      else entity(() => numbered(101))(request, response, body);
    });
    expect((await read(url)).readings).toHaveLength(101);
  });

  it('are reported as managed if their tracking is enabled, if that is needed', async () => {
    const disabled = new Set(['device 3', 'device 240']);
    const peer = await startPeer(entity(() => numbered(250), { disabled }));
    const given = { url: peer.url, externalId: 'office', password: 'the key' };
    expect(new Set((await readFrom(printTracker, given)).readings.map(({ managed }) => managed))).toEqual(
      new Set([undefined]),
    );
    const { readings } = await readFrom(printTracker, { ...given, isManagedOnly: true });
    expect(readings).toHaveLength(250);
    expect(readings.filter(({ managed }) => managed !== true)).toEqual([
      { device: 'device 3', total: 3, unit: 'impressions', managed: false },
      { device: 'device 240', total: 240, unit: 'impressions', managed: false },
    ]);
  });

  it('are not reported as unmanaged if the list shifted while it was read', async () => {
    let lists = 0;
    const { url } = await startPeer((request, response, body) => {
      const isManagedList = request.url?.includes('excludeDisabled=true') === true;
      if (isManagedList && request.url?.includes('page=1&') === true) lists++;
      // Between two pages of the first list, its first device disappears and all others move up.
      const isMoved = isManagedList && lists === 1 && request.url?.includes('page=1&') === false;
      entity(() => numbered(150).slice(isMoved ? 1 : 0))(request, response, body);
    });
    const given = { url, externalId: 'office', password: 'the key', isManagedOnly: true };
    const { readings } = await readFrom(printTracker, given);
    expect(readings.filter(({ managed }) => managed === true)).toHaveLength(150);
    expect(lists).toBe(2);
  });

  it('accepts pages that are shorter than requested, lists in an object, and numeric keys', async () => {
    const pages = [[meter('a', '1'), meter(7, '2')], [meter('b', '3')]];
    const { url } = await startPeer(({ url: path = '' }, response) => {
      const data = pages[Number(new URL(path, 'http://peer').searchParams.get('page')) - 1];
      if (data) response.end(JSON.stringify({ data, count: 3 }));
      else response.writeHead(404).end();
    });
    const { readings } = await read(url);
    expect(readings.map(({ device, total }) => [device, total])).toEqual([
      ['a', 1],
      ['7', 2],
      ['b', 3],
    ]);
  });

  it('reads changed counts under the same key', async () => {
    let total = 350;
    const { url } = await startPeer(entity(() => [meter('a', String(total))]));
    const before = await read(url);
    total += 20;
    const after = await read(url);
    expect([before.readings[0], after.readings[0]]).toEqual([
      { device: 'a', total: 350, unit: 'impressions' },
      { device: 'a', total: 370, unit: 'impressions' },
    ]);
  });

  it('reports a failed login for a wrong key, for none, and for one without access', async () => {
    const { url } = await startPeer(entity(() => [meter('a', '1')]));
    await expect(read(url, 'office', 'guessed')).rejects.toMatchObject({ reason: 'login' });
    await expect(read(url, 'office', null)).rejects.toMatchObject({ reason: 'login' });
    const forbidding = await startPeer((_, response) => response.writeHead(403).end());
    await expect(read(forbidding.url)).rejects.toMatchObject({ reason: 'login' });
  });

  it('reports no device for an unknown entity', async () => {
    const peer = await startPeer(entity(() => [meter('a', '1')]));
    await expect(read(peer.url, 'cellar/office?x=1')).rejects.toMatchObject({ reason: 'noDevice' });
    expect(peer.requests[0]).toMatch(/^GET \/v1\/entity\/cellar%2Foffice%3Fx%3D1\/currentMeter\?/);
  });

  it.each(['.', '..', '../office', 'a/../office', 'a\\..', '%2e%2e', '%252E.', '..;x=1'])(
    'sends no request for the entity %s, which would lead out of the path',
    async (entityId) => {
      const peer = await startPeer(entity(() => [meter('a', '1')]));
      await expect(read(peer.url, entityId)).rejects.toMatchObject({ reason: 'settings', message: /\.\./ });
      expect(peer.requests).toEqual([]);
    },
  );

  it('reports a device without a valid count, and reads the others', async () => {
    const odd = ['many', '1,234', '12.5', '-3', '', ' 7', 12.5, -3, 1e300, null, true, [7]];
    const meters = [
      ...odd.map((value) => meter(`odd ${JSON.stringify(value)}`, value)),
      { deviceKey: 'no counts' },
      { deviceKey: 'no life', pageCounts: { default: { total: { value: '9' } } } },
      meter('good', '44'),
    ];
    const { url } = await startPeer(entity(() => meters));
    const found = await read(url);
    expect(found.readings).toEqual([{ device: 'good', total: 44, unit: 'impressions' }]);
    expect(found.unreadable).toHaveLength(meters.length - 1);
    for (const { error } of found.unreadable) expect(error).toMatchObject({ reason: 'noReading' });
  });

  it('reports a meter without a device', async () => {
    const meters = [meter(undefined, '1'), meter('', '1'), meter({}, '1'), null, 'meter'] as object[];
    const { url } = await startPeer(entity(() => [...meters, meter('good', '44')]));
    const found = await read(url);
    expect(found.readings).toHaveLength(1);
    expect(found.unreadable).toHaveLength(meters.length);
  });

  it.each([
    ['text', 'It works!'],
    ['nothing', ''],
    ['a truncated list', JSON.stringify([meter('a', '1')]).slice(0, -9)],
    ['an object without a list', JSON.stringify({ meters: meter('a', '1') })],
    ['an object with two lists', JSON.stringify({ meters: [meter('a', '1')], devices: [] })],
    ['null', 'null'],
    ['5 MB', Buffer.alloc(5 * 1024 * 1024, ' ')],
    ['a million zeros', `[${'0,'.repeat(1_000_000)}0]`],
    ['far more meters than requested', JSON.stringify(numbered(1_001))],
  ])('%s is not a list of meters', async (_, answer) => {
    const { url } = await startPeer((_request, response) => response.end(answer));
    await expect(read(url)).rejects.toMatchObject({ name: 'SourceError', reason: 'badAnswer' });
  });

  it('a page that is repeated is read once', async () => {
    const peer = await startPeer((_, response) => response.end(JSON.stringify(numbered(100))));
    expect((await read(peer.url)).readings).toHaveLength(100);
    expect(peer.requests).toHaveLength(3);
  });

  it.each([
    [100, 1_000, false],
    [1_000, 101, false],
    [1_000, 101, true],
  ])(
    'endless pages of %i are given up after %i; managed only: %s',
    async (size, pages, isManagedOnly) => {
      let named = 0;
      const page = (): object[] => Array.from({ length: size }, () => ({ deviceKey: String(named++) }));
      const { url, requests } = await startPeer((_, response) => response.end(JSON.stringify(page())));
      // A thousand requests take a while on a busy machine.
      const signal = AbortSignal.timeout(280_000);
      const given = { url, externalId: 'office', password: 'the key', isManagedOnly, signal };
      await expect(readFrom(printTracker, given)).rejects.toMatchObject({
        reason: 'tooMany',
        message: /too many/,
      });
      expect(requests).toHaveLength(pages);
    },
    300_000,
  );

  it('pages of devices with keys that are too long end at once, and none is kept', async () => {
    let named = 0;
    const page = (): object[] =>
      Array.from({ length: 100 }, () => meter('x'.repeat(255) + String(named++), 1));
    const { url, requests } = await startPeer((_, response) => response.end(JSON.stringify(page())));
    const { readings, reasons } = await read(url);
    expect(readings).toEqual([]);
    expect(reasons).toEqual(Array.from({ length: 100 }, () => ['', 'noReading']));
    expect(requests).toHaveLength(2);
  });

  it('a redirect is not followed, and the key is not sent', async () => {
    const elsewhere = await startPeer((_, response) => response.end('[]'));
    const { url } = await startPeer((_, response) =>
      response.writeHead(302, { location: elsewhere.url }).end(),
    );
    await expect(read(url)).rejects.toMatchObject({ reason: 'badAnswer' });
    expect(elsewhere.requests).toEqual([]);
  });

  it('is refused at a private address unless the operator allows it', async () => {
    const peer = await startPeer(entity(() => [meter('a', '1')]));
    const network = createNetworkPolicy([]);
    const refused = readFrom(printTracker, {
      url: peer.url,
      externalId: 'office',
      password: 'the key',
      network,
    });
    await expect(refused).rejects.toMatchObject({
      reason: 'privateAddress',
      message: /not a public address/,
    });
    expect(peer.requests).toEqual([]);
  });

  it.each([
    ['https://papi.example', 'https://papi.example/v1/entity/a/currentMeter'],
    ['https://papi.example/v1/', 'https://papi.example/v1/entity/a/currentMeter'],
    ['http://papi.example:8080/tracker', 'http://papi.example:8080/tracker/v1/entity/a/currentMeter'],
  ])('below %s the meters are at %s', (given, whole) => {
    expect(metersUrl(new URL(given), 'a').href).toBe(whole);
  });
});

describe('a feed of Print Tracker', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' });
  });
  afterAll(() => world.stop());

  it.each([
    ['healthy with the right key', 'the key', 'office', 'healthy'],
    ['unhealthy with a wrong key', 'guessed', 'office', 'unhealthy'],
    ['unhealthy for an unknown entity', 'the key', 'cellar', 'unhealthy'],
  ])('is %s', async (_, password, external_id, health) => {
    const { url } = await startPeer(
      entity(() => [meter('a', '350')]),
      true,
    );
    const { api } = world.customer;
    const at = await api.post('/servers', { type: 'print_tracker', url, username: 'unused', password });
    const feed = await api.post('/feeds', { type: 'print_tracker', server_id: at.body.id, external_id });
    expect(feed.status).toBe(200);
    expect(feed.body.health_check).toBe(health);
  });
});
