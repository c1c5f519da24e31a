import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lifeCount } from '@regrove/printers/snmp/printer-mib';
import { enqueue, listQueue, listSetAside } from '../src/queue.js';
import { statusOf } from '../src/status.js';
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
});

describe('A reading that cannot be set aside', () => {
  it('is sent again with pauses that grow, until it can', async () => {
    const { agent, time } = await startAgent(home, peer, noon);
    await enqueue(home.directory, peer.feedId, [reading(1, -1)], noon);
    const [entry] = await listQueue(home.directory);
    // Something is in its place, so that it cannot be written.
    const place = join(home.directory.setAside, entry?.file ?? '');
    await mkdir(place);
    for (let minute = 0; minute < 300; minute++) {
      time.now = new Date(noon.getTime() + minute * 60_000);
      await agent.send();
    }
    const calls = peer.requests.filter(({ path }) => path.endsWith('/readings')).length;
    expect(calls).toBeGreaterThanOrEqual(8);
    expect(calls).toBeLessThanOrEqual(11);
    expect(await statusOf(home.directory, () => time.now)).toMatchObject({
      status: 'trouble',
      error: expect.stringContaining('the queue cannot be brought up to date'),
    });
    await rmdir(place);
    time.now = new Date(time.now.getTime() + 3_600_000);
    await agent.send();
    expect(await listQueue(home.directory)).toEqual([]);
    expect((await listSetAside(home.directory)).map((one) => one.readings)).toEqual([1]);
  });
});

describe('A server that takes nothing at all', () => {
  it.each([
    ['by a status that is about what is sent', { status: 400 }],
    ['by one that is not', { status: 404 }],
  ])('%s is waited for: nothing is set aside', async (_, mode) => {
    const { agent, time } = await startAgent(home, peer, noon);
    await enqueue(home.directory, peer.feedId, many(4_000), noon);
    await enqueue(home.directory, peer.feedId, [reading(4_000)], noon);
    peer.mode = mode;
    await agent.send();
    expect(peer.requests.filter(({ path }) => path.endsWith('/readings')).length).toBeLessThan(100);
    expect(await listSetAside(home.directory)).toEqual([]);
    expect(await listQueue(home.directory)).toHaveLength(2);
    expect(await statusOf(home.directory, () => time.now)).toMatchObject({
      status: 'trouble',
      error: expect.stringMatching(/takes no readings|cannot be reached/),
    });
    peer.mode = 'usual';
    time.now = new Date(time.now.getTime() + 3_600_000);
    await agent.send();
    expect(devices()).toEqual(many(4_001).map(({ device }) => device));
    expect(await statusOf(home.directory, () => time.now)).toMatchObject({ error: null });
  });
});

describe('A feed that is inactive, or whose account is', () => {
  it('gets everything once it is active again, and nothing is asked for again and again meanwhile', async () => {
    const { agent, time, said } = await startAgent(home, peer, noon);
    peer.isInactive = true;
    for (let hour = 0; hour < 48; hour++) {
      time.now = new Date(noon.getTime() + hour * 3_600_000);
      await enqueue(home.directory, peer.feedId, [reading(hour)], time.now);
      await agent.send();
    }
    expect(peer.requests.filter(({ path }) => path.endsWith('/readings'))).toHaveLength(1);
    expect(await listQueue(home.directory)).toHaveLength(48);
    expect(await listSetAside(home.directory)).toEqual([]);
    expect(await statusOf(home.directory, () => time.now)).toMatchObject({
      status: 'trouble',
      error: expect.stringContaining('inactive'),
    });
    expect(said.filter((line) => line.includes('inactive'))).toHaveLength(1);
    peer.isInactive = false;
    time.now = new Date(time.now.getTime() + 3_600_000);
    await agent.send();
    expect(devices()).toEqual(many(48).map(({ device }) => device));
    expect(await statusOf(home.directory, () => time.now)).toMatchObject({
      status: 'not_running',
      error: null,
    });
  });

  it('is found out at once by who asks for it', async () => {
    const { agent } = await startAgent(home, peer, noon);
    peer.isInactive = true;
    await enqueue(home.directory, peer.feedId, [reading(1)], noon);
    await agent.send(true);
    expect(await listQueue(home.directory)).toHaveLength(1);
    peer.isInactive = false;
    await agent.send(true);
    expect(devices()).toEqual(['D1']);
  });
});

describe('More readings than one request takes', () => {
  it('are in the queue at once, and sent in parts, each once', async () => {
    const { agent, time } = await startAgent(home, peer, noon);
    await enqueue(home.directory, peer.feedId, many(12_000), noon, ['10.1.0.5:161']);
    expect(await readdir(home.directory.queue)).toHaveLength(1);
    for (let round = 1; round <= 4; round++) {
      peer.swallowAfter = round;
      time.now = new Date(time.now.getTime() + 3_600_000);
      await agent.send();
    }
    expect(devices()).toEqual(many(12_000).map(({ device }) => device));
    expect(peer.taken.map((part) => part.length)).toEqual([5_000, 5_000, 2_000]);
    expect(peer.addresses).toEqual([['10.1.0.5:161'], undefined, undefined]);
    expect(await listQueue(home.directory)).toEqual([]);
  });
});

it('A sum of counters that is no exact number is no reading', () => {
  const markers = [1, 2].map(() => ({ unit: 8, count: Number.MAX_SAFE_INTEGER }));
  expect(() => lifeCount({ index: '1', serial: undefined, markers })).toThrow('is not a number');
});
