import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { eventsOf, ok } from '../support/events.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  member = await world.newAccount('customer', world.channel);
});
afterAll(() => world.stop());

const items = [{ quantity: 500, width: 0.21, length: 0.297, gsm: 115 }];

describe('The list of events', () => {
  it('can be filtered by type, resource and days', async () => {
    await ok(member.api.post('/deposits', { pages: 1 }));
    await ok(member.api.post('/biomass/offsets', { pages: 100 }));
    await ok(member.api.post('/orders', { items }));
    await ok(member.api.post('/quotes', { project_id: world.projects.forest, items }));
    const types = async (query: string): Promise<string[]> =>
      (await eventsOf(member, query)).map(({ type }: Json) => type);
    const all = await types('');
    expect(all).toHaveLength(6);
    expect(await types('?type=deposit.created')).toEqual(['deposit.created']);
    expect(await types('?type=order.*')).toEqual(['order.created']);
    expect(await types('?type=*')).toEqual(all);
    expect(await types('?type=certificate.withdrawn')).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await types(`?start_date=${today}&end_date=${today}`)).toEqual(all);
    expect(await types('?end_date=2026-01-01')).toEqual([]);
    expect((await member.api.get('/events?type=order.moved')).status).toBe(400);
  });

  it('is that of an account alone, or with accounts below it', async () => {
    const channel = await world.newAccount('channel', world.distributor);
    const [one, other] = [
      await world.newAccount('customer', channel),
      await world.newAccount('customer', channel),
    ];
    for (const by of [one, other, one, channel, other])
      await ok(by.api.post('/biomass/offsets', { pages: 100 }));
    const below = await eventsOf(channel, '?include_descendants=true');
    expect(below).toHaveLength(3 + 10);
    const own = await eventsOf(channel, '?include_descendants=false');
    expect(own).toHaveLength(1 + 2);
    const sorted = below.toSorted((a: Json, b: Json) => b.created_at.localeCompare(a.created_at));
    expect(below.map(({ created_at }: Json) => created_at)).toEqual(
      sorted.map(({ created_at }: Json) => created_at),
    );
    const paged: Json[] = [];
    for (let path: string | undefined = '/events?include_descendants=true&limit=2'; path !== undefined;) {
      const { body, headers } = await channel.api.get(path);
      paged.push(...body);
      path = /<(.+)>/.exec(String(headers['link'] ?? ''))?.[1]?.slice(world.server.url.length);
    }
    expect(paged).toEqual(below);
    expect(await eventsOf(channel, '?include_descendants=true&type=certificate.*')).toHaveLength(5);
    expect(await eventsOf(channel, '?include_descendants=true&type=account.created')).toHaveLength(3);
    const ids = new Set(
      (await eventsOf(world.stranger, '?include_descendants=true')).map(({ id }: Json) => id),
    );
    expect(below.some(({ id }: Json) => ids.has(id))).toBe(false);
  });

  it('shows events of the last 30 days', async () => {
    const now = new Date();
    world.server.setNow(new Date(now.getTime() - 31 * 86_400_000));
    await ok(member.api.post('/deposits', { pages: 1 }));
    const [{ id }] = await eventsOf(member, '?type=deposit.created');
    world.server.setNow(undefined);
    expect(await eventsOf(member, '?type=deposit.created')).toEqual([]);
    expect((await member.api.get(`/events/${id}`)).status).toBe(404);
  });
});
