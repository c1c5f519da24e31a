import { describe, expect, it } from 'vitest';
import { useCollectedFeed } from '../support/collected-feed.js';
import { until } from '../support/until.js';

const fixture = useCollectedFeed();

describe('A feed does not collect, and its source is not read,', () => {
  const pauses: Record<
    string,
    { begin: () => Promise<unknown>; end: () => Promise<unknown>; message: string }
  > = {
    'while it is inactive': {
      begin: () => fixture.member.api.post(`/feeds/${fixture.feed.id}/deactivate`),
      end: () => fixture.member.api.post(`/feeds/${fixture.feed.id}/activate`),
      message: 'the feed is inactive',
    },
    'while its account is inactive': {
      begin: () => fixture.world.channel.api.post(`/accounts/${fixture.member.id}/deactivate`),
      end: () => fixture.world.channel.api.post(`/accounts/${fixture.member.id}/activate`),
      message: 'the account is inactive',
    },
  };

  it.each(Object.entries(pauses))('%s; its pages are counted afterwards', async (_, pause) => {
    await fixture.collect();
    await pause.begin();
    fixture.printServer.print('a', 30);
    const requestsBefore = fixture.printServer.requestCount();
    expect(await fixture.collectOn('2026-10-02')).toMatchObject({
      outcome: 'skipped',
      message: pause.message,
    });
    expect(fixture.printServer.requestCount()).toBe(requestsBefore);
    await pause.end();
    fixture.printServer.print('a', 4);
    await fixture.collectOn('2026-10-03');
    expect(await fixture.deposits()).toEqual([[34, '2026-10-03']]);
  });

  it.each(Object.entries(pauses))('nor deposit readings that arrive %s', async (_, pause) => {
    await fixture.collect();
    fixture.printServer.print('a', 30);
    const requestsBefore = fixture.printServer.requestCount();
    fixture.printServer.delayUntil(
      until(
        'the print server to receive a request',
        () => fixture.printServer.requestCount(),
        (count) => count > requestsBefore,
      ).then(pause.begin),
    );
    expect(await fixture.collectOn('2026-10-02')).toMatchObject({
      outcome: 'skipped',
      message: pause.message,
    });
    await pause.end();
    await fixture.collectOn('2026-10-03');
    expect(await fixture.deposits()).toEqual([[30, '2026-10-03']]);
  });

  it('before its activation', async () => {
    fixture.feed = await fixture.printServer.feed(fixture.member, { activated_at: '2026-10-02' });
    const requestsBefore = fixture.printServer.requestCount();
    expect(await fixture.collect()).toMatchObject({ outcome: 'skipped', message: 'the feed begins later' });
    expect(fixture.printServer.requestCount()).toBe(requestsBefore);
    expect(await fixture.collectOn('2026-10-02', '00:00:00')).toMatchObject({ outcome: 'collected' });
  });

  it('once it is deleted, even while its source is being read; its deposits stay', async () => {
    await fixture.collect();
    fixture.printServer.print('a', 30);
    await fixture.collectOn('2026-10-02');
    fixture.printServer.print('a', 4);
    const requestsBefore = fixture.printServer.requestCount();
    fixture.printServer.delayUntil(
      until(
        'the print server to receive a request',
        () => fixture.printServer.requestCount(),
        (count) => count > requestsBefore,
      ).then(() => fixture.member.api.delete(`/feeds/${fixture.feed.id}`)),
    );
    expect(await fixture.collectOn('2026-10-03')).toMatchObject({
      outcome: 'skipped',
      message: 'the feed was deleted',
    });
    expect(await fixture.collect()).toBeUndefined();
    expect(await fixture.deposits()).toEqual([[30, '2026-10-02']]);
  });
});
