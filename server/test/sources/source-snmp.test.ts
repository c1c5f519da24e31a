import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PrinterAgent, snmpd, startPrinterAgent } from '../support/printer-agent.js';
import { onlyUnreadable, readBySnmp } from '../support/read-snmp.js';

describe.skipIf(snmpd.missing)('printers read by SNMP from the agent of Net-SNMP', () => {
  let agent: PrinterAgent;
  let url: string;
  beforeAll(async () => {
    agent = await startPrinterAgent({ printers: [] });
    url = `snmp://${agent.address}`;
  });
  afterAll(async () => {
    await agent.stop();
  });

  describe('what is counted', () => {
    it('is the life count of the marker, under the serial number', async () => {
      await agent.show([{ serial: ' JPBB 1234 ', markers: [['impressions', 4711]] }]);
      expect((await readBySnmp(url)).readings).toEqual([
        { device: 'JPBB 1234', total: 4711, unit: 'impressions' },
      ]);
      await agent.show([{ serial: 'JPBB 1234', markers: [['impressions', 4720]] }]);
      expect((await readBySnmp(url)).readings).toEqual([
        { device: 'JPBB 1234', total: 4720, unit: 'impressions' },
      ]);
    });

    it('is sheets rather than impressions if there are both', async () => {
      await agent.show([
        {
          serial: 'BOTH-1',
          markers: [
            ['impressions', 900],
            ['sheets', 500],
          ],
        },
      ]);
      expect((await readBySnmp(url)).readings).toEqual([{ device: 'BOTH-1', total: 500, unit: 'sheets' }]);
    });

    it('is the sum of the markers of that unit, also if they need several answers', async () => {
      const sheets = Array.from({ length: 20 }, (_, at) => ['sheets', 1000 + at] as const);
      await agent.show([{ serial: 'MANY-1', markers: [['impressions', 7], ...sheets, ['lines', 9]] }]);
      expect((await readBySnmp(url)).readings).toEqual([{ device: 'MANY-1', total: 20_190, unit: 'sheets' }]);
    });

    it('may exceed a signed 32-bit number', async () => {
      await agent.show([
        {
          serial: 'OLD-1',
          markers: [
            ['sheets', 4_294_967_295],
            ['sheets', 2_147_483_648],
          ],
        },
      ]);
      expect((await readBySnmp(url)).readings).toEqual([
        { device: 'OLD-1', total: 6_442_450_943, unit: 'sheets' },
      ]);
    });

    it.each([0n, 127n, 128n, 65_536n, 4_294_967_296n, 9_007_199_254_740_991n])(
      'may be a Counter64, such as %i',
      async (count) => {
        await agent.show([{ serial: 'WIDE-1', markers: [['sheets', count]] }]);
        expect((await readBySnmp(url)).readings).toEqual([
          { device: 'WIDE-1', total: Number(count), unit: 'sheets' },
        ]);
      },
    );

    it('is not a Counter64 above the largest safe integer', async () => {
      await agent.show([{ serial: 'WIDE-2', markers: [['sheets', 18_446_744_073_709_551_615n]] }]);
      expect(await readBySnmp(url)).toEqual(onlyUnreadable('WIDE-2', 'noReading'));
    });

    it('may be zero', async () => {
      await agent.show([{ serial: 'NEW-1', markers: [['sheets', 0]] }]);
      expect((await readBySnmp(url)).readings).toEqual([{ device: 'NEW-1', total: 0, unit: 'sheets' }]);
    });

    it('has no other unit: a printer that counts in lines is reported, and the one next to it is read', async () => {
      await agent.show([
        { serial: 'LINES-1', markers: [['lines', 100]] },
        { serial: 'PAGES-1', markers: [['sheets', 3]] },
      ]);
      expect(await readBySnmp(url)).toEqual({
        readings: [{ device: 'PAGES-1', total: 3, unit: 'sheets' }],
        unreadable: [['LINES-1', 'noReading']],
      });
    });

    it('is never a partial sum: a printer with an incomplete marker, or without a marker, is reported', async () => {
      await agent.show([
        { serial: 'HALF-1', markers: [['impressions', 8], ['sheets', 12], ['sheets']] },
        { serial: 'BARE-1', markers: [] },
        {
          serial: 'HALF-2',
          markers: [
            ['sheets', 12],
            [null, 500],
          ],
        },
        { serial: 'HALF-3', markers: [['sheets', 12], ['lines']] },
      ]);
      expect((await readBySnmp(url)).unreadable).toEqual([
        ['HALF-1', 'noReading'],
        ['BARE-1', 'noReading'],
        ['HALF-2', 'noReading'],
        ['HALF-3', 'noReading'],
      ]);
    });
  });

  describe('the name of a device', () => {
    it('is its serial number: a replacement is another device', async () => {
      await agent.show([{ serial: 'BEFORE-1', markers: [['sheets', 90_000]] }]);
      expect((await readBySnmp(url)).readings).toMatchObject([{ device: 'BEFORE-1' }]);
      await agent.show([{ serial: 'AFTER-2', markers: [['sheets', 12]] }]);
      expect((await readBySnmp(url)).readings).toMatchObject([{ device: 'AFTER-2', total: 12 }]);
    });

    it.each([
      ['it has none', undefined],
      ['it is blank', '  '],
      ['it is all zeros', '0000000000'],
      ['it is a word', 'N/A'],
      ['it is a placeholder of the manufacturer', '123456'],
    ])('is its host and port if %s', async (_, serial) => {
      await agent.show([{ ...(serial !== undefined && { serial }), markers: [['sheets', 1]] }]);
      expect((await readBySnmp(url)).readings).toMatchObject([{ device: agent.address }]);
    });

    it('includes its number if its host has several printers', async () => {
      await agent.show([
        { markers: [['sheets', 1]] },
        { serial: 'S-2', markers: [['sheets', 2]] },
        { markers: [['impressions', 3]] },
      ]);
      expect((await readBySnmp(url)).readings).toEqual([
        { device: 'S-2', total: 2, unit: 'sheets' },
        { device: `${agent.address}/1`, total: 1, unit: 'sheets' },
        { device: `${agent.address}/3`, total: 3, unit: 'impressions' },
      ]);
    });
  });

  it('an agent without a Printer-MIB has no device', async () => {
    const plain = await startPrinterAgent({ printers: null });
    const answer = await readBySnmp(`snmp://${plain.address}`);
    await plain.stop();
    expect(answer).toEqual(onlyUnreadable(plain.address, 'noDevice'));
  });
});
