import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import type { Json } from '../support/api-client.js';
import { enrolAgent, type EnrolledAgent } from '../support/enrol-agent.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let feedId: string;
let night: number;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  night = 0;
  nextNight();
  member = await world.newAccount('customer', world.channel);
  feedId = String((await member.api.post('/feeds', { type: 'agent' })).body.id);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const timeOf = (ofNight: number): string => new Date(Date.UTC(2026, 9, ofNight, 2)).toISOString();
const nextNight = (): void => world.server.setNow(timeOf(++night));

const enrol = () => enrolAgent(world, member, feedId);
const remove = ({ id }: EnrolledAgent) => member.api.delete(`/feeds/${feedId}/agents/${id}`);

/** As an agent names what it read by SNMP at an address, or by IPP if there is a UUID. */
interface Seen {
  readonly at: string;
  readonly total: number;
  readonly serial?: string;
  readonly uuid?: string;
}
const nameOf = ({ at, serial, uuid }: Seen): string => [serial, uuid].filter(Boolean).join(' ') || at;
const located = (seen: Seen) => ({
  device: nameOf(seen),
  total: seen.total,
  origin: { address: seen.at, slot: '1', serial: seen.serial, uuid: seen.uuid },
});
const send = async ({ api }: EnrolledAgent, body: object): Promise<number> => {
  const { status, body: taken } = await api.post(`/feeds/${feedId}/readings`, body);
  expect([status, taken.error]).toEqual([200, undefined]);
  return taken.pages;
};
/** The pages that count when this is all that answers; the printers at all `addresses` are called. */
const read = (
  agent: EnrolledAgent,
  addresses: readonly string[],
  ...seen: readonly Seen[]
): Promise<number> => send(agent, { readings: seen.map(located), addresses });
/** As agents of earlier versions do. */
const readBefore = (agent: EnrolledAgent, ...seen: readonly Seen[]): Promise<number> =>
  send(agent, { readings: seen.map((one) => ({ device: nameOf(one), total: one.total })) });
const notes = async (): Promise<Json> =>
  Object.fromEntries(
    (
      await world.server.sql<{ device: string; note: string | null }>(
        'select distinct on (device) device, note from feed_readings where feed_id = $1 order by device, read_at desc',
        [feedId],
      )
    ).map(({ device, note }) => [device, note]),
  );

const [a, b, c] = ['10.1.0.5:161', '10.1.0.6:161', '10.1.0.7:161'] as const;

describe('Two agents in networks with the same addresses', () => {
  it('have printers without a serial number of their own', async () => {
    const [harbour, airport] = [await enrol(), await enrol()];
    const both = async (more: number): Promise<number> =>
      (await read(harbour, [a], { at: a, total: 1_000 + more })) +
      (await read(airport, [a], { at: a, total: 90_000 + more }));
    expect(await both(0)).toBe(0);
    nextNight();
    expect(await both(5)).toBe(10);
    expect(await notes()).toEqual({ [`${harbour.id}/${a}`]: null, [`${airport.id}/${a}`]: null });
  });

  it('have them also as long as they are of an earlier version, and after one is updated', async () => {
    const [harbour, airport] = [await enrol(), await enrol()];
    expect(await readBefore(harbour, { at: a, total: 1_000 })).toBe(0);
    expect(await readBefore(airport, { at: a, total: 90_000 })).toBe(0);
    nextNight();
    expect(await read(harbour, [a], { at: a, total: 1_004 })).toBe(4);
    expect(await readBefore(airport, { at: a, total: 90_003 })).toBe(3);
    nextNight();
    expect(await read(harbour, [a], { at: a, total: 1_005 })).toBe(1);
    expect(await read(airport, [a], { at: a, total: 90_005 })).toBe(2);
  });

  it('invent no pages with two printers of the same serial number, also when one agent is removed', async () => {
    const [harbour, airport] = [await enrol(), await enrol()];
    const one = (total: number) => read(harbour, [a], { at: a, total, serial: 'TWIN' });
    const other = (total: number) => read(airport, [a], { at: a, total, serial: 'TWIN' });
    expect([await one(1_000), await other(90_000)]).toEqual([0, 0]);
    nextNight();
    expect([await one(1_005), await other(90_010)]).toEqual([5, 0]);
    nextNight();
    await remove(harbour);
    expect(await other(90_020)).toBe(0);
    nextNight();
    expect(await other(90_027)).toBe(7);
  });

  it('count a printer that has moved from one to the other once it is certain', async () => {
    const [harbour, airport] = [await enrol(), await enrol()];
    await read(harbour, [a], { at: a, total: 1_000, serial: 'MOVES' });
    for (let nights = 1; nights <= 3; nights++) nextNight();
    expect(await read(airport, [a], { at: a, total: 1_010, serial: 'MOVES' })).toBe(0);
    nextNight();
    expect(await read(harbour, [a, b], { at: a, total: 7, serial: 'NEW' })).toBe(0);
    expect(await read(airport, [a], { at: a, total: 1_020, serial: 'MOVES' })).toBe(0);
    nextNight();
    expect(await read(harbour, [b], { at: b, total: 7, serial: 'NEW' })).toBe(0);
    await remove(harbour);
    expect(await read(airport, [a], { at: a, total: 1_030, serial: 'MOVES' })).toBe(30);
  });
});

