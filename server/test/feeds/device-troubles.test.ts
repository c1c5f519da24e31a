import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectFeeds } from '../../src/features/feeds/collecting/collect-feeds.js';
import type { Json } from '../support/api-client.js';
import { dailyFeed, type DailyFeed } from '../support/daily-feed.js';
import { enrolAgent } from '../support/enrol-agent.js';
import { integer, text, uri } from '../support/ipp-message.js';
import { type IppPrinter, printerResponse, startIppPrinter } from '../support/ipp-printer.js';
import { collectingEnv } from '../support/print-server.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let visitor: Visitor;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
});
beforeEach(async () => {
  world.server.setNow('2026-10-01T08:00:00Z');
  member = await world.newAccount('customer', world.channel);
  visitor = await signInVisitor(world.server, await createInvitedUser(world.server, member.account));
});
afterAll(() => world.stop());

const listed = async (feed: Json, query = ''): Promise<Json[]> => {
  const path = `/app/accounts/${member.id}/feeds/${String(feed.id)}/devices${query}`;
  const { status, body } = await visitor.app('GET', path);
  expect(status).toBe(200);
  return body;
};
const troubles = async (feed: Json): Promise<Json[]> =>
  (await listed(feed)).map(({ device, serial, total, trouble, trouble_text: said }) => [
    device,
    serial,
    total,
    trouble ?? said,
  ]);

describe('The devices of a feed that is read', () => {
  let printer: IppPrinter;
  beforeAll(async () => {
    printer = await startIppPrinter();
  });
  afterAll(() => printer.close());

  interface Queue {
    readonly total: number;
    readonly serial?: string;
    readonly uuid?: string;
  }
  let fleet: DailyFeed;
  /** What each path answers: a queue, or a status of HTTP. */
  const show = (answers: Record<string, Queue | number>): void =>
    printer.respondWith(({ path }) => {
      const answer = answers[path] ?? 404;
      if (typeof answer === 'number') return answer;
      const { total, serial, uuid } = answer;
      return printerResponse(
        integer('printer-media-sheets-completed', total),
        ...(serial === undefined ? [] : [text('printer-serial-number', serial)]),
        ...(uuid === undefined ? [] : [uri('printer-uuid', `urn:uuid:${uuid}`)]),
      );
    });
  const place = (path: string): string => `127.0.0.1:${printer.port}${path}`;
  const begin = async (externalId: string, answers: Record<string, Queue | number>): Promise<Json> => {
    show(answers);
    const server = { type: 'ipp', url: `ipp://127.0.0.1:${printer.port}` } as const;
    fleet = await dailyFeed(world, member, server, externalId);
    await fleet.collect();
    return fleet.feed;
  };
  const next = (answers: Record<string, Queue | number>): Promise<number> => {
    show(answers);
    return fleet.collect();
  };
  const a = (total: number): Queue => ({ total, serial: 'S-1', uuid: 'a1b2' });

  it('say why each could not be read, until it can be; also those that never could', async () => {
    const feed = await begin('/a,/b', { '/a': a(100), '/b': 401 });
    expect(await troubles(feed)).toEqual([
      [place('/b'), null, null, 'login'],
      ['S-1 urn:uuid:a1b2', 'S-1', 100, null],
    ]);
    const ofA = async () => (await listed(feed)).find(({ serial }) => serial === 'S-1');
    await next({ '/a': 500, '/b': { total: 7 } });
    expect(await ofA()).toMatchObject({ total: 100, trouble: 'badAnswer', trouble_text: null });
    expect(await troubles(feed)).toContainEqual([place('/b'), null, 7, null]);
    await next({ '/a': 403, '/b': { total: 8 } });
    expect(await ofA()).toMatchObject({ trouble: 'login' });
    expect(await next({ '/a': a(110), '/b': { total: 9 } })).toBe(11);
    expect((await troubles(feed)).map(([, , , trouble]) => trouble)).toEqual([null, null]);
  });

  it('are told of if none of them can be read, and by all orders, searches and files', async () => {
    const feed = await begin('/a,/b', { '/a': a(100), '/b': { total: 5 } });
    show({});
    const { context } = world.server.running.instance;
    expect(await collectFeeds(context, { id: feed.id })).toMatchObject([{ outcome: 'failed' }]);
    expect((await listed(feed)).map(({ trouble }) => trouble)).toEqual(['noDevice', 'noDevice']);
    await fleet.name('/a,/b,/c');
    await next({ '/a': a(101) });
    const whole = await listed(feed);
    expect(whole.map(({ trouble }) => trouble).sort()).toEqual(['noDevice', 'noDevice', null]);
    for (const sort of ['device', '-device', 'read', '-read', 'pages', '-pages']) {
      const sorted = await listed(feed, `?sort=${sort}`);
      expect(sorted).toHaveLength(3);
      const paged: Json[] = [];
      const path = `/app/accounts/${member.id}/feeds/${String(feed.id)}/devices?limit=1&sort=${sort}`;
      for (let at: string | undefined = path; at;) {
        const page = await visitor.app('GET', at);
        paged.push(...page.body);
        at = /<https:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
      }
      expect(paged).toEqual(sorted);
    }
    expect(await listed(feed, `?q=${encodeURIComponent('/C')}`)).toMatchObject([
      { device: place('/c'), read_at: null, total: null, unit: null, pages: 0, trouble: 'noDevice' },
    ]);
    const file = await visitor.get(
      `/app/accounts/${member.id}/exports/feeds/${String(feed.id)}/devices?format=csv`,
    );
    const [heading = '', ...rows] = file.text.replace('\uFEFF', '').trim().split('\r\n');
    expect(heading).toBe('Device,Serial number,Name,Model,Last reading,Counter,Unit,Pages this month,Health');
    expect(rows).toContain(`${place('/c')},,,,,,,0,noDevice`);
    expect(rows.find((row) => row.includes(',S-1,'))).toMatch(/,101,sheets,1,$/);
  });

  it('no longer have the trouble of a source that is not theirs any more, and none without their feed', async () => {
    const feed = await begin('/a,/b', { '/a': a(100) });
    expect(await troubles(feed)).toHaveLength(2);
    await fleet.name('/a');
    expect(await listed(feed)).toMatchObject([{ serial: 'S-1', trouble: null }]);
    await fleet.name('/a,/b');
    await next({ '/a': a(101) });
    expect((await member.api.delete(`/feeds/${String(feed.id)}`)).status).toBe(200);
    expect(await world.server.sql('select from feed_troubles where feed_id = $1', [feed.id])).toEqual([]);
  });
});

