import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNetworkPolicy } from '../src/platform/network-policy.js';
import { snmp } from '../src/sources/snmp/snmp.js';
import { reasonOf } from '../src/sources/trouble.js';
import { freeUdpPort } from './support/ports.js';
import { community, type PrinterAgent, snmpd, startPrinterAgent } from './support/printer-agent.js';
import { readFrom } from './support/read-source.js';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

type Given = Partial<Parameters<typeof readFrom>[1]>;

/** What is read, and of what is passed over the reason. */
async function read(url: string, given: Given = {}) {
  const { readings, passedOver } = await readFrom(snmp, { url, password: community, ...given });
  return { readings, passedOver: passedOver.map(({ device, trouble }) => [device, reasonOf(trouble)]) };
}

const nothingBut = (device: string, reason: string) => ({ readings: [], passedOver: [[device, reason]] });

describe.skipIf(snmpd.missing)('printers read by SNMP from the agent of Net-SNMP', () => {
  let agent: PrinterAgent;
  let other: PrinterAgent;
  let url: string;
  beforeAll(async () => {
    agent = await startPrinterAgent({
      printers: [],
      hosts: ['127.0.0.1', ...(hasIpv6 ? ['[::1]'] : [])],
      settings: [
        'createUser signer SHA "signs with this"',
        'rouser signer auth',
        'createUser keeper SHA "first-words" AES "second words"',
        'rouser keeper priv',
        'createUser modern SHA-512 "only-one-word" AES-256 "only-one-word"',
        'rouser modern priv',
        'createUser open',
        'rouser open noauth',
      ],
    });
    other = await startPrinterAgent({ printers: [{ serial: 'OTHER-1', markers: [['sheets', 5]] }] });
    url = `snmp://${agent.address}`;
  });
  afterAll(async () => {
    await agent.stop();
    await other.stop();
  });

  describe('what is counted', () => {
    it('is the life count of the marker, under the serial number, and moves with it', async () => {
      await agent.show([{ serial: ' JPBB 1234 ', markers: [['impressions', 4711]] }]);
      expect((await read(url)).readings).toEqual([{ device: 'JPBB 1234', total: 4711, unit: 'impressions' }]);
      await agent.show([{ serial: 'JPBB 1234', markers: [['impressions', 4720]] }]);
      expect((await read(url)).readings).toEqual([{ device: 'JPBB 1234', total: 4720, unit: 'impressions' }]);
    });

    it('is sheets rather than impressions where there are both', async () => {
      await agent.show([
        {
          serial: 'BOTH-1',
          markers: [
            ['impressions', 900],
            ['sheets', 500],
          ],
        },
      ]);
      expect((await read(url)).readings).toEqual([{ device: 'BOTH-1', total: 500, unit: 'sheets' }]);
    });

    it('is the sum of the markers of that unit, more than fit into one answer', async () => {
      const sheets = Array.from({ length: 20 }, (_, at) => ['sheets', 1000 + at] as const);
      await agent.show([{ serial: 'MANY-1', markers: [['impressions', 7], ...sheets, ['lines', 9]] }]);
      expect((await read(url)).readings).toEqual([{ device: 'MANY-1', total: 20_190, unit: 'sheets' }]);
    });

    it('may be above what fits into a signed number', async () => {
      await agent.show([
        {
          serial: 'OLD-1',
          markers: [
            ['sheets', 4_294_967_295],
            ['sheets', 2_147_483_648],
          ],
        },
      ]);
      expect((await read(url)).readings).toEqual([{ device: 'OLD-1', total: 6_442_450_943, unit: 'sheets' }]);
    });

    it('may be nothing yet', async () => {
      await agent.show([{ serial: 'NEW-1', markers: [['sheets', 0]] }]);
      expect((await read(url)).readings).toEqual([{ device: 'NEW-1', total: 0, unit: 'sheets' }]);
    });

    it('is nothing else: a printer that counts in lines is passed over, the one beside it is read', async () => {
      await agent.show([
        { serial: 'LINES-1', markers: [['lines', 100]] },
        { serial: 'PAGES-1', markers: [['sheets', 3]] },
      ]);
      expect(await read(url)).toEqual({
        readings: [{ device: 'PAGES-1', total: 3, unit: 'sheets' }],
        passedOver: [['LINES-1', 'noReading']],
      });
    });

    it('is no part of a sum: a marker without its count, or a printer without a marker, is passed over', async () => {
      await agent.show([
        { serial: 'HALF-1', markers: [['impressions', 8], ['sheets', 12], ['sheets']] },
        { serial: 'BARE-1', markers: [] },
      ]);
      expect((await read(url)).passedOver).toEqual([
        ['HALF-1', 'noReading'],
        ['BARE-1', 'noReading'],
      ]);
    });
  });

  describe('what a device is known by', () => {
    it('is its serial number: one that takes its place is another device', async () => {
      await agent.show([{ serial: 'BEFORE-1', markers: [['sheets', 90_000]] }]);
      expect((await read(url)).readings).toMatchObject([{ device: 'BEFORE-1' }]);
      await agent.show([{ serial: 'AFTER-2', markers: [['sheets', 12]] }]);
      expect((await read(url)).readings).toMatchObject([{ device: 'AFTER-2', total: 12 }]);
    });

    it.each([
      ['it has none', undefined],
      ['it is blank', '  '],
      ['it is a row of zeroes', '0000000000'],
    ])('is its host and port where %s', async (_, serial) => {
      await agent.show([{ ...(serial !== undefined && { serial }), markers: [['sheets', 1]] }]);
      expect((await read(url)).readings).toMatchObject([{ device: agent.address }]);
    });

    it('is also which of the printers of its host it is, where there are several', async () => {
      await agent.show([
        { markers: [['sheets', 1]] },
        { serial: 'S-2', markers: [['sheets', 2]] },
        { markers: [['impressions', 3]] },
      ]);
      expect((await read(url)).readings).toEqual([
        { device: 'S-2', total: 2, unit: 'sheets' },
        { device: `${agent.address}/1`, total: 1, unit: 'sheets' },
        { device: `${agent.address}/3`, total: 3, unit: 'impressions' },
      ]);
    });
  });

  describe('several hosts', () => {
    beforeAll(() => agent.show([{ serial: 'ONE-1', markers: [['sheets', 10]] }]));

    it('are those of the external id, and a dead one holds up none of them', async () => {
      const dead = `127.0.0.1:${await freeUdpPort()}`;
      const startedAt = performance.now();
      const firstAt: number[] = [];
      const externalId = `${dead}, ${agent.address} LOCALHOST:${other.port}`;
      const passOver = () => undefined;
      const network = createNetworkPolicy(['127.0.0.0/8', '::1/128']);
      const signal = AbortSignal.timeout(20_000);
      const connection = { username: 'u', password: community, externalId, network, signal, passOver };
      for await (const { device } of snmp.read({ url: new URL('snmp://nobody.invalid'), ...connection })) {
        expect(['ONE-1', 'OTHER-1']).toContain(device);
        firstAt.push(performance.now() - startedAt);
      }
      expect(firstAt).toHaveLength(2);
      expect(Math.max(...firstAt)).toBeLessThan(900);
    });

    it('passes over the dead one by its name', async () => {
      const dead = `127.0.0.1:${await freeUdpPort()}`;
      expect(await read(url, { externalId: `${agent.address},${dead}` })).toEqual({
        readings: [{ device: 'ONE-1', total: 10, unit: 'sheets' }],
        passedOver: [[dead, 'noAnswer']],
      });
    });

    it('have the port of the server where they name none', async () => {
      expect(await read(url, { externalId: '127.0.0.1' })).toMatchObject({ readings: [{ device: 'ONE-1' }] });
    });

    it('counts a printer once that is listed twice', async () => {
      const { readings, passedOver } = await read(url, {
        externalId: `127.0.0.1 localhost ${agent.address}`,
      });
      expect(readings).toEqual([{ device: 'ONE-1', total: 10, unit: 'sheets' }]);
      expect(passedOver).toEqual([['ONE-1', 'other']]);
    });

    it.skipIf(!hasIpv6)('may be reached by IPv6', async () => {
      const { readings } = await read('snmp://nobody.invalid', { externalId: `[0:0::1]:${agent.port}` });
      expect(readings).toEqual([{ device: 'ONE-1', total: 10, unit: 'sheets' }]);
    });

    it.each([
      '*',
      '10.0.0.5:',
      '10.0.0.5:0',
      '10.0.0.5:65536',
      '::1',
      '[::1',
      '[1.2]:161',
      'http://10.0.0.5',
      '-h',
    ])('are refused as a whole when one is %s', async (entry) => {
      const { address } = agent;
      const attempt = read(url, { externalId: `${address}, ${entry}` });
      await expect(attempt).rejects.toMatchObject({
        reason: 'other',
        message: expect.stringContaining(entry) as string,
      });
    });

    it('are a thousand at most', async () => {
      const externalId = Array.from({ length: 1001 }, (_, at) => `10.0.${at >> 8}.${at & 255}`).join(' ');
      await expect(read(url, { externalId })).rejects.toMatchObject({ reason: 'other' });
    });
  });

  describe('who may read', () => {
    beforeAll(() => agent.show([{ serial: 'ONE-1', markers: [['sheets', 10]] }]));
    const healthy = { readings: [{ device: 'ONE-1', total: 10, unit: 'sheets' }], passedOver: [] };

    it.each([null, 'guessed'])('is nobody by the community %s: the agent keeps silent', async (password) => {
      expect(await read(url, { password })).toEqual(nothingBut(agent.address, 'noAnswer'));
    });

    it.each([
      ['signature and privacy by two passphrases', 'keeper', '', 'first-words second words'],
      ['one passphrase and newer algorithms', 'modern', '&auth=sha512&priv=aes256', 'only-one-word'],
      ['a signature alone', 'signer', '&priv=none', 'signs with this'],
      ['neither', 'open', '&auth=none', null],
    ])('is a user of version 3 with %s', async (_, username, query, password) => {
      expect(await read(`${url}?version=3${query}`, { username, password })).toEqual(healthy);
    });

    it.each([
      ['an unknown name', 'nobody', '', 'first-words second words'],
      ['a wrong passphrase', 'keeper', '', 'other-words second words'],
      ['a wrong privacy passphrase', 'keeper', '', 'first-words other words'],
      ['another digest', 'keeper', '&auth=sha256', 'first-words second words'],
      ['less protection than it must have', 'keeper', '&priv=none', 'first-words'],
      ['no protection', 'keeper', '&auth=none', null],
    ])('is no user of version 3 with %s', async (_, username, query, password) => {
      const answer = await read(`${url}?version=3${query}`, { username, password });
      expect(answer).toEqual(nothingBut(agent.address, 'login'));
    });

    it('is no user without a passphrase', async () => {
      await expect(read(`${url}?version=3`, { password: null })).rejects.toMatchObject({ reason: 'login' });
    });

    it.each([
      ['version=4', 'version'],
      ['version=3&auth=sha3', 'auth'],
      ['version=3&priv=rot13', 'priv'],
      ['version=3&auth=none&priv=aes', 'priv'],
      ['auth=sha', 'version=3'],
      ['version=3&context=x', 'context'],
    ])('is not told by ?%s', async (query, named) => {
      const refusal = { reason: 'other', message: expect.stringContaining(named) as string };
      await expect(read(`${url}?${query}`)).rejects.toMatchObject(refusal);
    });
  });

  it('an agent without a Printer-MIB has no device', async () => {
    const plain = await startPrinterAgent({ printers: null });
    const answer = await read(`snmp://${plain.address}`);
    await plain.stop();
    expect(answer).toEqual(nothingBut(plain.address, 'noDevice'));
  });

  it('a name that does not resolve passes over that host', async () => {
    expect(await read('snmp://printer.invalid')).toEqual(nothingBut('printer.invalid:161', 'noAnswer'));
  });
});
