import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snmp } from '../../../printers/src/snmp/snmp.js';
import { closedUdpPort } from '../support/ports.js';
import { community, type PrinterAgent, snmpd, startPrinterAgent } from '../support/printer-agent.js';
import { onlyUnreadable, readBySnmp } from '../support/read-snmp.js';
import { connectionTo, readFrom } from '../support/read-source.js';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

/** Without a DNS server, the reason is that there is no answer. */
const nowhere = /^(unknownHost|noAnswer)$/;

describe.skipIf(snmpd.missing)('hosts and credentials of SNMP feeds', () => {
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
    it('are those of the external id, and one that does not answer does not delay the others', async () => {
      const dead = `127.0.0.1:${await closedUdpPort()}`;
      const heard: string[] = [];
      const connection = connectionTo(snmp, {
        url: 'snmp://nobody.invalid',
        password: community,
        externalId: `${dead}, ${agent.address} LOCALHOST:${other.port}`,
        reportUnreadable: () => void heard.push('dead'),
      });
      for await (const { device } of snmp.read(connection)) heard.push(device);
      expect(heard.slice(0, 2).sort()).toEqual(['ONE-1', 'OTHER-1']);
      expect(heard.slice(2)).toEqual(['dead']);
    });

    it('are reported by name if they do not answer', async () => {
      const dead = `127.0.0.1:${await closedUdpPort()}`;
      expect(await readBySnmp(url, { externalId: `${agent.address},${dead}` })).toEqual({
        readings: [{ device: 'ONE-1', total: 10, unit: 'sheets' }],
        unreadable: [[dead, 'noAnswer']],
      });
    });

    it('have the port of the server by default', async () => {
      expect(await readBySnmp(url, { externalId: '127.0.0.1' })).toMatchObject({
        readings: [{ device: 'ONE-1' }],
      });
    });

    it.each(['127.0.0.1 localhost', 'localhost 127.0.0.1'])(
      'are queried once, by address if there is one: %s',
      async (names) => {
        const name = `localhost:${agent.port}`;
        const externalId = `${names} nobody.invalid ${agent.address} ${name}`;
        const { origins, addresses, reasons } = await readFrom(snmp, {
          url,
          password: community,
          externalId,
        });
        expect(origins).toEqual([{ address: agent.address, slot: '1', serial: 'ONE-1', uuid: undefined }]);
        expect(addresses).toEqual([agent.address, `nobody.invalid:${agent.port}`]);
        expect(reasons).toEqual([
          [`nobody.invalid:${agent.port}`, expect.stringMatching(nowhere)],
          [name, 'settings'],
        ]);
      },
    );

    it.skipIf(!hasIpv6)('can have IPv6 addresses', async () => {
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
    ])('are all refused if one is %s', async (entry) => {
      const { address } = agent;
      const attempt = readBySnmp(url, { externalId: `${address}, ${entry}` });
      await expect(attempt).rejects.toMatchObject({
        reason: 'settings',
        message: expect.stringContaining(entry) as string,
      });
    });

    it('are limited to a thousand', async () => {
      const externalId = Array.from({ length: 1001 }, (_, at) => `10.0.${at >> 8}.${at & 255}`).join(' ');
      await expect(readBySnmp(url, { externalId })).rejects.toMatchObject({ reason: 'settings' });
    });
  });

  describe('read access', () => {
    const healthy = { readings: [{ device: 'ONE-1', total: 10, unit: 'sheets' }], unreadable: [] };

    it.each([null, 'guessed'])(
      'is not given to the community %s: the agent does not answer',
      async (password) => {
        expect(await readBySnmp(url, { password })).toEqual(onlyUnreadable(agent.address, 'noAnswer'));
      },
    );

    it.each([
      ['signature and privacy by two passphrases', 'keeper', '', 'first-words second words'],
      ['one passphrase and newer algorithms', 'modern', '&auth=sha512&priv=aes256', 'only-one-word'],
      ['only a signature', 'signer', '&priv=none', 'signs with this'],
      ['neither', 'open', '&auth=none', null],
    ])('is given to a version 3 user with %s', async (_, username, query, password) => {
      expect(await readBySnmp(`${url}?version=3${query}`, { username, password })).toEqual(healthy);
    });

    it.each([
      ['an unknown name', 'nobody', '', 'first-words second words'],
      ['a wrong passphrase', 'keeper', '', 'other-words second words'],
      ['a wrong privacy passphrase', 'keeper', '', 'first-words other words'],
      ['another digest', 'keeper', '&auth=sha256', 'first-words second words'],
      ['less protection than the agent requires', 'keeper', '&priv=none', 'first-words'],
      ['no protection', 'keeper', '&auth=none', null],
    ])('is not given to a version 3 user with %s', async (_, username, query, password) => {
      const answer = await readBySnmp(`${url}?version=3${query}`, { username, password });
      expect(answer).toEqual(onlyUnreadable(agent.address, 'login'));
    });

    it('is not given to a user without a passphrase', async () => {
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
    ])('is not possible with ?%s', async (query, named) => {
      const refusal = { reason: 'settings', message: expect.stringContaining(named) as string };
      await expect(readBySnmp(`${url}?${query}`)).rejects.toMatchObject(refusal);
    });
  });

  it('a host whose name cannot be resolved is reported', async () => {
    expect(await readBySnmp('snmp://printer.invalid')).toEqual({
      readings: [],
      unreadable: [['printer.invalid:161', expect.stringMatching(nowhere)]],
    });
  });
});
