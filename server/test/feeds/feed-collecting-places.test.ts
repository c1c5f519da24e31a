import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { dailyFeed, type DailyFeed } from '../support/daily-feed.js';
import { integer, text, uri } from '../support/ipp-message.js';
import { type IppPrinter, printerResponse, startIppPrinter } from '../support/ipp-printer.js';
import {
  community,
  type PrinterAgent,
  snmpd,
  startPrinterAgent,
  type TestPrinter,
} from '../support/printer-agent.js';
import { collectingEnv } from '../support/print-server.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
});
beforeEach(async () => {
  world.server.setNow('2026-10-01T08:00:00Z');
  member = await world.newAccount('customer', world.channel);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

describe.skipIf(snmpd.missing)('A feed of SNMP printers', () => {
  let agents: PrinterAgent[];
  let fleet: DailyFeed;
  beforeAll(async () => {
    agents = await Promise.all([1, 2, 3].map(() => startPrinterAgent({ printers: [] })));
  });
  afterAll(async () => {
    for (const agent of agents) await agent.stop();
  });

  const addressOf = (host: number): string => agents[host]?.address ?? '';
  /** The printer at a host: its serial number, if it reports one, and its total. Empty: no printer. */
  type Host = readonly [string, number] | readonly [number] | readonly [];
  const printersAt = (host: Host): TestPrinter[] => {
    if (host.length === 0) return [];
    if (host.length === 1) return [{ markers: [['sheets', host[0]]] }];
    return [{ serial: host[0], markers: [['sheets', host[1]]] }];
  };
  const show = async (hosts: readonly Host[]): Promise<void> => {
    for (const [number, host] of hosts.entries()) await agents[number]?.show(printersAt(host));
  };
  const begin = async (...hosts: readonly Host[]): Promise<void> => {
    await show(hosts);
    const named = hosts.map((_, host) => addressOf(host)).join();
    fleet = await dailyFeed(
      world,
      member,
      { type: 'snmp', url: `snmp://${addressOf(0)}`, password: community },
      named,
    );
    expect(await fleet.collect()).toBe(0);
  };
  const next = async (...hosts: readonly Host[]): Promise<number> => {
    await show(hosts);
    return fleet.collect();
  };

  it.each(['N/A', 'Unknown', 'not available', '0000', '123456', 'xxxxxxxx', 'serial number'])(
    'distinguishes printers whose serial number is %s',
    async (filler) => {
      await begin([filler, 1_000], [filler, 90_000]);
      expect(await next([filler, 1_010], [filler, 90_005])).toBe(15);
      expect(await next([], [filler, 90_006])).toBe(1);
      expect(await fleet.notes()).toEqual({ [addressOf(1)]: null });
    },
  );

  it('counts no wrong pages if two printers have the same serial number, whichever of them answers', async () => {
    await begin(['TWIN-1', 1_000], ['TWIN-1', 90_000]);
    expect(await fleet.notes()).toEqual({
      'TWIN-1': 'baseline',
      [`TWIN-1 (${addressOf(1)}/1)`]: 'elsewhere',
    });
    expect(await next(['TWIN-1', 1_010], ['TWIN-1', 90_007])).toBe(10);
    expect(await next([], ['TWIN-1', 90_009])).toBe(0);
    expect(await next(['TWIN-1', 1_013], [])).toBe(3);
    // Another device is at the place that was counted: from now on, the other place is counted, from its current total.
    expect(await next(['OTHER-1', 5], ['TWIN-1', 90_100])).toBe(0);
    expect(await next(['OTHER-1', 6], ['TWIN-1', 90_120])).toBe(21);
    expect(await fleet.deposited()).toBe(34);
  });

  it('counts no page twice if a printer does not always report its serial number', async () => {
    await begin(['SHY-1', 1_000]);
    expect(await next([1_010])).toBe(0);
    expect(await fleet.notes()).toEqual({ [`${addressOf(0)}/1`]: 'incomplete' });
    expect(await next([1_020])).toBe(0);
    expect(await next(['SHY-1', 1_030])).toBe(30);
    expect(await next(['N/A', 1_031])).toBe(0);
    expect(await next(['SHY-1', 1_032])).toBe(2);
    expect(await fleet.deposited()).toBe(32);
  });

  it('follows printers that swap places, and does not count one whose old place does not answer', async () => {
    await begin(['A-1', 1_000], ['B-1', 5_000], []);
    expect(await next(['B-1', 5_010], ['A-1', 1_001], [])).toBe(11);
    expect(await next(['B-1', 5_011], [], ['A-1', 1_005])).toBe(1);
    expect(await fleet.notes()).toEqual({ 'B-1': null, [`A-1 (${addressOf(2)}/1)`]: 'elsewhere' });
    await fleet.name([addressOf(0), addressOf(2)].join());
    expect(await next(['B-1', 5_011], [], ['A-1', 1_006])).toBe(5);
    expect(await fleet.deposited()).toBe(17);
  });

  it('continues the count of a printer without a serial number if its host gets more printers', async () => {
    await begin([1_000]);
    const two = (first: number, second: number) =>
      agents[0]?.show([{ markers: [['sheets', first]] }, { markers: [['sheets', second]] }]);
    await two(1_010, 70);
    expect(await fleet.collect()).toBe(10);
    expect(await next([1_020])).toBe(10);
    await two(1_030, 75);
    expect(await fleet.collect()).toBe(15);
  });

  it('becomes silent, with a mail, if no device is identified', async () => {
    await begin(['SHY-2', 1_000]);
    const health = async (): Promise<unknown> =>
      (await member.api.get(`/feeds/${String(fleet.feed.id)}`)).body.health_check;
    await next([1_010]);
    expect(await health()).toBe('healthy');
    await next([1_010]);
    await next([1_010]);
    await checkFeeds(world.server.running.instance.context, { id: fleet.feed.id });
    expect(await health()).toBe('unhealthy');
    await next([1_010]);
    expect(await health()).toBe('unhealthy');
    expect(await next(['SHY-2', 1_011])).toBe(11);
    expect(await health()).toBe('healthy');
  });

  it('continues the count of devices from before places were stored', async () => {
    await begin(['OLD-1', 1_000], [300]);
    await world.server.sql('delete from feed_places where feed_id = $1', [fleet.feed.id]);
    expect(await next(['OLD-1', 1_010], [302])).toBe(12);
  });
});

describe('A feed of IPP printers', () => {
  let printer: IppPrinter;
  let fleet: DailyFeed;
  beforeAll(async () => {
    printer = await startIppPrinter();
  });
  afterAll(() => printer.close());

  interface Queue {
    readonly total: number;
    readonly serial?: string;
    readonly uuid?: string;
  }
  const show = (queues: Record<string, Queue>): void => {
    printer.respondWith(({ path }) => {
      const queue = queues[path];
      if (!queue) return 404;
      const { total, serial, uuid } = queue;
      return printerResponse(
        integer('printer-media-sheets-completed', total),
        ...(serial === undefined ? [] : [text('printer-serial-number', serial)]),
        ...(uuid === undefined ? [] : [uri('printer-uuid', `urn:uuid:${uuid}`)]),
      );
    });
  };
  const begin = async (externalId: string, queues: Record<string, Queue>): Promise<void> => {
    show(queues);
    fleet = await dailyFeed(
      world,
      member,
      { type: 'ipp', url: `ipp://127.0.0.1:${printer.port}` },
      externalId,
    );
    expect(await fleet.collect()).toBe(0);
  };
  const next = async (queues: Record<string, Queue>): Promise<number> => {
    show(queues);
    return fleet.collect();
  };

  it('continues if printers are added or removed', async () => {
    const first = (total: number): Queue => ({ total, serial: 'S-1', uuid: 'a1' });
    const second = (total: number): Queue => ({ total, serial: 'S-1', uuid: 'b2' });
    await begin('/a', { '/a': first(1_000) });
    await fleet.name('/a,/b');
    expect(await next({ '/a': first(1_010), '/b': second(70) })).toBe(10);
    expect(await next({ '/a': first(1_011), '/b': second(75) })).toBe(6);
    await fleet.name('/b');
    expect(await next({ '/a': first(1_012), '/b': second(80) })).toBe(5);
    await fleet.name('/a,/b');
    expect(await next({ '/a': first(1_020), '/b': second(80) })).toBe(9);
    expect(await fleet.deposited()).toBe(30);
  });

  it('continues the count of a printer that was identified by its serial number alone', async () => {
    await begin('/a', { '/a': { total: 1_000, serial: 'S-2' } });
    await world.server.sql('delete from feed_places where feed_id = $1', [fleet.feed.id]);
    expect(await next({ '/a': { total: 1_010, serial: 'S-2', uuid: 'c3' } })).toBe(10);
    expect(await fleet.notes()).toEqual({ 'S-2': null });
    expect(await next({ '/a': { total: 1_011, serial: 'S-2' } })).toBe(1);
    expect(await next({ '/a': { total: 1_013, uuid: 'c3' } })).toBe(2);
  });

  it('counts no wrong pages if two queues share a serial number and report nothing else', async () => {
    await begin('/a,/b', { '/a': { total: 1_000, serial: 'S-3' }, '/b': { total: 9_000, serial: 'S-3' } });
    expect(await next({ '/b': { total: 9_010, serial: 'S-3' } })).toBe(0);
    expect(await next({ '/a': { total: 1_004, serial: 'S-3' }, '/b': { total: 9_020, serial: 'S-3' } })).toBe(
      4,
    );
  });

  it('counts no page twice if a printer does not always report its identity', async () => {
    await begin('/a', { '/a': { total: 1_000, serial: 'S-4', uuid: 'd4' } });
    expect(await next({ '/a': { total: 1_010 } })).toBe(0);
    expect(await next({ '/a': { total: 1_020 } })).toBe(0);
    expect(await next({ '/a': { total: 1_030, serial: 'S-4', uuid: 'd4' } })).toBe(30);
  });
});
