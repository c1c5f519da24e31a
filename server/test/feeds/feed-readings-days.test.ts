import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { createPushFeed, pagesOf, type PushFeed } from '../support/readings.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  world.server.setNow(undefined);
  await world.server.sql('delete from month_ends');
});
afterAll(() => world.stop());

const at = (time: string): void => world.server.setNow(`${time}:00Z`);
const read = (total: number, read_at?: string) => ({ device: 'A', total, read_at });

/** A feed whose device had a total of 100 at the beginning of March 5. */
async function feedAt100(fields: object = {}): Promise<PushFeed> {
  at('2026-02-01T00:00');
  const feed = await createPushFeed(world, { ...fields });
  at('2026-03-05T00:00');
  expect(await pagesOf(feed.push([read(100)]))).toBe(0);
  at('2026-03-05T12:00');
  return feed;
}

describe('The time of a reading', () => {
  it.each([
    ['now', undefined, '2026-03-05T12:00:00Z'],
    ['the given one', '2026-03-05T08:30:00Z', '2026-03-05T08:30:00Z'],
    ['in UTC, whatever its offset', '2026-03-05T02:30:00+02:00', '2026-03-05T00:30:00Z'],
    ['now, if the clock of the sender is slightly ahead', '2026-03-05T12:05:00Z', '2026-03-05T12:00:00Z'],
  ])('is %s', async (_, read_at, date) => {
    const feed = await feedAt100();
    expect((await feed.push([read(150, read_at)])).body.deposit).toMatchObject({ pages: 50, date });
  });

  it('determines the deposit by its day in UTC', async () => {
    const feed = await feedAt100();
    at('2026-03-07T12:00');
    await feed.push([read(110, '2026-03-05T12:00:00Z')]);
    await feed.push([read(125, '2026-03-06T01:59:59+02:00')]);
    await feed.push([read(145, '2026-03-06T02:00:00+02:00')]);
    await feed.push([read(150, '2026-03-06T23:59:59Z')]);
    expect(await feed.deposits()).toMatchObject([
      { pages: 25, date: '2026-03-06T00:00:00Z' },
      { pages: 25, date: '2026-03-05T12:00:00Z' },
    ]);
  });

  it('determines the deposit of each reading in a push of several days; the response has the newest', async () => {
    const feed = await feedAt100();
    at('2026-03-08T12:00');
    const first = await feed.push([read(120, '2026-03-06T08:00:00Z')]);
    const days = [
      read(160, '2026-03-08T09:00:00Z'),
      read(110, '2026-03-05T23:59:59Z'),
      read(130, '2026-03-06T10:00:00Z'),
      read(165, '2026-03-08T10:00:00Z'),
      { ...read(900, '2026-03-08T11:00:00Z'), device: 'B' },
      { ...read(800, '2026-03-07T11:00:00Z'), device: 'B' },
    ];
    const { body } = await feed.push(days);
    const deposits = await feed.deposits();
    // The reading of March 5 arrived after a later one, which already includes its pages.
    expect(deposits).toMatchObject([
      { pages: 135, date: '2026-03-08T11:00:00Z' },
      { id: first.body.deposit.id, pages: 30, date: '2026-03-06T08:00:00Z' },
    ]);
    expect(body).toEqual({ devices: 2, pages: 145, deposit: deposits[0] });
    expect((await feed.push(days)).body).toEqual({ devices: 2, pages: 0, deposit: null });
    expect(await feed.deposits()).toEqual(deposits);
  });

  it('is refused if it is in the future, with the name of the field', async () => {
    const feed = await feedAt100();
    const before = await feed.state();
    const answer = await feed.push([read(110), read(120, '2026-03-05T12:05:01Z')]);
    expectRefusal(answer, 400, /^readings\[1\]\.read_at is in the future$/);
    expect(await feed.state()).toEqual(before);
  });
});

