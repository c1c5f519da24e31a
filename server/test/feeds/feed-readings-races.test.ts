import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Answer } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { doneOrWaiting, blockInserts } from '../support/blocked-inserts.js';
import { createPushFeed, pagesOf, type PushFeed } from '../support/readings.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.server.setNow(undefined));
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const numbers = Array.from({ length: 32 }, (_, index) => index + 1);
const device = (name: number | string, total: number, read_at?: string) => ({
  device: `D${name}`,
  total,
  read_at,
});
const minute = (index: number): string => `2026-03-05T10:${String(index).padStart(2, '0')}:00Z`;
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const deposited = async (feed: PushFeed): Promise<number> =>
  sum((await feed.deposits()).map(({ pages }) => pages as number));

describe('32 pushes at once', () => {
  it('of the same reading are counted once', async () => {
    const feed = await createPushFeed(world);
    await feed.push([device('A', 1_000)]);
    const pages = await Promise.all(numbers.map(() => pagesOf(feed.push([device('A', 1_700)]))));
    expect(pages.sort((a, b) => b - a)).toEqual([700, ...Array.from({ length: 31 }, () => 0)]);
    expect(await feed.deposits()).toMatchObject([{ pages: 700 }]);
  });

  it('of different devices are all counted, in one deposit', async () => {
    const feed = await createPushFeed(world);
    world.server.setNow('2026-03-05T10:00:00Z');
    await feed.push(numbers.map((number) => device(number, 0)));
    const pages = await Promise.all(
      numbers.map((number) => pagesOf(feed.push([device(number, 1_000 + number)]))),
    );
    expect(pages).toEqual(numbers.map((number) => 1_000 + number));
    expect(await feed.deposits()).toMatchObject([{ pages: sum(pages) }]);
  });

  it('of one counter add up to its increase, in whatever order they arrive', async () => {
    const feed = await createPushFeed(world);
    await feed.push([device('A', 0, minute(0))]);
    const pages = await Promise.all(
      numbers.map((number) => pagesOf(feed.push([device('A', 100 * number, minute(number))]))),
    );
    expect(sum(pages)).toBe(3_200);
    expect(await feed.deposits()).toMatchObject([{ pages: 3_200 }]);
  });

  it('with the same Idempotency-Key get the same response, and are counted once', async () => {
    const feed = await createPushFeed(world);
    await feed.push([device('A', 0)]);
    const once = { headers: { 'idempotency-key': 'all of us' } };
    const answers = await Promise.all(numbers.map(() => feed.push([device('A', 50)], once)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await feed.deposits()).toEqual([answers[0]?.body.deposit]);
  });

  it('during the close of their month lose no page and count none twice', async () => {
    const feed = await createPushFeed(world);
    world.server.setNow('2026-04-01T00:15:00Z');
    await feed.push([device('A', 0, minute(0))]);
    const pushes = numbers.map((number) => pagesOf(feed.push([device('A', 100 * number, minute(number))])));
    const [pages] = await Promise.all([
      Promise.all(pushes),
      closeMonth(world.server.running.instance.context, readMonth('2026-03')),
    ]);
    expect(sum(pages)).toBe(3_200);
    expect(await deposited(feed)).toBe(3_200);
    await closeMonth(world.server.running.instance.context, readMonth('2026-03'));
    await world.server.sql('delete from month_ends');
  });
});

describe('Pushes of several days at once', () => {
  const days = ['2026-03-30T08:00:00Z', '2026-03-31T08:00:00Z', '2026-04-01T00:10:00Z'];
  const read = (number: number, from: number) =>
    days.map((day, index) => device(number, from + 10 * (index + 1), day));

  it('add each page once to one deposit per day, even if all are sent twice', async () => {
    const feed = await createPushFeed(world);
    world.server.setNow('2026-04-01T00:15:00Z');
    await feed.push(numbers.map((number) => device(number, 0, '2026-03-29T08:00:00Z')));
    const twice = [...numbers, ...numbers];
    const pages = await Promise.all(twice.map((number) => pagesOf(feed.push(read(number, 0)))));
    expect(sum(pages)).toBe(32 * 30);
    expect((await feed.deposits()).map((deposit) => [deposit.date, deposit.pages])).toEqual(
      [...days].reverse().map((day) => [day, 320]),
    );
  });

  it('during the close of one of their months lose no page and count none twice', async () => {
    const feed = await createPushFeed(world);
    world.server.setNow('2026-04-01T00:15:00Z');
    await feed.push(numbers.map((number) => device(number, 0, '2026-03-29T08:00:00Z')));
    await feed.push(read(1, 40_000));
    const pushes = numbers.slice(1).map((number) => pagesOf(feed.push(read(number, 0))));
    const closing = closeMonth(world.server.running.instance.context, readMonth('2026-03'));
    expect(sum(await Promise.all(pushes))).toBe(31 * 30);
    await closing;
    expect(await deposited(feed)).toBe(40_030 + 31 * 30);
    await world.server.sql('delete from month_ends');
  });
});

describe('The close of a month', () => {
  it('waits for a deposit that is being created in it, and gets none after that', async () => {
    const feed = await createPushFeed(world);
    world.server.setNow('2026-04-01T00:15:00Z');
    await feed.push([device('A', 0, minute(0))]);
    const blocked = await blockInserts(world.server, 'deposits');
    const pushing = feed.push([device('A', 100, minute(1))]);
    await blocked.waitFor(1);
    const closing = closeMonth(world.server.running.instance.context, readMonth('2026-03'));
    // The push waits at its insert, the close at its end.
    await blocked.waitFor(2);
    await blocked.release();
    await Promise.all([pushing, closing]);
    await feed.push([device('A', 150, minute(2))]);
    expect((await feed.deposits()).map(({ date }) => date as string).sort()).toEqual([
      minute(1),
      '2026-04-01T00:15:00Z',
    ]);
    await world.server.sql('delete from month_ends');
  });
});

describe('The deactivation of an account', () => {
  const deactivate = ({ owner }: PushFeed): Promise<Answer> =>
    world.channel.api.post(`/accounts/${owner.id}/deactivate`);

  it('accepts none of 32 concurrent pushes after its response', async () => {
    const feed = await createPushFeed(world);
    await feed.push(numbers.map((number) => device(number, 0)));
    await feed.push([device(1, 1)]);
    const race = numbers.slice(1).map((number) => feed.push([device(number, 10)]));
    const atEnd = deactivate(feed).then(() => deposited(feed));
    const answers = await Promise.all(race);
    const taken = answers.filter(({ status }) => status === 200);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectRefusal(answer, 400, /is inactive/);
    expect(await atEnd).toBe(1 + 10 * taken.length);
    expect(await deposited(feed)).toBe(1 + 10 * taken.length);
  });

  it('waits for a deposit that is growing', async () => {
    const feed = await createPushFeed(world);
    await feed.push([device('A', 0)]);
    await feed.push([device('A', 1)]);
    const blocked = await blockInserts(world.server, 'audit_entries');
    const growing = feed.push([device('A', 11)]);
    await blocked.waitFor(1);
    const deactivated = deactivate(feed).then(() => deposited(feed));
    await doneOrWaiting(world.server, deactivated);
    await blocked.release();
    const expected = (await growing).status === 200 ? 11 : 1;
    expect(await deactivated).toBe(expected);
    expect(await deposited(feed)).toBe(expected);
  });
});
