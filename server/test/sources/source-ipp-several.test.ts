import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ipp } from '../../../printers/src/ipp/ipp.js';
import { printerAddress } from '../../../printers/src/ipp/printer-address.js';
import { portOf } from '../../../printers/src/port-of.js';
import { reasonOf } from '../../../printers/src/source-error.js';
import { further, groupTags, integer, message, text, uri } from '../support/ipp-message.js';
import {
  type IppRequest,
  type IppPrinter,
  printerResponse,
  operations,
  startIppPrinter,
  statuses,
} from '../support/ipp-printer.js';
import { readFrom } from '../support/read-source.js';
import { until } from '../support/until.js';

const notFound = message(statuses.notFound, []);
const counting = (count: number) => integer('printer-impressions-completed', count);

describe('the address of a printer', () => {
  it.each([
    ['ipp://p.example', 'http://p.example:631/x', 'ipp://p.example:631/x'],
    ['ipps://p.example', 'https://p.example:631/x', 'ipps://p.example:631/x'],
    ['http://p.example', 'http://p.example:631/x', 'ipp://p.example:631/x'],
    ['https://p.example', 'https://p.example/x', 'ipps://p.example:443/x'],
    ['ipp://P.example:80', 'http://p.example/x', 'ipp://p.example:80/x'],
    ['ipp://[2001:db8::1]', 'http://[2001:db8::1]:631/x', 'ipp://[2001:db8::1]:631/x'],
  ])('at %s is %s', (url, http, called) => {
    const address = printerAddress({ url: new URL(url), port: portOf(url, ipp) ?? 0 }, '/x');
    expect([address.http.href, address.ipp]).toEqual([http, called]);
  });
});