describe('Printers of one agent', () => {
  it('with the same serial number that answer on different nights add no pages', async () => {
    const agent = await enrol();
    expect(await read(agent, [a, b], { at: a, total: 1_000, serial: 'TWIN' })).toBe(0);
    for (const [at, total, pages] of [
      [b, 90_000, 0],
      [a, 1_004, 4],
      [b, 90_009, 0],
      [a, 1_006, 2],
    ] as const) {
      nextNight();
      expect(await read(agent, [a, b], { at, total, serial: 'TWIN' })).toBe(pages);
    }
  });

  it('with the same serial number begin again when one that answered together with the other is removed', async () => {
    const agent = await enrol();
    const twins = [
      { at: a, total: 1_000, serial: 'TWIN' },
      { at: b, total: 90_000, serial: 'TWIN' },
    ];
    expect(await read(agent, [a, b], ...twins)).toBe(0);
    nextNight();
    expect(await read(agent, [b], { at: b, total: 90_005, serial: 'TWIN' })).toBe(0);
    nextNight();
    expect(await read(agent, [b], { at: b, total: 90_008, serial: 'TWIN' })).toBe(3);
  });

  it('are one if it is read by SNMP at one address and by IPP at another, together or in turn', async () => {
    const agent = await enrol();
    const ipp = { at: '10.1.0.6', serial: 'BOTH', uuid: 'urn:uuid:0199d4c8' };
    const snmp = { at: a, serial: 'BOTH' };
    const all = [a, ipp.at];
    expect(await read(agent, all, { ...snmp, total: 500 }, { ...ipp, total: 480 })).toBe(0);
    nextNight();
    expect(await read(agent, all, { ...snmp, total: 510 }, { ...ipp, total: 490 })).toBe(10);
    nextNight();
    expect(await read(agent, all, { ...ipp, total: 495 })).toBe(0);
    nextNight();
    expect(await read(agent, all, { ...snmp, total: 520 })).toBe(10);
    nextNight();
    // The other counter has another total: it is not continued.
    expect(await read(agent, [ipp.at], { ...ipp, total: 700 })).toBe(0);
    nextNight();
    expect(await read(agent, [ipp.at], { ...ipp, total: 703 })).toBe(3);
  });

  it('stay two if each has a UUID', async () => {
    const agent = await enrol();
    const queues = (more: number) =>
      read(
        agent,
        [a, b],
        { at: a, total: 10 + more, serial: 'SERVER', uuid: 'urn:uuid:01' },
        { at: b, total: 900 + more, serial: 'SERVER', uuid: 'urn:uuid:02' },
      );
    expect(await queues(0)).toBe(0);
    nextNight();
    expect(await queues(3)).toBe(6);
  });

  it('count each page once if they do not always report their serial number', async () => {
    const agent = await enrol();
    const nights = [
      [{ at: a, total: 1_000, serial: 'S' }, 0],
      [{ at: a, total: 1_010 }, 0],
      [{ at: a, total: 1_030, serial: 'S' }, 30],
      [{ at: a, total: 1_031 }, 0],
      [{ at: a, total: 1_032, serial: 'S' }, 2],
    ] as const;
    for (const [seen, pages] of nights) {
      expect(await read(agent, [a], seen)).toBe(pages);
      nextNight();
    }
  });

  it('continue at another address once the old one is no longer called', async () => {
    const agent = await enrol();
    await read(agent, [a], { at: a, total: 1_000, serial: 'S' });
    nextNight();
    expect(await read(agent, [a, b], { at: b, total: 1_010, serial: 'S' })).toBe(0);
    nextNight();
    expect(await read(agent, [b], { at: b, total: 1_020, serial: 'S' })).toBe(20);
  });

  it('whose identity is uncertain for more than two days make the feed unhealthy', async () => {
    const agent = await enrol();
    await read(agent, [a], { at: a, total: 1_000, serial: 'S' });
    for (let nights = 1; nights <= 4; nights++) {
      nextNight();
      await read(
        agent,
        [a, b, c],
        { at: b, total: 1_010, serial: 'S' },
        { at: c, total: nights, serial: 'T' },
      );
    }
    await checkFeeds(world.server.running.instance.context, { id: feedId });
    expect((await member.api.get(`/feeds/${feedId}`)).body.health_check).toBe('unhealthy');
    nextNight();
    expect(await read(agent, [b, c], { at: b, total: 1_011, serial: 'S' })).toBe(11);
    expect((await member.api.get(`/feeds/${feedId}`)).body.health_check).toBe('healthy');
  });
});

