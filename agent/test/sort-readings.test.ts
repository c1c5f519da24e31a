import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { community, snmpd, startPrinterAgent } from '../../server/test/support/printer-agent.js';
import { sortReadings } from '../src/sort-readings.js';
import { add } from '../src/commands.js';
import { addCredential } from '../src/credentials.js';
import { makeHome, startAgent, type Home } from './support/agents.js';
import { startRegrovePeer, type RegrovePeer } from './support/regrove-peer.js';

const noon = new Date(2026, 2, 2, 12, 0);

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

describe.skipIf(snmpd.missing)('Two printers with the same serial number', () => {
  it('are both named, and sent first, with where they were read', async () => {
    const start = (serial: string, total: number) =>
      startPrinterAgent({ printers: [{ serial, markers: [['sheets', total]] }] });
    const twins = [await start('TWIN-7', 100), await start('TWIN-7', 90_000)];
    const single = await start('SINGLE-7', 5);
    try {
      const { agent } = await startAgent(home, peer, noon);
      await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
      await add(
        home.directory,
        [...twins, single].map(({ address }) => address),
      );
      const { readings, trouble } = await agent.read();
      const [first, second] = twins.map(({ address }) => address);
      const place = (address: string | undefined, serial: string) => ({ address, slot: '1', serial });
      expect(readings.map(({ device }) => device)).toEqual(['TWIN-7', 'TWIN-7', 'SINGLE-7']);
      expect(new Set(readings.map(({ origin }) => origin))).toEqual(
        new Set([place(first, 'TWIN-7'), place(second, 'TWIN-7'), place(single.address, 'SINGLE-7')]),
      );
      const byAddress = new Map(trouble.map(({ address, reason }) => [address, reason]));
      expect(byAddress).toEqual(
        new Map([
          [first, `has the same serial number as ${second}: TWIN-7`],
          [second, `has the same serial number as ${first}: TWIN-7`],
        ]),
      );
      await agent.send(true);
      expect(peer.addresses).toEqual([[...twins, single].map(({ address }) => address)]);
      expect(peer.taken.flat().map(({ origin }) => origin)).toEqual(readings.map(({ origin }) => origin));
      expect(peer.reports.at(-1)?.trouble).toHaveLength(2);
    } finally {
      for (const printer of [...twins, single]) await printer.stop();
    }
  });
});

describe('Readings', () => {
  const found = (
    device: string,
    address: string,
    { slot = '1', ...more }: { slot?: string; uuid?: string } = {},
  ) => ({
    device,
    total: 1,
    unit: 'sheets' as const,
    read_at: noon.toISOString(),
    origin: { address, slot, serial: device, ...more },
  });
  const troubleOf = (...readings: ReturnType<typeof found>[]) => sortReadings(readings).trouble;

  it('whose ids are too long for the server are named', () => {
    const { readings, trouble } = sortReadings([found('x'.repeat(256), 'a:161'), found('y', 'b:161')]);
    expect(readings.map(({ device }) => device)).toEqual(['y']);
    expect(trouble).toEqual([{ address: 'a:161', reason: 'its id or its path is too long' }]);
  });

  it('of two slots of one host are named, and of two queues at one address the first is sent', () => {
    expect(troubleOf(found('x', 'a:161'), found('x', 'a:161', { slot: '2' }))).toHaveLength(2);
    const queues = [found('x', 'a', { slot: ':631/ipp/two' }), found('x', 'a', { slot: ':631/ipp/one' })];
    expect(sortReadings(queues)).toMatchObject({
      readings: [{ origin: { slot: ':631/ipp/one' } }],
      trouble: [],
    });
    const many = Array.from({ length: 9 }, (_, at) => found('s'.repeat(255), `10.1.0.${at}:161`));
    expect(troubleOf(...many).every(({ reason }) => reason.length <= 255)).toBe(true);
    expect(troubleOf(...many.slice(0, 4))[0]?.reason).toContain(
      'as 10.1.0.1:161, 10.1.0.2:161, 10.1.0.3:161: ',
    );
  });

  it('of one printer that is read by SNMP and by IPP are named, and those of two with a UUID each are not', () => {
    const uuid = 'urn:uuid:01';
    expect(troubleOf(found('S', 'a:161'), found('S', 'b', { uuid }))).toEqual([
      { address: 'a:161', reason: 'has the same serial number as b: S' },
      { address: 'b', reason: 'has the same serial number as a:161: S' },
    ]);
    expect(troubleOf(found('S', 'a', { uuid }), found('S', 'b', { uuid: 'urn:uuid:02' }))).toEqual([]);
    const [one, other] = [found('S', 'a', { uuid }), found('T', 'b', { uuid })];
    expect(troubleOf(one, other)[0]?.reason).toBe(`has the same UUID as b: ${uuid}`);
  });
});