describe('several printers of one server, read by IPP', () => {
  let server: IppPrinter;
  let place: string;
  beforeAll(async () => {
    server = await startIppPrinter();
    place = `127.0.0.1:${server.port}`;
  });
  afterAll(() => server.close());

  const read = async (externalId: string, url = `ipp://${place}`) => {
    const { readings, reasons } = await readFrom(ipp, { url, externalId });
    return {
      totals: Object.fromEntries(readings.map(({ device, total }) => [device, total])),
      unreadable: Object.fromEntries(reasons),
    };
  };
  const printersAt = (totals: Record<string, number>) => (request: IppRequest) =>
    request.path in totals ? printerResponse(counting(totals[request.path] ?? 0)) : notFound;

  it('accepts paths, names, and names in CUPS', async () => {
    server.respondWith(printersAt({ '/a/b': 1, '/ipp/print/lab%201': 2, '/printers/Lobby': 3 }));
    expect(await read(' /a/b, lab 1 ,Lobby,,/a/b')).toEqual({
      totals: { [`${place}/a/b`]: 1, [`${place}/ipp/print/lab%201`]: 2, [`${place}/printers/Lobby`]: 3 },
      unreadable: {},
    });
  });

  it('reads a printer once if it is listed by name and by path', async () => {
    server.respondWith(printersAt({ '/ipp/print/Lobby': 1, '/printers/Lab': 2 }));
    expect(await read('Lobby,/ipp/print/Lobby,Lab,/printers/Lab')).toMatchObject({
      totals: { [`${place}/ipp/print/Lobby`]: 1, [`${place}/printers/Lab`]: 2 },
    });
    const given = { url: `ipp://${place}`, externalId: 'Lobby,/ipp/print/Lobby,Lab,/printers/Lab' };
    expect((await readFrom(ipp, given)).readings).toHaveLength(2);
  });

  it('reports missing printers, and reads the others', async () => {
    server.respondWith(printersAt({ '/ipp/print/here': 1 }));
    expect(await read('gone,here,/nowhere')).toEqual({
      totals: { [`${place}/ipp/print/here`]: 1 },
      unreadable: { gone: 'noDevice', '/nowhere': 'noDevice' },
    });
  });

  it.each(['//192.0.2.1/x', '/\\192.0.2.1/x', '/x?y#z'])(
    'stays on the server, whatever the path: %s',
    async (path) => {
      server.respondWith(() => printerResponse(counting(1)));
      const { totals } = await read(path);
      expect(Object.keys(totals)).toEqual([`${place}${server.requests[0]?.path ?? 'no request'}`]);
    },
  );

  it.each(['/../../x', '/a/%2e%2E/x', '/a/..%5Cx', '..', 'a/../x', '/a/%252e./x', '/..;y/x'])(
    'sends no request for %s, which would lead out of the path',
    async (path) => {
      server.respondWith(() => printerResponse(counting(1)));
      const error = read(`here,${path}`);
      await expect(error).rejects.toMatchObject({ reason: 'settings', message: /\.\./ });
      expect(server.requests).toEqual([]);
    },
  );

  it('does not try the second path of a name if the first has refused the credentials', async () => {
    server.respondWith(() => 401);
    expect((await read('Lobby')).unreadable).toEqual({ Lobby: 'login' });
    expect(server.requests).toHaveLength(1);
  });

  it('gives each printer an origin that does not depend on the others', async () => {
    server.respondWith(({ path }) =>
      printerResponse(counting(5), text('printer-serial-number', 'S1'), uri('printer-uuid', `urn:${path}`)),
    );
    const alone = await readFrom(ipp, { url: `ipp://${place}`, externalId: '/a' });
    const both = await readFrom(ipp, { url: `ipp://${place}`, externalId: '/a,Lobby' });
    expect(both.readings).toContainEqual(alone.readings[0]);
    expect(both.origins).toContainEqual({
      address: `${place}/a`,
      slot: '',
      serial: 'S1',
      uuid: 'urn:/a',
      formerName: 'S1',
    });
    expect(both.addresses).toEqual(['/a', '/ipp/print/Lobby', '/printers/Lobby'].map((path) => place + path));
  });

  it('distinguishes two queues of one device with separate counters', async () => {
    server.respondWith(({ path }) =>
      printerResponse(
        counting(path.length),
        text('printer-serial-number', 'S1'),
        uri('printer-uuid', `urn:${path}`),
      ),
    );
    expect((await read('/a,/bc')).totals).toEqual({ 'S1 urn:/a': 2, 'S1 urn:/bc': 3 });
  });

  it('lists the printers of a server like CUPS for *, and reads each on that server', async () => {
    const ofServer = printersAt({ '/printers/A': 10, '/printers/B': 20 });
    const listed = (address: string) => [uri('printer-uri-supported', address)];
    server.respondWith((request) =>
      request.operation === operations.cupsGetPrinters
        ? message(statuses.ok, [
            [groupTags.printer, listed('ipp://192.0.2.1:631/printers/A')],
            [groupTags.printer, [...listed('ipps://x/printers/B'), further(uri('', 'ipp://x/printers/C'))]],
            [groupTags.printer, listed('ipp://x/printers/C')],
            [groupTags.printer, listed('no address')],
          ])
        : ofServer(request),
    );
    expect(await read('*')).toEqual({
      totals: { [`${place}/printers/A`]: 10, [`${place}/printers/B`]: 20 },
      unreadable: { '/printers/C': 'noDevice' },
    });
    expect(server.requests[0]?.path).toBe('/');
  });

  it.each([
    ['lists none', statuses.notFound, 'noDevice'],
    ['cannot list', statuses.operationNotSupported, 'noReading'],
    ['refuses the credentials', statuses.notAuthorized, 'login'],
  ])('fails as a whole if the server %s', async (_, status, reason) => {
    server.respondWith(() => message(status, []));
    const failure: unknown = await read('*').catch((error: unknown) => error);
    expect(reasonOf(failure)).toBe(reason);
  });

  describe('of many', () => {
    const many = Array.from({ length: 40 }, (_, index) => `/p${index}`);
    /** Aborts after this many requests. */
    const readMany = async (count: number): Promise<void> => {
      const off = new AbortController();
      const given = { url: `ipp://${place}`, externalId: many.join(), signal: off.signal };
      const reading = readFrom(ipp, given).catch((error: unknown) => error);
      await until(
        'that many requests',
        () => server.requests.length,
        (seen) => seen >= count,
      );
      off.abort();
      await reading;
    };

    it('reads eight at a time', async () => {
      server.respondWith(() => undefined);
      await readMany(8);
      expect(server.requests).toHaveLength(8);
    });

    it('continues with the others if one does not answer', async () => {
      server.respondWith(({ path }) => (path === '/p0' ? undefined : printerResponse(counting(1))));
      await readMany(many.length);
      expect(new Set(server.requests.map(({ path }) => path))).toEqual(new Set(many));
      expect(server.maxConcurrent()).toBeLessThanOrEqual(8);
    });
  });
});
