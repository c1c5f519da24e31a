import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lifeCount } from '@regrove/printers/snmp/printer-mib';
import { enqueue, listQueue, listSetAside } from '../src/queue.js';
import { makeHome, startAgent, type Home } from './support/agents.js';
import { startRegrovePeer, type RegrovePeer } from './support/regrove-peer.js';

const noon = new Date(2026, 2, 2, 12, 0);
const reading = (device: number, total = device) => ({
  device: `D${device}`,
  total,
  unit: 'sheets' as const,
  read_at: noon.toISOString(),
});
const many = (count: number) => Array.from({ length: count }, (_, at) => reading(at));

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

const devices = (): string[] => peer.taken.flat().map(({ device }) => device);

describe('A reading that the server refuses', () => {
  it('is set aside alone, and all others are sent in order', async () => {
    const { agent } = await startAgent(home, peer, noon);
    const readings = many(1_000).map((one, at) => (at === 0 || at === 700 ? { ...one, total: -1 } : one));
    await enqueue(home.directory, peer.feedId, readings, noon);
    await agent.send();
    expect(devices()).toEqual(readings.filter(({ total }) => total >= 0).map(({ device }) => device));
    expect((await listSetAside(home.directory)).map((entry) => entry.readings)).toEqual([1, 1]);
    expect(await listQueue(home.directory)).toEqual([]);
  });

  it('doubles nothing if sending is interrupted and begun again', async () => {
    const { agent, time } = await startAgent(home, peer, noon);
    const readings = many(50).map((one, at) => (at === 20 ? { ...one, total: -1 } : one));
    await enqueue(home.directory, peer.feedId, readings, noon);
    for (let round = 1; round <= 20; round++) {
      // Each time, one request more gets through, and its answer is lost.
      peer.swallowAfter = round;
      time.now = new Date(time.now.getTime() + 3_600_000);
      await agent.send();
    }
    expect(devices().sort()).toEqual(
      readings
        .filter(({ total }) => total >= 0)
        .map(({ device }) => device)
        .sort(),
    );
    expect((await listSetAside(home.directory)).map((entry) => entry.readings)).toEqual([1]);
    expect(await listQueue(home.directory)).toEqual([]);
  });

  it('is not looked for if the server takes nothing at all', async () => {
    const { agent } = await startAgent(home, peer, noon);
    await enqueue(home.directory, peer.feedId, many(4_000), noon);
    peer.mode = { status: 400 };
    await agent.send();
    expect(peer.requests.filter(({ path }) => path.endsWith('/readings')).length).toBeLessThan(100);
    const aside = await listSetAside(home.directory);
    expect(aside.reduce((sum, entry) => sum + entry.readings, 0)).toBe(4_000);
  });
});

describe('More readings than one request takes', () => {
  it('are in the queue at once, and sent in parts, each once', async () => {
    const { agent, time } = await startAgent(home, peer, noon);
    await enqueue(home.directory, peer.feedId, many(12_000), noon);
    expect(await readdir(home.directory.queue)).toHaveLength(1);
    for (let round = 1; round <= 4; round++) {
      peer.swallowAfter = round;
      time.now = new Date(time.now.getTime() + 3_600_000);
      await agent.send();
    }
    expect(devices()).toEqual(many(12_000).map(({ device }) => device));
    expect(peer.taken.map((part) => part.length)).toEqual([5_000, 5_000, 2_000]);
    expect(await listQueue(home.directory)).toEqual([]);
  });
});

it('A sum of counters that is no exact number is no reading', () => {
  const markers = [1, 2].map(() => ({ unit: 8, count: Number.MAX_SAFE_INTEGER }));
  expect(() => lifeCount({ index: '1', serial: undefined, markers })).toThrow('is not a number');
});
