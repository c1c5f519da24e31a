import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import { collectFeeds } from '../../src/features/feeds/collecting/collect-feeds.js';
import { dailyFeed, type DailyFeed } from '../support/daily-feed.js';
import { feedMails } from '../support/feed-mails.js';
import { integer, text } from '../support/ipp-message.js';
import { type IppPrinter, printerResponse, startIppPrinter } from '../support/ipp-printer.js';
import { collectingEnv } from '../support/print-server.js';
import { createAcceptedUser } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let printer: IppPrinter;
let member: TestAccount;
let fleet: DailyFeed;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
  printer = await startIppPrinter();
});
afterAll(async () => {
  await printer.close();
  await world.stop();
});

type Queue = readonly [total: number, serial?: string];
const show = (queues: Record<string, Queue>): void => {
  printer.respondWith(({ path }) => {
    const [total, serial] = queues[path] ?? [];
    if (total === undefined) return 404;
    return printerResponse(
      integer('printer-media-sheets-completed', total),
      ...(serial === undefined ? [] : [text('printer-serial-number', serial)]),
    );
  });
};
const next = async (queues: Record<string, Queue>): Promise<number> => {
  show(queues);
  return fleet.collect();
};
const context = () => world.server.running.instance.context;

beforeEach(async () => {
  world.server.setNow('2026-10-01T08:00:00Z');
  member = await world.newAccount('customer', world.channel);
  await createAcceptedUser(world.server, member.account, { email: `${member.id}@example.com` });
  const url = `ipp://127.0.0.1:${printer.port}`;
  show({ '/a': [100, 'A-1'], '/b': [5_000, 'B-1'] });
  fleet = await dailyFeed(world, member, { type: 'ipp', url }, '/a,/b');
  expect(await fleet.collect()).toBe(0);
});

const health = async (): Promise<unknown> =>
  (await member.api.get(`/feeds/${String(fleet.feed.id)}`)).body.health_check;
const mails = () => feedMails(world, member.id);
const entries = async (): Promise<unknown[]> =>
  (
    await world.server.sql<{ after: unknown }>(
      `select after from audit_entries where action = 'feed.passed_over' and subject_id = $1`,
      [fleet.feed.id],
    )
  ).map(({ after }) => after);
const placeOf = (path: string): string => `127.0.0.1:${printer.port}${path}`;

describe('An unidentified printer in a feed with others', () => {
  it('is in the audit trail once, and in the result of each collection', async () => {
    await next({ '/a': [101, 'A-1'], '/b': [5_001] });
    await next({ '/a': [102, 'A-1'], '/b': [5_002] });
    await next({ '/a': [103, 'A-1'] });
    show({ '/a': [104, 'A-1'], '/b': [5_003] });
    const [collected] = await collectFeeds(context(), { id: fleet.feed.id });
    expect(collected).toMatchObject({ outcome: 'collected', devices: 1, unidentified: 1 });
    expect(await entries()).toEqual([{ devices: [placeOf('/b')] }]);
    await next({ '/a': [104, 'A-1'], '/b': [5_004, 'B-1'] });
    await next({ '/a': [104, 'A-1'], '/b': [5_005] });
    expect(await entries()).toHaveLength(2);
  });

  it('makes the feed unhealthy after two days, with one mail, until it is counted again', async () => {
    for (const total of [5_001, 5_002, 5_003]) await next({ '/a': [100, 'A-1'], '/b': [total] });
    expect([await health(), await mails()]).toEqual(['healthy', []]);
    for (const total of [5_004, 5_005]) {
      await next({ '/a': [100, 'A-1'], '/b': [total] });
      expect(await health()).toBe('unhealthy');
      await checkFeeds(context(), { id: fleet.feed.id });
      expect(await health()).toBe('unhealthy');
    }
    expect(await mails()).toEqual([['feed-trouble', 'noReading']]);
    expect(await next({ '/a': [100, 'A-1'], '/b': [5_006, 'B-1'] })).toBe(6);
    await checkFeeds(context(), { id: fleet.feed.id });
    expect([await health(), await mails()]).toEqual([
      'healthy',
      [
        ['feed-trouble', 'noReading'],
        ['feed-recovered', null],
      ],
    ]);
  });

  it('does not matter once the feed no longer names it, and starts with a baseline when it does again', async () => {
    for (const total of [5_001, 5_002, 5_003, 5_004]) await next({ '/a': [100, 'A-1'], '/b': [total] });
    expect(await health()).toBe('unhealthy');
    await fleet.name('/a');
    await checkFeeds(context(), { id: fleet.feed.id });
    expect(await health()).toBe('healthy');
    await next({ '/a': [100, 'A-1'] });
    await fleet.name('/a,/b');
    expect(await next({ '/a': [100, 'A-1'], '/b': [5_010] })).toBe(0);
    expect(await next({ '/a': [100, 'A-1'], '/b': [5_012] })).toBe(2);
    expect(await health()).toBe('healthy');
  });
});
