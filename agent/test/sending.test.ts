import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startPrinterAgent,
  snmpd,
  type PrinterAgent,
  community,
} from '../../server/test/support/printer-agent.js';
import { add } from '../src/commands.js';
import { addCredential } from '../src/credentials.js';
import { enqueue, listQueue, listSetAside, putBack } from '../src/queue.js';
import { statusOf } from '../src/status.js';
import { makeHome, startAgent, type Home } from './support/agents.js';
import { startRegrovePeer, type RegrovePeer } from './support/regrove-peer.js';

const dayMs = 86_400_000;
const noon = new Date(2026, 2, 2, 12, 0);
const reading = (total: number) => ({
  device: 'A',
  total,
  unit: 'sheets' as const,
  read_at: noon.toISOString(),
});

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
const waiting = async (): Promise<number> => (await listQueue(home.directory)).length;
const status = () => statusOf(home.directory, () => noon);

describe('The queue', () => {
  it('is sent in order, each batch once, although answers are lost', async () => {
    const { agent, time } = await startAgent(home, peer, noon);
    for (const total of [1, 2, 3]) await enqueue(home.directory, peer.feedId, [reading(total)], noon);
    peer.mode = 'swallow';
    await agent.send();
    expect(await waiting()).toBe(3);
    peer.mode = 'usual';
    time.now = new Date(noon.getTime() + 60_000);
    await agent.send();
    expect(totals()).toEqual([1, 2, 3]);
    expect(peer.keys).toHaveLength(4);
    expect(new Set(peer.keys).size).toBe(3);
    expect(await waiting()).toBe(0);
    expect(peer.requests.every(({ userAgent }) => userAgent?.startsWith('regrove-agent/'))).toBe(true);
  });

  it.each([
    ['an outage', 'drop' as const],
    ['too many requests', { status: 429, headers: { 'retry-after': '120' } }],
    ['an error of the server', { status: 503 }],
    ['a redirect, which is not followed', { status: 302, headers: { location: 'https://example.com/' } }],
    ['a page in between that says yes to everything', { status: 204 }],
  ])('waits through %s, with pauses that grow', async (_, mode) => {
    const { agent, time } = await startAgent(home, peer, noon);
    await agent.send();
    await enqueue(home.directory, peer.feedId, [reading(1)], noon);
    peer.mode = mode;
    const before = peer.requests.length;
    // A request per pause: after 1, 2, 4, 8, 16 and 32 minutes, then every hour, in a day of which each minute is one round.
    for (let minute = 0; minute < 300; minute++) {
      time.now = new Date(noon.getTime() + minute * 60_000);
      await agent.send();
    }
    const calls = peer.requests.slice(before).filter(({ path }) => path.endsWith('/readings')).length;
    expect(calls).toBeGreaterThanOrEqual(8);
    expect(calls).toBeLessThanOrEqual(11);
    expect(await status()).toMatchObject({ status: 'trouble', queue: { batches: 1 } });
    peer.mode = 'usual';
    time.now = new Date(time.now.getTime() + 3_600_000);
    await agent.send();
    expect(totals()).toEqual([1]);
    expect(await status()).toMatchObject({ status: 'not_running', error: null });
  });

  it('sets aside what the server refuses, and what is damaged, and sends the rest', async () => {
    const { agent } = await startAgent(home, peer, noon);
    await enqueue(home.directory, peer.feedId, [reading(-1)], noon);
    await enqueue(home.directory, peer.feedId, [reading(2)], noon);
    await enqueue(home.directory, 'fd_other', [reading(3)], noon);
    const [first] = await listQueue(home.directory);
    await writeFile(
      join(home.directory.queue, `000000000009-1-${noon.getTime()}-${first?.file.slice(-41, -5)}.json`),
      '{"key"',
    );
    await agent.send();
    expect(totals()).toEqual([2]);
    expect(await listSetAside(home.directory)).toHaveLength(3);
    expect(await status()).toMatchObject({ status: 'trouble', set_aside: { batches: 3, readings: 3 } });
    expect(await putBack(home.directory)).toBe(3);
    expect(await waiting()).toBe(3);
  });

  it('sends what is put back before what came later', async () => {
    const { agent } = await startAgent(home, peer, noon);
    await enqueue(home.directory, peer.feedId, [reading(-1)], noon);
    await agent.send();
    expect(await listSetAside(home.directory)).toHaveLength(1);
    await enqueue(home.directory, peer.feedId, [reading(5)], noon);
    await putBack(home.directory);
    expect((await listQueue(home.directory)).map(({ order }) => order)).toEqual([1, 2]);
  });

  it.each(['null', '7', '"text"', '{"key":"schl\u00fcssel \u65e5","feedId":"fd","readings":[]}'])(
    'sets a file aside that says %s, and is not stopped by it',
    async (text) => {
      const { agent } = await startAgent(home, peer, noon);
      const name = `000000000001-1-${noon.getTime()}-00000000-0000-4000-8000-000000000000.json`;
      await writeFile(join(home.directory.queue, name), text);
      await writeFile(home.directory.state, 'null');
      await enqueue(home.directory, peer.feedId, [reading(5)], noon);
      await agent.send();
      expect(totals()).toEqual([5]);
      expect(await listSetAside(home.directory)).toHaveLength(1);
      expect(await status()).toMatchObject({ set_aside: { batches: 1 } });
    },
  );

  it('has batches that the server takes, however long the names are', async () => {
    const { agent } = await startAgent(home, peer, noon);
    const long = '\u7d19'.repeat(255);
    const readings = Array.from({ length: 2_000 }, (_, at) => ({ ...reading(at), name: long, model: long }));
    await enqueue(home.directory, peer.feedId, readings, noon);
    await agent.send();
    expect(totals()).toEqual(readings.map(({ total }) => total));
    expect(peer.taken.length).toBeGreaterThan(1);
    for (const part of peer.taken) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(1_048_576);
  });

  it('keeps 90 days, and drops what is older', async () => {
    const { agent, time } = await startAgent(home, peer, noon);
    peer.mode = 'drop';
    for (let day = 0; day < 120; day++) {
      time.now = new Date(noon.getTime() + day * dayMs);
      await enqueue(home.directory, peer.feedId, [reading(day)], time.now);
      await agent.send();
    }
    expect(await waiting()).toBe(90);
    peer.mode = 'usual';
    time.now = new Date(time.now.getTime() + 3_700_000);
    await agent.send();
    expect(totals()).toEqual(Array.from({ length: 90 }, (_, at) => at + 30));
    expect((await status()).dropped_readings).toBe(30);
  });
});

