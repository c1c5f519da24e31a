import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { community, snmpd, startPrinterAgent } from '../../server/test/support/printer-agent.js';
import { add } from '../src/commands.js';
import { addCredential } from '../src/credentials.js';
import { enqueue, listQueue, listSetAside } from '../src/queue.js';
import { readState } from '../src/state.js';
import { makeHome, startAgent, type Home } from './support/agents.js';
import { startRegrovePeer, type RegrovePeer } from './support/regrove-peer.js';

const dayMs = 86_400_000;
const noon = new Date(2026, 2, 2, 12, 0);
const wrong = new Date(2036, 2, 2, 12, 0);
const readingAt = (time: Date, total: number) => ({
  device: 'A',
  total,
  unit: 'sheets' as const,
  read_at: time.toISOString(),
});

let home: Home;
let peer: RegrovePeer;
beforeEach(async () => {
  home = await makeHome();
  peer = await startRegrovePeer();
  peer.now = () => noon;
});
afterEach(async () => {
  await peer.stop();
  await home.remove();
});

const totals = (): number[] => peer.taken.flat().map(({ total }) => total);

describe.skipIf(snmpd.missing)('A clock that was ten years ahead for a day', () => {
  it('does not keep the agent from reading, sending and reporting once it is right', async () => {
    const printer = await startPrinterAgent({ printers: [{ serial: 'CLOCK-1', markers: [['sheets', 1]] }] });
    try {
      const { agent, time } = await startAgent(home, peer, wrong);
      await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
      await add(home.directory, [printer.address]);
      peer.mode = 'drop';
      await agent.tick();
      expect((await readState(home.directory)).nextSendAt).toMatch('2036');
      peer.mode = 'usual';
      time.now = noon;
      await printer.show([{ serial: 'CLOCK-1', markers: [['sheets', 2]] }]);
      await agent.tick();
      expect(totals()).toEqual([1, 2]);
      expect(peer.reports).toHaveLength(1);
      expect(peer.taken.flat().every(({ read_at }) => new Date(read_at) <= noon)).toBe(true);
      expect(await listSetAside(home.directory)).toEqual([]);
      time.now = new Date(noon.getTime() + 3_600_000);
      await agent.tick();
      // Read once, and not again and again.
      expect(totals()).toEqual([1, 2]);
    } finally {
      await printer.stop();
    }
  });
});

describe('A queue', () => {
  it('is not corrected because a header leaves out the milliseconds of the same second', async () => {
    const { agent, said } = await startAgent(home, peer, noon);
    const read = { ...readingAt(noon, 1), read_at: new Date(noon.getTime() + 600).toISOString() };
    await enqueue(home.directory, peer.feedId, [read], noon);
    peer.now = () => new Date(noon.getTime() + 700);
    peer.isInactive = true;
    await agent.send(true);
    expect(said.join()).not.toContain('ahead');
    expect(peer.keys).toHaveLength(1);
    peer.isInactive = false;
    await agent.send(true);
    expect(peer.taken).toEqual([[read]]);
    expect(new Set(peer.keys).size).toBe(1);
  });

  it('is not dropped because the clock jumps', async () => {
    const { agent, time } = await startAgent(home, peer, noon);
    for (const total of [1, 2, 3])
      await enqueue(
        home.directory,
        peer.feedId,
        [readingAt(noon, total)],
        new Date(noon.getTime() + total * dayMs),
      );
    peer.mode = 'drop';
    time.now = wrong;
    await agent.send(true);
    expect(await listQueue(home.directory)).toHaveLength(3);
    time.now = noon;
    peer.mode = 'usual';
    await agent.send(true);
    expect(totals()).toEqual([1, 2, 3]);
  });

  it('with times in the future is sent with those of the server, once, although answers are lost', async () => {
    const { agent, time } = await startAgent(home, peer, wrong);
    await enqueue(home.directory, peer.feedId, [readingAt(noon, 1), readingAt(wrong, 2)], wrong);
    for (let round = 1; round <= 3; round++) {
      peer.swallowAfter = round;
      peer.now = () => new Date(noon.getTime() + round * 60_000);
      time.now = new Date(wrong.getTime() + round * 3_600_000);
      await agent.send(true);
    }
    expect(totals()).toEqual([1, 2]);
    expect(peer.taken.flat().map(({ read_at }) => new Date(read_at) < wrong)).toEqual([true, true]);
    expect(await listSetAside(home.directory)).toEqual([]);
  });

  it('is not lost if the time of the server goes back while it is corrected', async () => {
    const { agent, time } = await startAgent(home, peer, wrong);
    await enqueue(home.directory, peer.feedId, [readingAt(wrong, 1), readingAt(wrong, 2)], wrong);
    // As of two servers whose clocks differ.
    const times = [noon, noon, new Date(noon.getTime() - 600_000)];
    peer.now = () => times.shift() ?? new Date(noon.getTime() - 600_000);
    await agent.send(true);
    expect(totals()).toEqual([]);
    expect(await listQueue(home.directory)).toHaveLength(1);
    peer.now = () => noon;
    time.now = new Date(wrong.getTime() + 3_600_000);
    await agent.send(true);
    expect(totals()).toEqual([1, 2]);
    expect(await listSetAside(home.directory)).toEqual([]);
  });
});