describe('The devices of a feed of agents', () => {
  it('include those that an agent cannot read, with its reason or in its words', async () => {
    const { body: feed } = await member.api.post('/feeds', { type: 'agent' });
    const { id, api: agent } = await enrolAgent(world, member, String(feed.id));
    const report = (...trouble: object[]) =>
      agent.post(`/feeds/${String(feed.id)}/agents/report`, { version: '1.0.0', devices: 3, trouble });
    const at = (address: string): string => `${id}/${address}`;
    const readings = [
      { device: '10.0.0.5:161', total: 10 },
      { device: 'S-8', total: 20, origin: { address: '10.0.0.8:161', serial: 'S-8' } },
    ];
    const addresses = ['10.0.0.5:161', '10.0.0.8:161'];
    expect((await agent.post(`/feeds/${String(feed.id)}/readings`, { readings, addresses })).status).toBe(
      200,
    );
    const clash = 'has the same serial number as 10.0.0.7:161: X1';
    await report(
      { address: '10.0.0.5:161', reason: 'noAnswer' },
      { address: '10.0.0.6:161', reason: clash },
      { address: '10.0.0.8:161', reason: 'noAnswer' },
    );
    expect(await troubles(feed)).toEqual([
      [at('10.0.0.5:161'), null, 10, 'noAnswer'],
      [at('10.0.0.6:161'), null, null, clash],
      ['S-8', 'S-8', 20, 'noAnswer'],
    ]);
    expect((await listed(feed)).map((device) => device['agent'])).toEqual(['till-4', 'till-4', null]);
    await report();
    expect(await troubles(feed)).toEqual([
      [at('10.0.0.5:161'), null, 10, null],
      ['S-8', 'S-8', 20, null],
    ]);
  });
});
