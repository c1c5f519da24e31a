import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ipp } from '../../../printers/src/ipp/ipp.js';
import { reasonOf } from '../../../printers/src/source-error.js';
import { type Cups, cupsd, startCups } from '../support/cups.js';
import { canRunLprint, type Lprint, startLprint } from '../support/lprint.js';
import { closedPort } from '../support/ports.js';
import { printByIpp } from '../support/print-by-ipp.js';
import { readFrom } from '../support/read-source.js';
import { startWorld, type World } from '../support/world.js';

type Given = Parameters<typeof readFrom>[1];

const totals = async (given: Given): Promise<number[]> =>
  (await readFrom(ipp, given)).readings.map(({ total }) => total);
const reasonsOf = async (given: Given): Promise<Record<string, string>> =>
  Object.fromEntries((await readFrom(ipp, given)).reasons);

describe.skipIf(!canRunLprint)('feeds of type ipp, against the print server LPrint', () => {
  const label = { type: 'image/png', content: PNG.sync.write(new PNG({ width: 40, height: 40 })) };
  let lprint: Lprint;
  let server: string;
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' });
    lprint = await startLprint(['parcels', 'letters']);
    server = `ipp://127.0.0.1:${lprint.port}`;
  });
  afterAll(async () => {
    await lprint.stop();
    await world.stop();
  });

  it('counts what is printed, and continues after a restart of the server', async () => {
    const parcels = { url: `${server}/ipp/print/parcels` };
    const { readings } = await readFrom(ipp, parcels);
    const device = expect.stringMatching(/^urn:uuid:/);
    const model = 'Zebra ZPL 2-inch/203dpi/Direct-Thermal';
    expect(readings).toEqual([{ device, total: 0, unit: 'impressions', name: 'parcels', model }]);
    await printByIpp(parcels.url, { ...label, copies: 3 });
    await expect.poll(() => totals(parcels)).toEqual([3]);
    await lprint.restart();
    expect(await readFrom(ipp, parcels)).toMatchObject({
      readings: [{ device: readings[0]?.device, total: 3, unit: 'impressions' }],
      unreadable: [],
    });
    await printByIpp(parcels.url, label);
    await expect.poll(() => totals(parcels)).toEqual([4]);
  });

  it('reads several printers by name, each with its own count', async () => {
    await printByIpp(`${server}/ipp/print/letters`, { ...label, copies: 2 });
    const both = { url: server, externalId: 'parcels,letters,billboards' };
    await expect.poll(async () => (await totals(both)).sort()).toEqual([2, 4]);
    expect(await reasonsOf(both)).toEqual({ billboards: 'noDevice' });
  });

  it('reports that the server cannot list its printers', async () => {
    const failure: unknown = await readFrom(ipp, { url: server, externalId: '*' }).catch(
      (error: unknown) => error,
    );
    expect(reasonOf(failure)).toBe('noReading');
  });

  const healthOf = async (url: string, externalId?: string): Promise<unknown> => {
    const { api } = world.customer;
    const created = await api.post('/servers', { type: 'ipp', url, username: 'reader', password: 'any' });
    const feed = await api.post('/feeds', {
      type: 'ipp',
      server_id: created.body.id,
      external_id: externalId,
    });
    expect(feed.status).toBe(200);
    return feed.body.health_check;
  };

  it('is healthy if a printer reports its count', async () => {
    expect(await healthOf(server)).toBe('healthy');
    expect(await healthOf(server, 'billboards, letters')).toBe('healthy');
  });

  it('is unhealthy if there is no such printer, or no server', async () => {
    expect(await healthOf(server, 'billboards')).toBe('unhealthy');
    expect(await healthOf(`ipp://127.0.0.1:${await closedPort()}`)).toBe('unhealthy');
  });

  it('is unhealthy at the URL of another kind of server', async () => {
    expect(await healthOf(`snmp://127.0.0.1:${lprint.port}`)).toBe('unhealthy');
  });
});

describe.skipIf(cupsd.missing)('print queues read by IPP from CUPS, which has no counters', () => {
  let cups: Cups;
  let server: string;
  beforeAll(async () => {
    cups = await startCups(['Lobby', 'Upstairs']);
    server = `ipp://127.0.0.1:${cups.port}`;
  });
  afterAll(() => cups.stop());

  const print = (queue: string, pages: number): Promise<void> =>
    printByIpp(`${server}/printers/${queue}`, {
      type: 'application/vnd.cups-raw',
      content: Buffer.from(String(pages)),
    });

  it('sums up the jobs that each queue remembers', async () => {
    const lobby = { url: server, externalId: 'Lobby' };
    expect(await totals(lobby)).toEqual([0]);
    await print('Lobby', 3);
    await print('Upstairs', 1);
    await print('Lobby', 4);
    await expect.poll(() => totals(lobby)).toEqual([7]);
    expect((await readFrom(ipp, lobby)).readings).toEqual([
      {
        device: expect.stringMatching(/^urn:uuid:.* jobs$/),
        total: 7,
        unit: 'sheets',
        name: 'Lobby',
        model: 'Local Raw Printer',
      },
    ]);
    const all = { url: server, externalId: '*' };
    await expect.poll(async () => (await totals(all)).sort()).toEqual([1, 7]);
    expect(await reasonsOf(all)).toEqual({});
  });
});
