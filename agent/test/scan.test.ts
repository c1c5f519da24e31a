import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canRunLprint, startLprint } from '../../server/test/support/lprint.js';
import {
  community,
  snmpd,
  startPrinterAgent,
  type PrinterAgent,
} from '../../server/test/support/printer-agent.js';
import { add, readNow, remove, scan } from '../src/commands.js';
import { addCredential } from '../src/credentials.js';
import { readInventory } from '../src/inventory.js';
import { makeHome, startAgent, type Home } from './support/agents.js';
import { canMakeNetworks, makePrinterNetwork, type PrinterNetwork } from './support/printer-network.js';
import { startRegrovePeer, type RegrovePeer } from './support/regrove-peer.js';

const noon = new Date(2026, 2, 2, 12, 0);
const options = { usesMdns: false, signal: new AbortController().signal, report: () => undefined };

let home: Home;
let peer: RegrovePeer;
beforeEach(async () => {
  home = await makeHome();
  peer = await startRegrovePeer();
});
afterEach(async () => {
  await peer.stop();
  await home.remove();
});

describe.skipIf(!canMakeNetworks || snmpd.missing)('A network with several printers', () => {
  let network: PrinterNetwork;
  let agents: PrinterAgent[];
  const prefix = '198.18.71';
  const at = (last: number): string => `${prefix}.${last}`;
  beforeAll(async () => {
    network = makePrinterNetwork(prefix, [10, 11, 12, 13, 200].map(at));
    const start = (
      last: number,
      printers: Parameters<typeof startPrinterAgent>[0]['printers'],
      settings: string[] = [],
    ) => startPrinterAgent({ printers, hosts: [at(last)], namespace: network.name, settings });
    agents = await Promise.all([
      start(10, [{ serial: 'NET-10', markers: [['sheets', 1010]] }], ['sysName Lobby']),
      start(11, [{ serial: 'NET-11', markers: [['impressions', 1111]] }]),
      // A switch: it answers, and is no printer.
      start(12, null),
      start(
        13,
        [{ serial: 'NET-13', markers: [['sheets', 1313]] }],
        ['createUser reader SHA-256 "oak-and-ash" AES "elm-and-fir"', 'rouser reader priv'],
      ),
      start(200, [{ serial: 'NET-200', markers: [['sheets', 2000]] }]),
    ]);
  });
  afterAll(async () => {
    for (const agent of agents) await agent.stop();
    network.remove();
  });

  it('is scanned by community and by user, read, and sent; only what was given is called', async () => {
    const { options: given } = await startAgent(home, peer, noon);
    await addCredential(home.directory, { version: '2c', secret: 'wrong' }, home.seal);
    await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
    const { found, added } = await scan(
      home.directory,
      { ...options, ranges: [`${prefix}.8/29`] },
      home.seal,
    );
    expect(
      found.map(({ address, device, credential, name }) => [address, device, credential, name]).sort(),
    ).toEqual([
      [at(10), 'NET-10', '2', 'Lobby'],
      [at(11), 'NET-11', '2', expect.any(String)],
      [at(13), 'NET-13', '2', expect.any(String)],
    ]);
    expect(added).toBe(3);
    expect(await readNow(given)).toEqual({ devices: 3, unread: 0, waiting: 0 });
    expect(
      peer.taken
        .flat()
        .map(({ device, total, unit }) => [device, total, unit])
        .sort(),
    ).toEqual([
      ['NET-10', 1010, 'sheets'],
      ['NET-11', 1111, 'impressions'],
      ['NET-13', 1313, 'sheets'],
    ]);
    expect(peer.taken.flat().find(({ device }) => device === 'NET-10')).toMatchObject({ name: 'Lobby' });
    expect(peer.reports).toEqual([{ version: expect.any(String), devices: 3, trouble: [] }]);
  });

  it('has a user of version 3, whose passphrases are kept encrypted', async () => {
    const secret = 'oak-and-ash elm-and-fir';
    await addCredential(
      home.directory,
      { version: '3', user: 'reader', auth: 'sha256', priv: 'aes', secret },
      home.seal,
    );
    const { found } = await scan(home.directory, { ...options, ranges: [`${prefix}.13`] }, home.seal);
    expect(found).toMatchObject([{ device: 'NET-13', credential: '1' }]);
    expect(await readFile(home.directory.credentials, 'utf8')).not.toMatch(/oak|elm/);
  });

  it('does not call what was left out, in this scan and later ones, until it is added again', async () => {
    await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
    await scan(home.directory, { ...options, ranges: [`${prefix}.8/29`] }, home.seal);
    await remove(home.directory, [at(11)]);
    const again = await scan(home.directory, { ...options, ranges: [] }, home.seal);
    expect(again.found.map(({ device }) => device).sort()).toEqual(['NET-10', 'NET-13']);
    expect(again.added).toBe(0);
    await add(home.directory, [at(11)]);
    expect((await readInventory(home.directory)).leftOut).toEqual([]);
    expect(
      (await scan(home.directory, { ...options, ranges: [`${prefix}.11`] }, home.seal)).found,
    ).toMatchObject([{ device: 'NET-11' }]);
  });
});

describe.skipIf(!canRunLprint)('A print server by IPP', () => {
  it('is read after it was added, and not if its address was left out', async () => {
    const lprint = await startLprint(['parcels']);
    try {
      const { options: given } = await startAgent(home, peer, noon);
      const url = `ipp://127.0.0.1:${lprint.port}/ipp/print/parcels`;
      await add(home.directory, [url]);
      expect(await readNow(given)).toEqual({ devices: 1, unread: 0, waiting: 0 });
      expect(peer.taken.flat()).toMatchObject([{ total: 0, unit: 'impressions' }]);
      await expect(add(home.directory, ['127.0.0.1'])).rejects.toThrow('would be counted twice');
      await remove(home.directory, [url]);
      expect(await readNow(given)).toEqual({ devices: 0, unread: 0, waiting: 0 });
      expect(peer.taken).toHaveLength(1);
    } finally {
      await lprint.stop();
    }
  });
});