it('A report that is taken does not hide that readings cannot be sent', async () => {
  const { agent } = await startAgent(home, peer, noon);
  await enqueue(home.directory, peer.feedId, [reading(1)], noon);
  // The answer to the readings is lost, and the report comes through.
  peer.swallowAfter = 1;
  await agent.send();
  expect(peer.reports).toHaveLength(1);
  expect(await status()).toMatchObject({
    status: 'trouble',
    error: expect.stringContaining('cannot be reached'),
  });
});

describe('A key that was revoked', () => {
  it('stops sending and keeps the queue, says so, and a new enrolment sends it', async () => {
    const { agent, time, said } = await startAgent(home, peer, noon);
    await agent.send();
    peer.revoke();
    for (let hour = 0; hour < 48; hour++) {
      time.now = new Date(noon.getTime() + hour * 3_600_000);
      if (hour % 24 === 1) await enqueue(home.directory, peer.feedId, [reading(hour)], time.now);
      await agent.send();
    }
    // The report is repeated every hour, and no reading is.
    expect(peer.requests.filter(({ path }) => path.endsWith('/readings'))).toHaveLength(1);
    expect(await waiting()).toBe(2);
    expect(await status()).toMatchObject({
      status: 'revoked',
      revoked_at: expect.any(String),
      queue: { readings: 2 },
    });
    expect(said.filter((line) => line.includes('revoked'))).toHaveLength(1);
    const { agent: again } = await startAgent(home, peer, time.now);
    await again.send();
    expect(totals()).toEqual([1, 25]);
    expect(await status()).toMatchObject({ status: 'not_running', revoked_at: null });
  });
});

describe.skipIf(snmpd.missing)('A week without the network', () => {
  let printer: PrinterAgent;
  beforeEach(async () => {
    printer = await startPrinterAgent({ printers: [{ serial: 'WEEK-1', markers: [['sheets', 100]] }] });
  });
  afterEach(() => printer.stop());

  it('loses nothing: each day is read once, and sent when the network is back', async () => {
    const { agent, time } = await startAgent(home, peer, noon);
    await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
    await add(home.directory, [printer.address]);
    await agent.tick();
    expect(totals()).toEqual([100]);
    peer.mode = 'drop';
    for (let day = 1; day <= 7; day++) {
      await printer.show([{ serial: 'WEEK-1', markers: [['sheets', 100 + day]] }]);
      // Several rounds a day, of which one is due.
      for (const hour of [-6, 0, 6]) {
        time.now = new Date(noon.getTime() + day * dayMs + hour * 3_600_000);
        await agent.tick();
      }
    }
    expect(await waiting()).toBe(7);
    peer.mode = 'usual';
    time.now = new Date(time.now.getTime() + 3_600_000);
    await agent.tick();
    expect(totals()).toEqual([100, 101, 102, 103, 104, 105, 106, 107]);
    expect(new Set(peer.taken.flat().map(({ read_at }) => read_at.slice(0, 10))).size).toBe(8);
    expect(peer.reports.at(-1)).toMatchObject({ devices: 1, trouble: [] });
  });

  it('reports printers that cannot be read', async () => {
    const { agent } = await startAgent(home, peer, noon);
    await add(home.directory, [printer.address, 'ipp://127.0.0.2:9/ipp/print']);
    await agent.tick();
    expect(peer.taken).toEqual([]);
    const trouble = [
      { address: '127.0.0.2:9', reason: 'noAnswer' },
      { address: printer.address, reason: 'noAnswer' },
    ];
    expect(peer.reports.at(-1)?.trouble.sort((a, b) => (a.address < b.address ? -1 : 1))).toEqual(
      trouble.sort((a, b) => (a.address < b.address ? -1 : 1)),
    );
    expect((await readdir(home.directory.queue)).length).toBe(0);
  });
});
