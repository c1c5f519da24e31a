import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { fulfilCarbon } from '../../src/features/carbon/fulfil-offsets.js';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { saveForestryProject } from '../../src/features/projects/save-projects.js';
import { findForestryProjects } from '../../src/features/projects/forestry-project-store.js';
import { isUuid, newId, timeOfId } from '../../src/platform/ids.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { eventsOf, ok } from '../support/events.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { revision } from '../support/revision.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  world.server.setNow(undefined);
  member = await world.newAccount('customer', world.channel);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

/** Oldest first, without the creation of the account. */
const toldOf = async (by: TestAccount): Promise<[type: string, object: Json][]> =>
  (await eventsOf(by))
    .filter(({ type }: Json) => type !== 'account.created')
    .map(({ type, data }: Json) => [type, data.object])
    .reverse();
const forest = (): string => world.projects.forest;
const items = [{ quantity: 500, width: 0.21, length: 0.297, gsm: 115 }];

describe('An event', () => {
  it('has an id, a time, a growing sequence, and the resource as the API presents it', async () => {
    const deposit = await ok(member.api.post('/deposits', { pages: 12, width: 0.3, gsm: 90 }));
    const [event, created] = await eventsOf(member);
    expect(event).toEqual({
      id: event.id,
      type: 'deposit.created',
      account_id: member.id,
      created_at: event.created_at,
      sequence: event.sequence,
      livemode: true,
      revision: event.revision,
      data: { object: deposit },
    });
    expect(isUuid(event.id) && event.id[14]).toBe('7');
    expect(Math.abs(timeOfId(event.id).getTime() - Date.parse(event.created_at))).toBeLessThan(1_000);
    expect(event.sequence).toBeGreaterThan(created.sequence);
    expect(await ok(member.api.get(`/events/${event.id}`))).toEqual(event);
    expect([revision, '1.6.6']).toContain(event.revision);
  });

  it('is presented in the revision of the caller', async () => {
    await ok(member.api.post('/quotes', { project_id: forest(), items }));
    const inRevision = async (name: string): Promise<Json> => {
      const [event] = await ok(member.api.get('/events', { headers: { 'api-revision': name } }));
      expect(event.revision).toBe(name);
      const raw = await fetchRaw(member, name);
      expect(raw.revision).toBe(name);
      return raw.data.object.items[0];
    };
    expect(await inRevision('1.6.6')).toMatchObject({ gsm: 115 });
    expect(await inRevision('1.6.3')).toMatchObject({ density: 115 });
  });

  it('keeps what the resource was then', async () => {
    const order = await ok(member.api.post('/orders', { items }));
    const placed = await ok(member.api.patch(`/orders/${order.id}/place`));
    const quote = await ok(member.api.post('/quotes', { project_id: forest(), items }));
    const offset = await ok(member.api.post('/biomass/offsets', { quote_id: quote.id }));
    const told = await toldOf(member);
    expect(told.find(([type]) => type === 'order.created')?.[1]).toEqual(order);
    expect(told.find(([type]) => type === 'order.placed')?.[1]).toEqual(placed);
    expect(told.find(([type]) => type === 'quote.created')?.[1]).toEqual(quote);
    expect(told.find(([type]) => type === 'quote.executed')?.[1]).toEqual(
      await ok(member.api.get(`/quotes/${quote.id}`)),
    );
    expect(offset.quote_id).toBe(quote.id);
  });

  it('of a deletion has the resource as it last was', async () => {
    const offset = await ok(member.api.post('/biomass/offsets', { pages: 100 }));
    const certificate = await ok(member.api.get(`/biomass/certificates/${offset.certificate_id}`));
    const deposit = await ok(member.api.post('/deposits', { pages: 7 }));
    const quote = await ok(member.api.post('/quotes', { project_id: forest(), items }));
    const order = await ok(member.api.post('/orders', { items }));
    const feed = await ok(member.api.post('/feeds', { type: 'fmaudit' }));
    const stored = await ok(member.api.get(`/feeds/${feed.id}`));
    for (const path of [`/biomass/offsets/${offset.id}`, `/deposits/${deposit.id}`, `/quotes/${quote.id}`])
      await ok(member.api.delete(path));
    for (const path of [`/orders/${order.id}`, `/feeds/${feed.id}`]) await ok(member.api.delete(path));
    expect((await toldOf(member)).slice(-6)).toEqual([
      ['biomass_offset.deleted', offset],
      ['certificate.withdrawn', certificate],
      ['deposit.deleted', deposit],
      ['quote.deleted', quote],
      ['order.deleted', order],
      ['feed.deleted', stored],
    ]);
  });

  it('of more than 20 kB has only the id of its object', async () => {
    const many = Array.from({ length: 400 }, () => items[0]);
    const quote = await ok(member.api.post('/quotes', { project_id: forest(), items: many }));
    const [event] = await eventsOf(member);
    expect(event.data).toEqual({ object: { id: quote.id }, truncated: true });
  });

  it('has all digits of a sum', async () => {
    world.server.setNow('2026-11-01T00:15:00Z');
    const batch = Array.from({ length: 1_000 }, () => ({ pages: 999_999_937, date: '2026-10-15' }));
    for (let round = 0; round < 12; round++)
      await ok(member.api.post('/deposits/batch', { deposits: batch }));
    await closeMonth(world.server.running.instance.context, readMonth('2026-10'));
    const [{ id }] = await eventsOf(member, '?type=month.closed');
    const text = await rawText(member, `/events/${id}`);
    expect(/"pages":(\d+)/.exec(text)?.[1]).toBe(String(12_000n * 999_999_937n));
  });
});