describe('An agent that is updated', () => {
  it('continues with its serial numbers, and invents no pages with the rest', async () => {
    const agent = await enrol();
    const before = [
      { at: a, total: 1_000, serial: 'S' },
      { at: '10.1.0.6', total: 400, serial: 'I', uuid: 'urn:uuid:0199d4c8' },
      { at: c, total: 70 },
    ];
    expect(await readBefore(agent, ...before)).toBe(0);
    nextNight();
    const after = before.map((one) => ({ ...one, total: one.total + 7 }));
    const addresses = before.map(({ at }) => at);
    expect(await read(agent, addresses, ...after)).toBe(21);
    // What waited in the queue is older.
    const waiting = before.map((one) => ({
      device: nameOf(one),
      total: one.total + 3,
      read_at: timeOf(night - 0.5),
    }));
    expect(await send(agent, { readings: waiting })).toBe(0);
    nextNight();
    expect(await read(agent, addresses, ...after)).toBe(0);
  });

  it('begins again with a name that it shares with another, as nobody knows whose count is stored', async () => {
    const [harbour, airport] = [await enrol(), await enrol()];
    await readBefore(harbour, { at: a, total: 1_000, serial: 'TWIN' });
    nextNight();
    expect(await read(airport, [a], { at: a, total: 90_000, serial: 'TWIN' })).toBe(0);
    expect(await read(harbour, [a], { at: a, total: 1_003, serial: 'TWIN' })).toBe(0);
  });

  it('begins again with two printers that it has not sent because they have the same name', async () => {
    const agent = await enrol();
    await readBefore(agent, { at: a, total: 1_000, serial: 'TWIN' });
    nextNight();
    const twins = [
      { at: b, total: 90_000, serial: 'TWIN' },
      { at: a, total: 1_003, serial: 'TWIN' },
    ];
    expect(await read(agent, [b, a], ...twins)).toBe(0);
  });
});

describe('The place of a reading', () => {
  it('is accepted from agents only', async () => {
    const readings = [located({ at: a, total: 5, serial: 'S' })];
    const path = `/feeds/${feedId}/readings`;
    expectRefusal(await member.api.post(path, { readings }), 400, /readings\[0\]\.origin .* agents only/);
    const plain = [{ device: 'S', total: 5 }];
    expectRefusal(await member.api.post(path, { readings: plain, addresses: [a] }), 400, /agents only/);
    expect((await member.api.post(path, { readings: plain })).status).toBe(200);
  });

  it.each([
    [{ address: 'x'.repeat(101) }, /address/],
    [{ address: '' }, /address/],
    [{ address: a, slot: 'x'.repeat(201) }, /slot/],
    [{ address: a, more: 1 }, /more/],
    [{}, /address/],
  ])('is refused as %j', async (origin, reason) => {
    const { api } = await enrol();
    const readings = [{ device: 'S', total: 5, origin }];
    expectRefusal(await api.post(`/feeds/${feedId}/readings`, { readings }), 400, reason);
  });

  it('may be sent twice, and has at most 500 printers', async () => {
    const agent = await enrol();
    await read(agent, [a], { at: a, total: 5, serial: 'S' });
    const twice = { at: a, total: 6 };
    expect(await read(agent, [a], twice, twice)).toBe(0);
    const many = Array.from({ length: 501 }, (_, index) => located({ at: a, total: 5, serial: `M${index}` }));
    expectRefusal(await agent.api.post(`/feeds/${feedId}/readings`, { readings: many }), 400, /500 readings/);
  });
});