describe('Pages of a month that is closed', () => {
  it('are deposited today if the account is settled, even if others are not yet', async () => {
    const feed = await feedAt100();
    await feed.push([read(50_000, '2026-03-05T10:00:00Z')]);
    at('2026-04-02T12:00');
    await closeMonth(world.server.running.instance.context, readMonth('2026-03'));
    await world.server.sql('update month_ends set closed_at = null');
    const { body } = await feed.push([read(50_010, '2026-03-31T10:00:00Z')]);
    expect(body.deposit).toMatchObject({ pages: 10, date: '2026-04-02T12:00:00Z' });
  });

  it.each(['2026-03', '2026-04'])('are deposited today (closed: %s)', async (closed) => {
    const feed = await feedAt100();
    at('2026-05-02T12:00');
    await closeMonth(world.server.running.instance.context, readMonth(closed));
    const { body } = await feed.push([read(130, '2026-03-31T23:00:00Z')]);
    expect(body.deposit).toMatchObject({ pages: 30, date: '2026-05-02T12:00:00Z' });
    at('2026-05-02T13:00');
    const { body: more } = await feed.push([read(135, '2026-03-31T23:30:00Z')]);
    expect(more.deposit).toMatchObject({ id: body.deposit.id, pages: 35 });
  });

  it('are deposited today, and those of open months on their days', async () => {
    const feed = await feedAt100();
    at('2026-05-02T12:00');
    await closeMonth(world.server.running.instance.context, readMonth('2026-03'));
    const { body } = await feed.push([
      read(130, '2026-03-06T23:00:00Z'),
      read(135, '2026-03-31T23:59:59Z'),
      read(145, '2026-04-01T00:00:00Z'),
      read(146, '2026-05-02T08:00:00Z'),
    ]);
    expect(body.pages).toBe(46);
    expect(await feed.deposits()).toMatchObject([
      { id: body.deposit.id, pages: 36, date: '2026-05-02T12:00:00Z' },
      { pages: 10, date: '2026-04-01T00:00:00Z' },
    ]);
  });

  it('stay in the month while it is open', async () => {
    const feed = await feedAt100();
    at('2026-04-01T00:05');
    await closeMonth(world.server.running.instance.context, readMonth('2026-02'));
    const { body } = await feed.push([read(130, '2026-03-31T23:00:00Z')]);
    expect(body.deposit).toMatchObject({ pages: 30, date: '2026-03-31T23:00:00Z' });
  });
});

describe('A deposit of a feed', () => {
  it('that was deleted is followed by a new one with the new pages only', async () => {
    const feed = await feedAt100();
    const { body: first } = await feed.push([read(150)]);
    expect((await feed.owner.api.delete(`/deposits/${first.deposit.id}`)).status).toBe(200);
    const { body: second } = await feed.push([read(157)]);
    expect(second.deposit.id).not.toBe(first.deposit.id);
    expect(await feed.deposits()).toEqual([{ ...second.deposit, pages: 7 }]);
    await feed.push([read(160)]);
    expect(await feed.deposits()).toEqual([{ ...second.deposit, pages: 10 }]);
  });

  it('that was processed stays as it is, and is followed by a new one', async () => {
    const feed = await feedAt100();
    const { body: first } = await feed.push([read(150)]);
    await world.server.sql(
      `update deposits set processed_at = now(), settled_month = '2026-01-01' where id = $1`,
      [first.deposit.id],
    );
    await feed.push([read(157)]);
    expect((await feed.deposits()).map(({ pages }) => pages).sort()).toEqual([50, 7]);
    expect((await feed.owner.api.get(`/deposits/${first.deposit.id}`)).body).toEqual(first.deposit);
  });

  it('keeps the id of a deleted feed, while its readings are deleted', async () => {
    const feed = await feedAt100();
    const { body } = await feed.push([read(150)]);
    expect((await feed.owner.api.delete(`/feeds/${feed.id}`)).status).toBe(200);
    expect(await feed.deposits()).toEqual([{ ...body.deposit, feed_id: feed.id }]);
    for (const table of ['feed_devices', 'feed_readings', 'feed_days'])
      expect(await world.server.sql(`select from ${table} where feed_id = $1`, [feed.id])).toEqual([]);
    expectRefusal(await feed.push([read(200)]), 404);
  });
});

