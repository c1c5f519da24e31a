import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { snmp } from '../../src/sources/snmp/snmp.js';
import { reasonOf } from '../../src/sources/source-error.js';
import { closedUdpPort } from '../support/ports.js';
import { community, type PrinterAgent, snmpd, startPrinterAgent } from '../support/printer-agent.js';
import { nothingBut, readBySnmp } from '../support/read-snmp.js';
import { readFrom } from '../support/read-source.js';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

/** Without a DNS server, the reason is that there is no answer. */
const nowhere = /^(unknownHost|noAnswer)$/;

describe.skipIf(snmpd.missing)('which printers SNMP reads, and as whom', () => {
  let agent: PrinterAgent;
  let other: PrinterAgent;
  let url: string;
  beforeAll(async () => {
    agent = await startPrinterAgent({
      printers: [{ serial: 'ONE-1', markers: [['sheets', 10]] }],
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

  describe('several hosts', () => {
    it('are those of the external id, and a dead one holds up none of them', async () => {
      const dead = `127.0.0.1:${await closedUdpPort()}`;
      const heard: string[] = [];
      const connection = {
        url: new URL('snmp://nobody.invalid'),
        port: 161,
        username: 'u',
        password: community,
        externalId: `${dead}, ${agent.address} LOCALHOST:${other.port}`,
        isManagedOnly: false,
        isInteractive: true,
        reportAddresses: () => undefined,
        network: createNetworkPolicy(['127.0.0.0/8', '::1/128']),
        signal: AbortSignal.timeout(20_000),
        reportUnreadable: () => void heard.push('dead'),
      };
      for await (const { device } of snmp.read(connection)) heard.push(device);
      expect(heard.slice(0, 2).sort()).toEqual(['ONE-1', 'OTHER-1']);
      expect(heard.slice(2)).toEqual(['dead']);
    });

    it('passes over the dead one by its name', async () => {
      const dead = `127.0.0.1:${await closedUdpPort()}`;
      expect(await readBySnmp(url, { externalId: `${agent.address},${dead}` })).toEqual({
        readings: [{ device: 'ONE-1', total: 10, unit: 'sheets' }],
        unreadable: [[dead, 'noAnswer']],
      });
    });

    it('have the port of the server where they name none', async () => {
      expect(await readBySnmp(url, { externalId: '127.0.0.1' })).toMatchObject({
        readings: [{ device: 'ONE-1' }],
      });
    });

    it.each(['127.0.0.1 localhost', 'localhost 127.0.0.1'])(
      'are each asked once, by the address if there is one: %s',
      async (names) => {
        const name = `localhost:${agent.port}`;
        const externalId = `${names} nobody.invalid ${agent.address} ${name}`;
        const { origins, asked, unreadable } = await readFrom(snmp, { url, password: community, externalId });
        expect(origins).toEqual([{ address: agent.address, slot: '1', serial: 'ONE-1', uuid: undefined }]);
        expect(asked).toEqual([agent.address, `nobody.invalid:${agent.port}`]);
        expect(unreadable.map(({ device, error }) => [device, reasonOf(error)])).toEqual([
          [`nobody.invalid:${agent.port}`, expect.stringMatching(nowhere)],
          [name, 'settings'],
        ]);
      },
    );

    it.skipIf(!hasIpv6)('may be reached by IPv6', async () => {
      const { readings } = await readBySnmp('snmp://nobody.invalid', {
        externalId: `[0:0::1]:${agent.port}`,
      });
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
      const attempt = readBySnmp(url, { externalId: `${address}, ${entry}` });
      await expect(attempt).rejects.toMatchObject({
        reason: 'settings',
        message: expect.stringContaining(entry) as string,
      });
    });

    it('are a thousand at most', async () => {
      const externalId = Array.from({ length: 1001 }, (_, at) => `10.0.${at >> 8}.${at & 255}`).join(' ');
      await expect(readBySnmp(url, { externalId })).rejects.toMatchObject({ reason: 'settings' });
    });
  });

  describe('who may read', () => {
    const healthy = { readings: [{ device: 'ONE-1', total: 10, unit: 'sheets' }], unreadable: [] };

    it.each([null, 'guessed'])('is nobody by the community %s: the agent keeps silent', async (password) => {
      expect(await readBySnmp(url, { password })).toEqual(nothingBut(agent.address, 'noAnswer'));
    });

    it.each([
      ['signature and privacy by two passphrases', 'keeper', '', 'first-words second words'],
      ['one passphrase and newer algorithms', 'modern', '&auth=sha512&priv=aes256', 'only-one-word'],
      ['a signature alone', 'signer', '&priv=none', 'signs with this'],
      ['neither', 'open', '&auth=none', null],
    ])('is a user of version 3 with %s', async (_, username, query, password) => {
      expect(await readBySnmp(`${url}?version=3${query}`, { username, password })).toEqual(healthy);
    });

    it.each([
      ['an unknown name', 'nobody', '', 'first-words second words'],
      ['a wrong passphrase', 'keeper', '', 'other-words second words'],
      ['a wrong privacy passphrase', 'keeper', '', 'first-words other words'],
      ['another digest', 'keeper', '&auth=sha256', 'first-words second words'],
      ['less protection than it must have', 'keeper', '&priv=none', 'first-words'],
      ['no protection', 'keeper', '&auth=none', null],
    ])('is no user of version 3 with %s', async (_, username, query, password) => {
      const answer = await readBySnmp(`${url}?version=3${query}`, { username, password });
      expect(answer).toEqual(nothingBut(agent.address, 'login'));
    });

    it('is no user without a passphrase', async () => {
      await expect(readBySnmp(`${url}?version=3`, { password: null })).rejects.toMatchObject({
        reason: 'login',
      });
    });

    it.each([
      ['version=4', 'version'],
      ['version=3&auth=sha3', 'auth'],
      ['version=3&priv=rot13', 'priv'],
      ['version=3&auth=none&priv=aes', 'priv'],
      ['version=3&priv=des', 'DES'],
      ['auth=sha', 'version=3'],
      ['version=3&context=x', 'context'],
    ])('is not told by ?%s', async (query, named) => {
      const refusal = { reason: 'settings', message: expect.stringContaining(named) as string };
      await expect(readBySnmp(`${url}?${query}`)).rejects.toMatchObject(refusal);
    });
  });

  it('a name that does not resolve passes over that host', async () => {
    expect(await readBySnmp('snmp://printer.invalid')).toEqual({
      readings: [],
      unreadable: [['printer.invalid:161', expect.stringMatching(nowhere)]],
    });
  });
});
