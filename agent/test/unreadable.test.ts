import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  community,
  snmpd,
  startPrinterAgent,
  type PrinterAgent,
} from '../../server/test/support/printer-agent.js';
import { add } from '../src/commands.js';
import { addCredential } from '../src/credentials.js';
import { makeHome, startAgent, type Home } from './support/agents.js';
import { startRegrovePeer, type RegrovePeer } from './support/regrove-peer.js';

const noon = new Date(2026, 2, 2, 12, 0);

let home: Home;
let peer: RegrovePeer;
let printer: PrinterAgent;
beforeEach(async () => {
  home = await makeHome();
  peer = await startRegrovePeer();
});
afterEach(async () => {
  await printer.stop();
  await peer.stop();
  await home.remove();
});

describe.skipIf(snmpd.missing)('A printer that was added by hand', () => {
  const read = async () => {
    const { agent } = await startAgent(home, peer, noon);
    await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
    await add(home.directory, [printer.address]);
    return agent.read();
  };

  it('is named if it has a serial number, and its counter cannot be read', async () => {
    printer = await startPrinterAgent({ printers: [{ serial: 'LABELS-1', markers: [['lines', 7]] }] });
    const { readings, trouble } = await read();
    expect(readings).toEqual([]);
    expect(trouble).toEqual([{ address: printer.address, reason: 'noReading' }]);
  });

  it('is named if one of several at its address cannot be read, and the others are', async () => {
    printer = await startPrinterAgent({
      printers: [
        { serial: 'LABELS-2', markers: [['lines', 7]] },
        { serial: 'PAGES-2', markers: [['sheets', 8]] },
      ],
    });
    const { readings, trouble } = await read();
    expect(readings).toMatchObject([{ device: 'PAGES-2', total: 8 }]);
    expect(trouble).toEqual([{ address: printer.address, reason: 'noReading' }]);
  });
});
