import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { community, snmpd, startPrinterAgent } from '../../server/test/support/printer-agent.js';
import { withoutClashes } from '../src/clashes.js';
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
  it('are both named, and not sent as long as both answer; the others are', async () => {
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
      expect(readings.map(({ device }) => device)).toEqual(['SINGLE-7']);
      const [first, second] = twins.map(({ address }) => address);
      const byAddress = new Map(trouble.map(({ address, reason }) => [address, reason]));
      expect(byAddress).toEqual(
        new Map([
          [first, `has the same serial number as ${second}: TWIN-7`],
          [second, `has the same serial number as ${first}: TWIN-7`],
        ]),
      );
      await agent.send(true);
      expect(peer.reports.at(-1)?.trouble).toHaveLength(2);
    } finally {
      for (const printer of [...twins, single]) await printer.stop();
    }
  });
});

describe('Ids', () => {
  const found = (device: string, address: string, slot = '') => ({
    reading: { device, total: 1, unit: 'sheets' as const, read_at: noon.toISOString() },
    address,
    slot,
  });
  it('that are too long for the server are named', () => {
    const { readings, trouble } = withoutClashes([found('x'.repeat(256), 'a:161'), found('y', 'b:161')]);
    expect(readings.map(({ device }) => device)).toEqual(['y']);
    expect(trouble).toEqual([{ address: 'a:161', reason: 'its id has more than 255 characters' }]);
  });

  it('of two slots of one host clash, too, and one of the same slot does not', () => {
    const both = [found('x', 'a:161', '1'), found('x', 'a:161', '2')];
    expect(withoutClashes(both)).toMatchObject({ readings: [], trouble: [{}, {}] });
    expect(withoutClashes([found('x', 'a'), found('x', 'a')]).readings).toHaveLength(1);
    const many = Array.from({ length: 9 }, (_, at) => found('s'.repeat(255), `10.1.0.${at}:161`));
    expect(withoutClashes(many).trouble.every(({ reason }) => reason.length <= 255)).toBe(true);
  });
});
