import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeMonth } from '../src/closing/close-month.js';
import { readMonth } from '../src/platform/months.js';
import type { Json } from './support/api-client.js';
import { bill } from './support/billing.js';
import { signedIn, userOf, type Visitor } from './support/visitor.js';
import { startWorld, type World } from './support/world.js';

let world: World;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-02T12:00:00Z');
  holder = await signedIn(world.server, await userOf(world.server, world.channel.account));
});
afterAll(() => world.stop());

it('Offsets are listed for people with what decides about their deletion, page by page', async () => {
  const { api, id } = world.channel;
  await api.post('/biomass/offsets', { pages: 1000, date: '2026-10-02T00:00:00Z' });
  await api.post('/deposits', { pages: 5000, date: '2026-10-03T00:00:00Z' });
  await closeMonth(world.server.running.instance.context, readMonth('2026-10'));
  await bill(world.server, '2026-10');
  await api.post('/biomass/offsets', { pages: 2000 });

  const first = await holder.app('GET', `/app/accounts/${id}/offsets?limit=2`);
  const link = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
  const { pathname, search } = new URL(link);
  const second = await holder.app('GET', pathname + search);
  const listed: Json[] = [...first.body, ...second.body];
  expect(
    listed.map(({ pages, is_locked: isLocked, settled_month: month }) => [pages, isLocked, month]),
  ).toEqual([
    [2000, false, null],
    [5000, true, '2026-10'],
    [1000, true, null],
  ]);

  const { body: known } = await api.get('/biomass/offsets');
  expect(listed).toEqual(known.map((offset: Json, index: number) => ({ ...listed[index], ...offset })));
});
