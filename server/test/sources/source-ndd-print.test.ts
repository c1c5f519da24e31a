import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nddPrint } from '../../src/sources/ndd-print.js';
import { type Answer, startHttpPeer, type HttpPeer } from '../support/http-peer.js';
import { counter, envelope, portal, type Parameters } from '../support/ndd-print-peer.js';
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

const user = { username: 'Provider & Sons\\user@provider.example', password: 'k1BAv1w==' };

const read = (url: string, given: object = {}): Promise<SourceResult> =>
  readFrom(nddPrint, { url, externalId: 'Acme', ...user, ...given });

describe("NDD Print's CountersData, by its published fields", () => {
  it.each([
    ['without TLS', false],
    ['over TLS', true],
  ])('is read %s', async (_, tls) => {
    const { url } = await startPeer(
      portal(() => [counter('VNB1', '350'), counter('VNB2', 12)]),
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

  it('is asked for one company, the last thirty days and only the fields that are needed', async () => {
    const asked: Parameters[] = [];
    const { url } = await startPeer(
      portal(() => [counter('VNB1', '1', { EnterpriseName: '<A> & B' })], asked),
    );
    await read(url, { externalId: '<A> & B', now: new Date('2026-03-31T22:15:07.250Z') });
    expect(asked).toEqual([
      {
        dealerName: 'Provider & Sons',
        dealerUserEmail: 'user@provider.example',
        dealerUserPassword: 'k1BAv1w==',
        dateTimeStart: '2026-03-01 22:15:07',
        dateTimeEnd: '2026-04-01 22:15:07',
        maxLimitDaysEarlier: '30',
        enterpriseName: '<A> & B',
        serialNumber: '',
        siteName: '',
        siteDivisionName: '',
        engaged: 'false',
        fieldsList: 'EnterpriseName;PrinterDeviceID;SerialNumber;CounterTypeName;LatestCounterTotal',
      },
    ]);
  });

  it.each(['', '/', '/CountersWS', '/CountersWS/CountersData.asmx', '/countersws/countersdata.asmx?wsdl'])(
    'is found from an address that ends with "%s"',
    async (path) => {
      const { url } = await startPeer(portal(() => [counter('VNB1', '1')]));
      expect((await read(url + path)).readings).toHaveLength(1);
    },
  );

  it('counts the life counter of each printer, whatever the order and language of its counters', async () => {
    const { url } = await startPeer(
      portal(() => [
        counter('VNB1', '5', { CounterTypeName: 'Duplex' }),
        counter('VNB1', '350', { CounterTypeName: ' GENERAL ' }),
        counter('VNB1', '999'),
        counter('VNB2', '12', { CounterTypeName: 'Geral' }),
        counter('VNB2', '7', { CounterTypeName: 'Copy' }),
      ]),
    );
    expect((await read(url)).readings.map(({ device, total }) => [device, total])).toEqual([
      ['VNB1', 350],
      ['VNB2', 12],
    ]);
  });

  it('never takes counters of another company', async () => {
    const { url } = await startPeer(
      portal(() => [
        counter('VNB1', '1', { EnterpriseName: 'Acme East' }),
        counter('VNB2', '2', { EnterpriseName: ' ACME ' }),
        counter('VNB3', '3', { EnterpriseName: undefined }),
      ]),
    );
    expect((await read(url)).readings.map(({ device }) => device)).toEqual(['VNB2']);
  });

  it('names a printer without a serial number by its id', async () => {
    const { url } = await startPeer(
      portal(() => [
        counter('0000', '1', { PrinterDeviceID: 41 }),
        counter(null, '2', { PrinterDeviceID: '42' }),
      ]),
    );
    expect((await read(url)).readings.map(({ device }) => device)).toEqual(['id 41', 'id 42']);
  });

  it('reports printers without a valid life counter, and reads the others', async () => {
    const { url } = await startPeer(
      portal(() => [
        ...['many', '1,234', '-3', '', 12.5, null, true].map((value, index) =>
          counter(`ODD${index}X`, value),
        ),
        counter('VNB7', '8', { CounterTypeName: 'Print' }),
        counter('VNB1', '44'),
        null,
        'counter',
      ]),
    );
    const found = await read(url);
    expect(found.readings).toEqual([{ device: 'VNB1', total: 44, unit: 'impressions' }]);
    expect(found.reasons).toHaveLength(8);
    expect(new Set(found.reasons.map(([, reason]) => reason))).toEqual(new Set(['noReading']));
  });

  it.each([
    [{ password: 'guessed' }, 'login'],
    [{ password: null }, 'login'],
    [{ username: 'Provider & Sons\\someone@provider.example' }, 'login'],
    [{ username: 'user@provider.example' }, 'settings'],
    [{ externalId: 'Nobody' }, 'noDevice'],
  ])('reports %o as %s', async (given, reason) => {
    const { url } = await startPeer(portal(() => [counter('VNB1', '1')]));
    await expect(read(url, given)).rejects.toMatchObject({ reason });
  });

  it('lets others work between printers', async () => {
    const { url } = await startPeer(
      portal(() => Array.from({ length: 2_000 }, (_, at) => counter(`VNB${at}X`, 'many'))),
    );
    const most = await mostUnreadableInTurn(nddPrint, { url, externalId: 'Acme', ...user });
    expect(most).toBeLessThan(1_000);
  });

  it.each([
    ['text', 'It works!'],
    ['nothing', ''],
    ['another document', '<html><body/></html>'],
    ['an envelope without a result', envelope('')],
    ['a sentence as result', envelope('Access denied')],
    ['an object as result', envelope('{"counters": 7}')],
    ['a truncated envelope', envelope(JSON.stringify([counter('VNB1', '1')])).slice(0, -30)],
    ['an entity', `<!DOCTYPE a [<!ENTITY b "c">]>${envelope('[]')}`],
    ['3 MB', Buffer.alloc(3 * 1024 * 1024, ' ')],
    ['a million zeros', envelope(`[${'0,'.repeat(900_000)}0]`)],
  ])('%s is not an answer of NDD Print', async (_, answer) => {
    const { url } = await startPeer((_request, response) => response.end(answer));
    await expect(read(url)).rejects.toMatchObject({ name: 'SourceError', reason: 'badAnswer' });
  });
});

describe('A feed of NDD Print', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' });
  });
  afterAll(() => world.stop());

  it('is healthy as soon as a printer of its company is read, and takes one company', async () => {
    const { url } = await startPeer(portal(() => [counter('VNB1', '350')]));
    const { api } = world.customer;
    const server = await api.post('/servers', { type: 'ndd_print', url, ...user });
    const fields = { type: 'ndd_print', server_id: server.body.id };
    expect((await api.post('/feeds', { ...fields, external_id: 'Acme' })).body).toMatchObject({
      type: 'ndd_print',
      health_check: 'healthy',
    });
    expect(await api.post('/feeds', { ...fields, external_id: 'Acme;Other' })).toMatchObject({ status: 400 });
  });
});
