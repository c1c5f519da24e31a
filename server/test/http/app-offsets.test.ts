import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-02T12:00:00Z');
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
});
afterAll(() => world.stop());

it('Offsets are listed with the fields that decide whether they can be deleted, paginated', async () => {
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

it('The offsets of an order can be listed separately, and only in their own account', async () => {
  const { forest, grove } = world.projects;
  const { stoves, mangroves } = world.carbon;
  const member = await world.newAccount('customer', world.channel);
  const place = async (): Promise<Json> => {
    const { body } = await member.api.post('/orders', {
      items: [{ mass: 5_000_000 }],
      biomass_project_settings: [{ project_id: forest }, { project_id: grove }],
      carbon_project_settings: [{ project_id: stoves }, { project_id: mangroves }],
    });
    return (await member.api.patch(`/orders/${String(body.id)}/place`)).body;
  };
  const [order] = [await place(), await place()];
  const idsOf = async (path: string, account = member.id): Promise<string[]> => {
    const { body } = await holder.app('GET', `/app/accounts/${account}/${path}`);
    return body.map(({ id }: Json) => id as string).toSorted();
  };
  for (const [path, ids] of [
    ['offsets', order.biomass_offset_ids],
    ['carbon-offsets', order.carbon_offset_ids],
  ] as const) {
    expect(await idsOf(path)).toHaveLength(4);
    expect(await idsOf(`${path}?order_id=${String(order.id)}`)).toEqual(ids.toSorted());
    expect(await idsOf(`${path}?order_id=${String(order.id).toUpperCase()}&limit=1`)).toHaveLength(1);
    expect(await idsOf(`${path}?order_id=${String(order.id)}`, world.channel.id)).toEqual([]);
    const { status, body } = await holder.app('GET', `/app/accounts/${member.id}/${path}?order_id=x`);
    expect([status, body.error]).toEqual([400, 'order_id must be a UUID']);
  }
});

it('The projects in which an account has trees are those of its offsets', async () => {
  const member = await world.newAccount('customer', world.channel);
  const planted = async (): Promise<Json[]> =>
    (await holder.app('GET', `/app/accounts/${member.id}/planted-projects`)).body.projects;
  const count = () => countTrees(world.server.running.instance.context);
  expect(await planted()).toEqual([]);
  const { body } = await member.api.post('/biomass/offsets', { pages: 10, project_id: world.projects.grove });
  const { trees } = body;
  const listed = [{ id: world.projects.grove, trees, planted: 0, pending: trees }];
  expect(await planted()).toEqual(listed);
  await count();
  expect(await planted()).toEqual(listed);
  await member.api.delete(`/biomass/offsets/${String(body.id)}`);
  expect(await planted()).toEqual([]);
  await count();
  expect(await planted()).toEqual([]);
});
