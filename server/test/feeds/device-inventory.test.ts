import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { expectRefusal } from '../support/refusal.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld();
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
});
afterAll(() => world.stop());
afterEach(() => world.server.setNow(undefined));

const newFeed = async (): Promise<string> =>
  String((await world.channel.api.post('/feeds', { type: 'fmaudit', activated_at: '2026-01-01' })).body.id);
const send = async (feedId: string, readings: object[]): Promise<void> => {
  const { status, body } = await world.channel.api.post(`/feeds/${feedId}/readings`, { readings });
  expect([status, body.error]).toEqual([200, undefined]);
};
const ask = (feedId: string, query = '') =>
  holder.app('GET', `/app/accounts/${world.channel.id}/feeds/${feedId}/devices${query}`);
const devices = async (feedId: string, query = ''): Promise<Json[]> => {
  const { status, body } = await ask(feedId, query);
  expect(status).toBe(200);
  return body;
};
const names = (found: Json[]): string[] => found.map(({ device }) => device);

describe('The devices of a feed', () => {
  it('have a name, a model, their newest reading and the pages of this month', async () => {
    const feedId = await newFeed();
    world.server.setNow('2026-03-30T12:00:00Z');
    await send(feedId, [{ device: 'A', total: 100, name: 'Reception', model: 'LaserJet' }]);
    await send(feedId, [{ device: 'A', total: 150 }]);
    expect(await devices(feedId)).toEqual([
      {
        device: 'A',
        name: 'Reception',
        model: 'LaserJet',
        serial: null,
        agent: null,
        read_at: '2026-03-30T12:00:00Z',
        total: 150,
        unit: 'sheets',
        pages: 50,
        trouble: null,
        trouble_text: null,
      },
    ]);
    // A new month begins at nothing; what is told again replaces what was known.
    world.server.setNow('2026-04-01T01:00:00Z');
    expect(await devices(feedId)).toMatchObject([{ pages: 0, trouble: null }]);
    await send(feedId, [{ device: 'A', total: 157, name: 'Lobby' }]);
    await send(feedId, [{ device: 'A', total: 160 }]);
    expect(await devices(feedId)).toMatchObject([
      { name: 'Lobby', model: 'LaserJet', pages: 10, total: 160 },
    ]);
    world.server.setNow('2026-04-03T02:00:00Z');
    expect(await devices(feedId)).toMatchObject([{ pages: 10, trouble: 'silence' }]);
  });

  it('count the newest month of a batch, and each device once for its two counters', async () => {
    const feedId = await newFeed();
    world.server.setNow('2026-05-02T12:00:00Z');
    await send(feedId, [
      { device: 'A', total: 10, read_at: '2026-04-29T00:00:00Z' },
      { device: 'A', total: 30, read_at: '2026-04-30T00:00:00Z' },
      { device: 'A', total: 37, read_at: '2026-05-01T00:00:00Z' },
      { device: 'A', total: 40, read_at: '2026-05-02T00:00:00Z' },
    ]);
    await send(feedId, [{ device: 'A', total: 900, unit: 'impressions' }]);
    await send(feedId, [{ device: 'A', total: 45 }]);
    expect(await devices(feedId)).toMatchObject([{ device: 'A', unit: 'sheets', total: 45, pages: 15 }]);
  });

  it('are found by serial number, name and model, and sorted, in pages', async () => {
    const feedId = await newFeed();
    world.server.setNow('2026-05-02T12:00:00Z');
    const batch = (extra: number) =>
      Array.from({ length: 25 }, (_, index) => ({
        device: `D${String(index).padStart(2, '0')}`,
        total: 1000 + extra * (index % 7),
        model: index % 2 ? 'Lexmark 50%_off' : 'Canon',
        read_at: new Date(Date.UTC(2026, 4, 1, index % 5) + extra * 1000).toISOString(),
      }));
    await send(feedId, batch(0));
    await send(feedId, batch(10));
    expect(names(await devices(feedId, '?q=lexmark'))).toHaveLength(12);
    expect(names(await devices(feedId, `?q=${encodeURIComponent('%_')}`))).toHaveLength(12);
    expect(names(await devices(feedId, '?q=d07'))).toEqual(['D07']);
    expect(await devices(feedId, '?q=nothing')).toEqual([]);
    for (const sort of ['device', '-device', 'read', '-read', 'pages', '-pages']) {
      const whole = await devices(feedId, `?sort=${sort}`);
      const field = { device: 'device', read: 'read_at', pages: 'pages' }[sort.replace('-', '')] ?? '';
      const values = whole.map((one) => one[field]);
      const ordered = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect([sort, values]).toEqual([sort, sort.startsWith('-') ? ordered.reverse() : ordered]);
      const paged: Json[] = [];
      for (
        let next: string | undefined =
          `/app/accounts/${world.channel.id}/feeds/${feedId}/devices?limit=4&sort=${sort}`;
        next;
      ) {
        const page = await holder.app('GET', next);
        paged.push(...page.body);
        next = /<https:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
      }
      expect(paged).toEqual(whole);
    }
  });

  it('refuse an unknown order, a broken cursor, and the feeds of others', async () => {
    const feedId = await newFeed();
    expectRefusal(await ask(feedId, '?sort=name'), 400, /sort/);
    expectRefusal(await ask(feedId, '?limit=2&cursor=x'), 400, /cursor/);
    const { body: foreign } = await world.stranger.api.post('/feeds', { type: 'fmaudit' });
    expectRefusal(await ask(String(foreign.id)), 404);
  });

  it('are also told from files', async () => {
    const feedId = await newFeed();
    const path = `/feeds/${feedId}/readings`;
    const csv = {
      raw: 'device,total,name,model\nA,5,Lobby,Canon\n',
      headers: { 'content-type': 'text/csv' },
    };
    expect((await world.channel.api.call('POST', path, csv)).status).toBe(200);
    const xml = {
      raw: '<readings><reading device="B" total="5" name="Hall"><model>HP</model></reading></readings>',
      headers: { 'content-type': 'application/xml' },
    };
    expect((await world.channel.api.call('POST', path, xml)).status).toBe(200);
    expect(await devices(feedId)).toMatchObject([
      { device: 'A', name: 'Lobby', model: 'Canon' },
      { device: 'B', name: 'Hall', model: 'HP' },
    ]);
  });
});
