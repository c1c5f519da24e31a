import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { ipp } from '../../../printers/src/ipp/ipp.js';
import {
  type Field,
  further,
  groupTags,
  integer,
  message,
  text,
  unknown,
  uri,
} from '../support/ipp-message.js';
import {
  type IppPrinter,
  jobsResponse,
  printerResponse,
  operations,
  startIppPrinter,
  statuses,
} from '../support/ipp-printer.js';
import { closedPort } from '../support/ports.js';
import { readFrom } from '../support/read-source.js';

const sheets = (count: number) => integer('printer-media-sheets-completed', count);
const impressions = (count: number) => integer('printer-impressions-completed', count);

describe('a printer read by IPP', () => {
  let printer: IppPrinter;
  let place: string;
  beforeAll(async () => {
    printer = await startIppPrinter();
    place = `127.0.0.1:${printer.port}`;
  });
  afterAll(() => printer.close());

  type Given = Partial<Parameters<typeof readFrom>[1]>;
  /** The readings, and the reasons of unreadable printers. */
  const read = async (given: Given = {}) => {
    const { readings, reasons } = await readFrom(ipp, { url: `ipp://${place}/ipp/print`, ...given });
    return { readings, unreadable: reasons };
  };
  const nothingFor = (reason: string) => ({ readings: [], unreadable: [['/ipp/print', reason]] });

  describe('what is counted', () => {
    it.each<[string, Field[], number, string]>([
      ['sheets if there are both', [sheets(70), impressions(100)], 70, 'sheets'],
      ['impressions if there is nothing else', [impressions(100)], 100, 'impressions'],
      ['impressions if sheets are unknown', [unknown(sheets(0)[1]), impressions(100)], 100, 'impressions'],
      ['impressions if sheets are negative', [sheets(-2), impressions(100)], 100, 'impressions'],
      [
        'impressions if there are several values for sheets',
        [sheets(1), further(sheets(2)), impressions(9)],
        9,
        'impressions',
      ],
      ['sheets of a printer that never printed', [sheets(0)], 0, 'sheets'],
      ['the largest number of sheets that IPP can express', [sheets(2_147_483_647)], 2_147_483_647, 'sheets'],
    ])('is %s', async (_, fields, total, unit) => {
      printer.respondWith(() => printerResponse(...fields));
      expect(await read()).toEqual({
        readings: [{ device: `${place}/ipp/print`, total, unit }],
        unreadable: [],
      });
    });

    it('is found among attributes that were not requested', async () => {
      const collection: Field[] = [
        [0x34, 'media-col-default', Buffer.alloc(0)],
        further([0x4a, '', Buffer.from('media-size')]),
        further([0x34, '', Buffer.alloc(0)]),
        further([0x4a, '', Buffer.from(sheets(0)[1])]),
        further(integer('', 5)),
        further([0x37, '', Buffer.alloc(0)]),
        further([0x37, '', Buffer.alloc(0)]),
      ];
      const date: Field = [0x31, 'printer-current-time', Buffer.from('07ea0b0f080000002b0000', 'hex')];
      const odd: Field = [0x7f, 'vendor-says', Buffer.from('4000000107', 'hex')];
      printer.respondWith(() =>
        printerResponse(...collection, date, sheets(12), odd, text('__proto__', 'x')),
      );
      expect((await read()).readings).toMatchObject([{ total: 12, unit: 'sheets' }]);
    });

    it('is zero if there is neither a counter nor a job', async () => {
      printer.respondWith(({ operation }) =>
        operation === operations.getJobs ? jobsResponse() : printerResponse(),
      );
      const device = `${place}/ipp/print jobs`;
      expect((await read()).readings).toEqual([{ device, total: 0, unit: 'impressions' }]);
    });
  });

  describe('the device', () => {
    const serial = text('printer-serial-number', ' AB 12 ');
    const uuid = uri('printer-uuid', 'urn:uuid:4509a320-00a0-008f-00b6-002507510eca');
    const withId = (id: string) => text('printer-device-id', id);

    it.each<[string, Field[], string]>([
      ['the serial number', [serial, withId('SN:OTHER;')], 'AB 12'],
      ['the serial number of the device id', [withId('MFG:Acme;MDL:L5;SN:X1234;')], 'X1234'],
      ['the serial number under another key', [withId('MFG:Acme;SERN:X9')], 'X9'],
      ['with its uuid', [serial, uuid], `AB 12 ${uuid[2].toString()}`],
      ['the uuid alone', [withId('MFG:Acme;MDL:ASN:5;'), uuid], uuid[2].toString()],
      [
        'the uuid if the serial number is all zeros',
        [text('printer-serial-number', '00000'), uuid],
        uuid[2].toString(),
      ],
      [
        'and not a filler',
        [text('printer-serial-number', 'N/A'), withId('SN:123456;'), uuid],
        uuid[2].toString(),
      ],
      [
        'and not a uuid of zeros',
        [serial, uri('printer-uuid', 'urn:uuid:00000000-0000-0000-0000-000000000000')],
        'AB 12',
      ],
      [
        'nor what no key can hold',
        [text('printer-serial-number', 'x'.repeat(256)), uuid],
        uuid[2].toString(),
      ],
      ['the serial number without control characters', [text('printer-serial-number', 'A\0B\n1')], 'AB 1'],
    ])('is identified by %s', async (_, fields, device) => {
      printer.respondWith(() => printerResponse(sheets(1), ...fields));
      expect((await read()).readings.map((reading) => reading.device)).toEqual([device]);
    });
  });

  describe('a request', () => {
    it.each([
      ['the path of the address', '/printers/Lobby', '/printers/Lobby'],
      ['the default path if the address has none', '', '/ipp/print'],
    ])('goes to %s', async (_, path, expected) => {
      printer.respondWith(() => printerResponse(sheets(1)));
      await read({ url: `ipp://${place}${path}` });
      expect(printer.requests.map((question) => question.path)).toEqual([expected]);
      expect(printer.requests[0]?.words).toContain(`ipp://${place}${expected}`);
    });

    it('uses the old version if the new one is refused', async () => {
      printer.respondWith(({ version }) =>
        version === '1.1'
          ? message(statuses.ignoredAttributes, [[groupTags.printer, [sheets(8)]]], { version: [1, 1] })
          : message(statuses.versionNotSupported, [], { version: [1, 1] }),
      );
      expect((await read()).readings).toMatchObject([{ total: 8 }]);
      expect(printer.requests.map(({ version }) => version)).toEqual(['2.0', '1.1']);
    });

    it('fails if the old version is refused too', async () => {
      printer.respondWith(() => message(statuses.versionNotSupported, []));
      expect(await read()).toEqual(nothingFor('badAnswer'));
      expect(printer.requests).toHaveLength(2);
    });

    it('has the name and password if there is a password', async () => {
      printer.respondWith(({ authorization }) =>
        authorization === undefined ? 401 : printerResponse(sheets(1)),
      );
      expect(await read()).toEqual(nothingFor('login'));
      expect((await read({ username: 'müller', password: 'a:b' })).readings).toHaveLength(1);
      const sent = printer.requests.at(-1)?.authorization?.replace('Basic ', '') ?? '';
      expect(Buffer.from(sent, 'base64').toString()).toBe('müller:a:b');
    });

    it('is not sent to a private address that the operator has not allowed', async () => {
      printer.respondWith(() => printerResponse(sheets(1)));
      expect(await read({ network: createNetworkPolicy([]) })).toEqual(nothingFor('privateAddress'));
      expect(printer.requests).toEqual([]);
    });

    it('is sent over TLS, also to a printer with a self-signed certificate', async () => {
      const secure = await startIppPrinter({ secure: true });
      secure.respondWith(() => printerResponse(sheets(3)));
      for (const scheme of ['ipps', 'https']) {
        const { readings } = await read({ url: `${scheme}://127.0.0.1:${secure.port}/ipp/print` });
        expect(readings).toMatchObject([{ device: `127.0.0.1:${secure.port}/ipp/print`, total: 3 }]);
      }
      expect(secure.requests[0]?.words).toContain(`ipps://127.0.0.1:${secure.port}/ipp/print`);
      expect((await read({ url: `ipp://127.0.0.1:${secure.port}` })).readings).toEqual([]);
      await secure.close();
    });
  });

  describe('an error', () => {
    it.each<[string, number | Buffer, string]>([
      ['HTTP 401', 401, 'login'],
      ['HTTP 403', 403, 'login'],
      ['HTTP 404', 404, 'noDevice'],
      ['HTTP 500', 500, 'badAnswer'],
      ['a redirect', 302, 'badAnswer'],
      ['not-authenticated', message(statuses.notAuthenticated, []), 'login'],
      ['not-authorized', message(statuses.notAuthorized, []), 'login'],
      ['forbidden', message(statuses.forbidden, []), 'login'],
      ['not-found', message(statuses.notFound, []), 'noDevice'],
      ['gone', message(statuses.gone, []), 'noDevice'],
      ['bad-request', message(statuses.badRequest, []), 'badAnswer'],
      ['an unknown status', message(0x0abc, []), 'badAnswer'],
    ])('%s', async (_, answer, reason) => {
      printer.respondWith(() => answer);
      expect(await read()).toEqual(nothingFor(reason));
    });

    it('a closed port', async () => {
      const url = `ipp://127.0.0.1:${await closedPort()}/ipp/print`;
      expect(await read({ url })).toEqual(nothingFor('noAnswer'));
    });

    it('no answer until the signal aborts', async () => {
      printer.respondWith(() => undefined);
      await expect(read({ signal: AbortSignal.timeout(200) })).rejects.toThrow('timeout');
    });
  });
});