/** Without the translation of tests. */
async function rawText(by: TestAccount, path: string, name = '1.6.6'): Promise<string> {
  const { request } = await import('undici');
  const { body } = await request(world.server.url + path, {
    dispatcher: world.server.agent,
    headers: {
      authorization: `Basic ${Buffer.from(`${by.key}:`).toString('base64')}`,
      'user-agent': 'RegroveTests/1.0.0 (Regrove)',
      'api-revision': name,
    },
  });
  return body.text();
}
const fetchRaw = async (by: TestAccount, name: string): Promise<Json> =>
  (JSON.parse(await rawText(by, '/events', name)) as Json[])[0];

describe('Events tell', () => {
  it('what happens to an account', async () => {
    const { id } = member;
    await ok(world.channel.api.patch(`/accounts/${id}`, { display_name: 'Another name' }));
    await ok(world.channel.api.post(`/accounts/${id}/deactivate`));
    await ok(world.channel.api.post(`/accounts/${id}/activate`));
    const listed = (await ok(world.channel.api.get('/accounts'))).find((one: Json) => one.id === id);
    const told = (await eventsOf(member)).reverse();
    expect(told.map(({ type }: Json) => type)).toEqual([
      'account.created',
      'account.updated',
      'account.deactivated',
      'account.activated',
    ]);
    expect(told[3].data.object).toEqual(listed);
    expect(told[1].data.object).toMatchObject({ id, display_name: 'Another name', status: 'active' });
    expect(told[0].data.object).toMatchObject({ id, parent_id: world.channel.id });
  });

  it('nothing of a change that changes nothing or is refused', async () => {
    const { name } = await ok(member.api.get('/account'));
    await ok(world.channel.api.patch(`/accounts/${member.id}`, { name }));
    expect((await member.api.post('/deposits', { pages: 'x' })).status).toBe(400);
    expect(
      (await member.api.post('/biomass/offsets', { pages: 5, project_id: world.projects.complete })).status,
    ).toBe(400);
    expect(await toldOf(member)).toEqual([]);
  });

  it('of a feed, its health and what it collects', async () => {
    const feed = await ok(member.api.post('/feeds', { type: 'fmaudit' }));
    const push = (total: number) =>
      ok(member.api.post(`/feeds/${feed.id}/readings`, { readings: [{ device: 'A', total }] }));
    await push(100);
    const { deposit } = await push(640);
    await push(700);
    await ok(member.api.patch(`/feeds/${feed.id}`, { external_id: 'x' }));
    await ok(member.api.post(`/feeds/${feed.id}/deactivate`));
    const told = await toldOf(member);
    expect(told.map(([type]) => type)).toEqual(
      [
        'feed.created',
        'feed.health_changed',
        'deposit.created',
        'feed.collected',
        'feed.collected',
        'feed.updated',
        'feed.updated',
      ].filter((type) => type !== 'feed.health_changed' || feed.health_check !== 'healthy'),
    );
    const collected = told.filter(([type]) => type === 'feed.collected').map(([, object]) => object);
    expect(collected).toMatchObject([
      { id: feed.id, pages: 540, deposit_id: deposit.id },
      { id: feed.id, pages: 60, deposit_id: deposit.id },
    ]);
    expect(told.at(-1)?.[1]).toEqual(await ok(member.api.get(`/feeds/${feed.id}`)));
  });

  it('of orders, their offsets and the credits that fulfil them', async () => {
    const orders = await CarbonOrders.open(world);
    const id = await orders.offset(1.5);
    const { body: created } = await world.customer.api.get(`/carbon/offsets/${id}`);
    await orders.credits(1, 100, 2019);
    await fulfilCarbon(world.server.running.instance.context);
    const { body: fulfilled } = await world.customer.api.get(`/carbon/offsets/${id}`);
    const told = (await eventsOf(world.customer, '?type=carbon_offset.*')).filter(
      ({ data }: Json) => data.object.id === id,
    );
    expect(told.map(({ type, data }: Json) => [type, data.object])).toEqual([
      ['carbon_offset.fulfilled', fulfilled],
      ['carbon_offset.created', created],
    ]);
  });

  it('of a month, its offsets and certificates, and the invoice', async () => {
    world.server.setNow('2026-11-01T00:15:00Z');
    const other = await world.newAccount('customer', world.channel);
    for (const by of [member, other]) {
      await ok(by.api.post('/deposits', { pages: 5_000, date: '2026-10-15' }));
      for (const project of [world.projects.forest, world.projects.grove])
        await ok(by.api.post(`/projects/${project}`));
    }
    await closeMonth(world.server.running.instance.context, readMonth('2026-10'));
    await bill(world.server, '2026-10');
    const told = (await toldOf(member)).slice(1);
    const offsets = await ok(member.api.get('/biomass/offsets'));
    const objects = (wanted: string) => told.filter(([type]) => type === wanted).map(([, object]) => object);
    const byId = (list: Json[]) => list.toSorted((a: Json, b: Json) => (a.id < b.id ? -1 : 1));
    expect(byId(objects('biomass_offset.created'))).toEqual(byId(offsets));
    const certificates = await ok(member.api.get('/biomass/certificates'));
    expect(byId(objects('certificate.issued'))).toEqual(byId(certificates));
    const [closed] = objects('month.closed');
    expect(closed).toEqual({
      period: '2026-10',
      pages: 5_000,
      trees: closed.trees,
      offset_ids: expect.arrayContaining(offsets.map(({ id }: Json) => id)),
    });
    expect(closed.offset_ids).toHaveLength(offsets.length);
    expect(objects('invoice.created')).toEqual(await ok(member.api.get('/invoices')));
    expect(told).toHaveLength(2 * offsets.length + 2);
  });

  it('of a project that is complete, to all who have trees in it, and to nobody else', async () => {
    const { context } = world.server.running.instance;
    const [grove] = await findForestryProjects(context.db, [world.projects.grove]);
    if (!grove) throw new Error('There is no such project');
    await ok(member.api.post('/biomass/offsets', { pages: 100, project_id: grove.id }));
    const other = await world.newAccount('customer', world.channel);
    await countTrees(context);
    await ok(world.channel.api.post('/biomass/offsets', { pages: 100, project_id: grove.id }));
    await saveForestryProject(
      context,
      { ...grove, id: newId(), status: 'complete', createdAt: new Date() },
      grove,
    );
    const told = async (by: TestAccount) =>
      (await eventsOf(by, '?type=forestry_project.completed')).map(({ data }: Json) => data.object);
    const shown = await ok(member.api.get(`/forestry/projects/${grove.id}`));
    expect(shown.status).toBe('complete');
    expect(await told(member)).toEqual([shown]);
    expect(await told(world.channel)).toEqual([shown]);
    expect(await told(other)).toEqual([]);
    await saveForestryProject(
      context,
      { ...grove, id: newId(), createdAt: new Date() },
      { ...grove, status: 'complete' },
    );
  });
});
