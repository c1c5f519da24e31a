import { mkdir, rmdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { community, snmpd, startPrinterAgent } from '../../server/test/support/printer-agent.js';
import { add } from '../src/commands.js';
import { addCredential, listCredentials, removeCredential } from '../src/credentials.js';
import { changeInventory, readInventory } from '../src/inventory.js';
import { readState } from '../src/state.js';
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

const keep = (secret: string) => addCredential(home.directory, { version: '2c', secret }, home.seal);

it('Ids of credentials are not given again', async () => {
  await keep('one');
  await keep('two');
  await removeCredential(home.directory, '2');
  expect(await keep('three')).toMatchObject({ id: '3' });
  expect((await listCredentials(home.directory)).map(({ id }) => id)).toEqual(['1', '3']);
});

describe.skipIf(snmpd.missing)('A printer', () => {
  const knownTo = async (): Promise<(string | undefined)[]> =>
    (await readInventory(home.directory)).printers.map(({ credential }) => credential);

  it('that was found with public is read after a credential was added', async () => {
    const printer = await startPrinterAgent({
      printers: [{ serial: 'PUBLIC-1', markers: [['sheets', 5]] }],
      settings: ['rocommunity public'],
    });
    try {
      const { agent } = await startAgent(home, peer, noon);
      await add(home.directory, [printer.address]);
      await changeInventory(home.directory, (inventory) => ({
        ...inventory,
        printers: inventory.printers.map((one) => ({ ...one, credential: 'public' })),
      }));
      await keep('of-another-printer');
      expect(await agent.read()).toMatchObject({ readings: [{ device: 'PUBLIC-1' }], trouble: [] });
      expect(await knownTo()).toEqual(['public']);
    } finally {
      await printer.stop();
    }
  });

  it('that refuses its credential is tried with the others, and what works is remembered', async () => {
    const printer = await startPrinterAgent({
      printers: [
        { serial: 'OTHER-1', markers: [['sheets', 5]] },
        { serial: 'OTHER-2', markers: [['sheets', 6]] },
      ],
    });
    try {
      const { agent } = await startAgent(home, peer, noon);
      await keep('former');
      await add(home.directory, [printer.address, '127.0.0.9:9']);
      await keep(community);
      await removeCredential(home.directory, '1');
      await keep('useless');
      await changeInventory(home.directory, (inventory) => ({
        ...inventory,
        printers: inventory.printers.map((one) => ({ ...one, credential: '1' })),
      }));
      expect(await agent.read()).toMatchObject({
        readings: [{ device: 'OTHER-1' }, { device: 'OTHER-2' }],
        trouble: [{ address: '127.0.0.9:9', reason: 'login' }],
      });
      expect(await knownTo()).toEqual(['2', '1']);
    } finally {
      await printer.stop();
    }
  });

  it('whose new credential cannot be stored is a problem only until it can', async () => {
    const printer = await startPrinterAgent({ printers: [{ serial: 'KEPT-1', markers: [['sheets', 5]] }] });
    try {
      const { agent } = await startAgent(home, peer, noon);
      await keep('former');
      await keep(community);
      await add(home.directory, [printer.address]);
      // Nobody can take it.
      await mkdir(home.directory.changeLock);
      await agent.read();
      await agent.send();
      const { problems } = await readState(home.directory);
      expect(problems).toEqual([expect.stringContaining('what printers answer to cannot be stored')]);
      await rmdir(home.directory.changeLock);
      await agent.read();
      await agent.send();
      expect(await knownTo()).toEqual(['2']);
      expect((await readState(home.directory)).problems).toBeUndefined();
    } finally {
      await printer.stop();
    }
  });
});
