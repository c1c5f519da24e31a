import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { community, snmpd, startPrinterAgent } from '../../server/test/support/printer-agent.js';
import { add } from '../src/commands.js';
import { addCredential } from '../src/credentials.js';
import { enqueue } from '../src/queue.js';
import { statusOf } from '../src/status.js';
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

const totals = (): number[] => peer.taken.flat().map(({ total }) => total);
const damageCredential = async (id: string): Promise<void> => {
  const { credentials, ...rest } = JSON.parse(await readFile(home.directory.credentials, 'utf8')) as {
    credentials: { id: string }[];
  };
  const damaged = credentials.map((one) => (one.id === id ? { ...one, version: '3', auth: 'rot13' } : one));
  await writeFile(home.directory.credentials, JSON.stringify({ ...rest, credentials: damaged }));
};

describe('An agent whose printers.json is damaged', () => {
  it('sends what waits, tells, and tries again after pauses that grow', async () => {
    const { agent, time } = await startAgent(home, peer, noon);
    await add(home.directory, ['ipp://127.0.0.2:9/ipp/print']);
    const whole = await readFile(home.directory.inventory, 'utf8');
    await writeFile(home.directory.inventory, '{"printers":');
    const reading = { device: 'A', total: 5, unit: 'sheets' as const, read_at: noon.toISOString() };
    await enqueue(home.directory, peer.feedId, [reading], new Date(noon.getTime() - 86_400_000));
    await agent.tick();
    expect(totals()).toEqual([5]);
    expect(peer.reports).toMatchObject([
      { trouble: [{ address: 'Office', reason: 'printers cannot be read' }] },
    ]);
    expect((await statusOf(home.directory, () => noon)).problems).toContainEqual(
      expect.stringMatching(/^printers cannot be read: .*printers\.json is damaged/),
    );
    const { ino } = await stat(home.directory.state);
    for (let second = 1; second < 60; second++) {
      time.now = new Date(noon.getTime() + second * 1_000);
      await agent.tick();
    }
    // Each time that the state is written, it is another file.
    expect((await stat(home.directory.state)).ino).toBe(ino);
    await writeFile(home.directory.inventory, whole);
    await agent.tick();
    expect((await statusOf(home.directory, () => time.now)).last_read_at).toBeNull();
    time.now = new Date(noon.getTime() + 60_000);
    await agent.tick();
    expect(await statusOf(home.directory, () => time.now)).toMatchObject({
      last_read_at: time.now.toISOString(),
      problems: ['1 of 1 printers could not be read, or told apart'],
    });
  });
});

it('A reading at once sends what waits before it tells that printers.json is damaged', async () => {
  await startAgent(home, peer, noon);
  await writeFile(home.directory.inventory, '{"printers":');
  const reading = { device: 'A', total: 5, unit: 'sheets' as const, read_at: noon.toISOString() };
  await enqueue(home.directory, peer.feedId, [reading], new Date());
  expect(await home.run('read', '--now')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('printers.json is damaged'),
  });
  expect(totals()).toEqual([5]);
});

describe.skipIf(snmpd.missing)('An agent with a credential that cannot be used', () => {
  it('reads with the others, and tells', async () => {
    const printer = await startPrinterAgent({ printers: [{ serial: 'REST-1', markers: [['sheets', 6]] }] });
    try {
      const { agent } = await startAgent(home, peer, noon);
      await addCredential(home.directory, { version: '2c', secret: 'former' }, home.seal);
      await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
      await add(home.directory, [printer.address]);
      await damageCredential('1');
      await agent.tick();
      expect(totals()).toEqual([6]);
      expect((await statusOf(home.directory, () => noon)).problems).toEqual([
        expect.stringContaining('credentials are left out: credential 1 cannot be used: '),
      ]);
      expect(peer.reports.at(-1)?.trouble).toEqual([
        { address: 'Office', reason: 'credentials are left out' },
      ]);
    } finally {
      await printer.stop();
    }
  });
});

it('A scan is refused with a credential that cannot be used', async () => {
  await addCredential(home.directory, { version: '2c', secret: 'former' }, home.seal);
  await damageCredential('1');
  expect(await home.run('scan', '127.0.0.1', '--no-mdns')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('credential 1 cannot be used'),
  });
});