describe('Readings are refused, and nothing changes,', () => {
  const server = async ({ owner }: PushFeed): Promise<string> => {
    const fields = { type: 'papercut', url: 'https://print.invalid', username: 'reader' };
    return (await owner.api.post('/servers', fields)).body.id;
  };
  const asPull = (type: string) => async (feed: PushFeed) => {
    await world.server.sql(
      `update feeds set type = $2, server_account_id = account_id, server_id = $3 where id = $1`,
      [feed.id, type, await server(feed)],
    );
  };
  const deactivateAccount = ({ owner }: PushFeed) =>
    world.channel.api.post(`/accounts/${owner.id}/deactivate`);

  it.each<[string, (feed: PushFeed) => Promise<unknown>, RegExp]>([
    [
      'of a feed that is off',
      ({ id, owner }) => owner.api.post(`/feeds/${id}/deactivate`),
      /feed is inactive/,
    ],
    ['of an inactive account', deactivateAccount, /account is inactive/],
    ...['papercut', 'print_tracker', 'snmp', 'ipp'].map(
      (type) => [`of type ${type}`, asPull(type), new RegExp(`type ${type} are read by Regrove`)] as const,
    ),
  ] as [string, (feed: PushFeed) => Promise<unknown>, RegExp][])('%s', async (_, spoil, words) => {
    const feed = await feedAt100();
    await spoil(feed);
    const before = await feed.state();
    expectRefusal(await feed.push([read(150)]), 400, words);
    expect(await feed.state()).toEqual(before);
  });

  it('before the activation of the feed', async () => {
    const feed = await createPushFeed(world, { activated_at: '2026-03-06T00:00:00Z' });
    at('2026-03-05T23:59');
    expectRefusal(await feed.push([read(100)]), 400, /activated_at/);
    expect(await feed.storedReadings()).toEqual([]);
    at('2026-03-06T00:00');
    expect(await pagesOf(feed.push([read(150)]))).toBe(0);
  });

  it('of accounts that the caller has no access to', async () => {
    const feed = await feedAt100();
    const sibling = await world.newAccount('customer', world.channel);
    const before = await feed.state();
    const body = { readings: [read(150)] };
    for (const { api } of [world.stranger, sibling])
      for (const path of [`/feeds/${feed.id}`, `/accounts/${feed.owner.id}/feeds/${feed.id}`])
        expectRefusal(await api.post(`${path}/readings`, body), 404);
    for (const id of [unknownId, 'not-a-uuid'])
      expectRefusal(await feed.owner.api.post(`/feeds/${id}/readings`, body), 404);
    expect(await feed.state()).toEqual(before);
  });
});

describe('Readings are accepted', () => {
  it('for an account below, only at its own path', async () => {
    const feed = await feedAt100();
    const body = { readings: [read(150)] };
    expectRefusal(await world.distributor.api.post(`/feeds/${feed.id}/readings`, body), 404);
    const path = `/accounts/${feed.owner.id}/feeds/${feed.id}/readings`;
    const answer = await world.distributor.api.post(path, body);
    expect(answer).toMatchObject({
      status: 200,
      body: { pages: 50, deposit: { account_id: feed.owner.id } },
    });
    expect(await feed.deposits()).toEqual([answer.body.deposit]);
  });

  it('once per Idempotency-Key, whatever happens in between', async () => {
    const feed = await feedAt100();
    const once = { headers: { 'idempotency-key': 'reading 1' } };
    const first = await feed.push([read(150)], once);
    at('2026-03-05T13:00');
    await feed.push([read(200)]);
    const before = await feed.state();
    const again = await feed.push([read(150)], once);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await feed.state()).toEqual(before);
    expectRefusal(await feed.push([read(151)], once), 400, /Idempotency-Key/);
  });

  it('after a feed was inactive, with all pages printed in the meantime', async () => {
    const feed = await feedAt100();
    for (const verb of ['deactivate', 'activate']) {
      at(verb === 'activate' ? '2026-03-09T12:00' : '2026-03-05T13:00');
      await feed.owner.api.post(`/feeds/${feed.id}/${verb}`);
    }
    expect(await pagesOf(feed.push([read(900)]))).toBe(800);
    expect(await feed.deposits()).toMatchObject([{ pages: 800, date: '2026-03-09T12:00:00Z' }]);
  });

  it('and make the feed healthy, unless they are two days old', async () => {
    const feed = await feedAt100();
    const unwell = { health_check: 'unhealthy', health_check_changed_at: '2026-03-04T00:00:00Z' };
    await world.server.sql(`update feeds set health_check = $2, health_check_changed_at = $3 where id = $1`, [
      feed.id,
      ...Object.values(unwell),
    ]);
    const health = async (): Promise<Json> => (await feed.owner.api.get(`/feeds/${feed.id}`)).body;
    at('2026-03-09T12:00');
    await feed.push([read(110, '2026-03-07T11:00:00Z')]);
    expect(await health()).toMatchObject(unwell);
    await feed.push([read(120, '2026-03-07T13:00:00Z')]);
    expect(await health()).toMatchObject({
      health_check: 'healthy',
      health_check_checked_at: '2026-03-09T12:00:00Z',
      health_check_changed_at: '2026-03-09T12:00:00Z',
    });
  });
});
