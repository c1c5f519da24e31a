import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMethodology,
  activateMethodology,
} from '../../src/features/methodologies/change-methodologies.js';
import {
  listMethodologies,
  type StoredMethodology,
} from '../../src/features/methodologies/methodology-store.js';
import type { Context } from '../../src/database/context.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let context: Context;
let first: StoredMethodology;
beforeAll(async () => {
  world = await startWorld();
  member = await world.newAccount();
  ({ context } = world.server.running.instance);
  first = (await listMethodologies(context.db)).find(({ current }) => current) as StoredMethodology;
});
afterAll(() => world.stop());

let count = 0;
const another = (factors: Parameters<typeof addMethodology>[2] = {}): Promise<StoredMethodology> =>
  addMethodology(context, `methodology ${String(++count)}`, factors);
const currentOnes = async (): Promise<string[]> =>
  (await listMethodologies(context.db)).filter(({ current }) => current).map(({ id }) => id);
const usedBy = async (table: string, id: string): Promise<string> => {
  const [row] = await world.server.sql<{ used: string }>(
    `select methodology_id as used from ${table} where id = $1`,
    [id],
  );
  return row?.used ?? '';
};

const quote = () => ({ project_id: world.projects.forest, items: [{ quantity: 20_000 }] });
const order = () => ({
  items: [{ quantity: 20_000 }],
  biomass_project_settings: [{ project_id: world.projects.forest }],
  carbon_project_settings: [{ project_id: world.carbon.stoves }],
});

describe('A methodology', () => {
  it('takes missing values from the current one, and does not become current by itself', async () => {
    const added = await another({ emissionFactor: '2.5' });
    expect(added).toMatchObject({
      standardWidth: first.standardWidth,
      standardGsm: first.standardGsm,
      pagesPerTree: first.pagesPerTree,
      emissionFactor: '2.5',
      current: false,
    });
    expect(await currentOnes()).toEqual([first.id]);
  });

  it('applies to new records and not to existing ones', async () => {
    await activateMethodology(context, first.id);
    const { api } = member;
    const oldQuote = (await api.post('/quotes', quote())).body;
    const oldOrder = (await api.post('/orders', order())).body;
    const oldOffset = (await api.post('/biomass/offsets', { pages: 10_000 })).body;

    const doubled = await another({ pagesPerTree: '16666', pricePerPage: '0.0006', emissionFactor: '2.6' });
    await activateMethodology(context, doubled.name);
    expect((await api.get(`/quotes/${oldQuote.id}`)).body).toEqual(oldQuote);
    expect((await api.get(`/orders/${oldOrder.id}`)).body).toEqual(oldOrder);
    expect((await api.get(`/biomass/offsets/${oldOffset.id}`)).body).toEqual(oldOffset);

    const executed = (await api.post('/biomass/offsets', { quote_id: oldQuote.id })).body;
    expect(executed).toMatchObject({ pages: oldQuote.standard_pages, trees: oldQuote.trees });
    const placed = (await api.patch(`/orders/${oldOrder.id}/place`)).body;
    expect(placed).toMatchObject({ trees: oldOrder.trees, mtco2e: oldOrder.mtco2e, price: oldOrder.price });
    const past = [
      await usedBy('biomass_offsets', executed.id),
      await usedBy('biomass_offsets', placed.biomass_offset_ids[0]),
      await usedBy('carbon_offsets', placed.carbon_offset_ids[0]),
      await usedBy('biomass_offsets', oldOffset.id),
    ];
    expect(past).toEqual([first.id, first.id, first.id, first.id]);

    const newQuote = (await api.post('/quotes', quote())).body;
    const newOrder = (await api.post('/orders', order())).body;
    const newOffset = (await api.post('/biomass/offsets', { pages: 16_666 })).body;
    expect([oldQuote.trees, oldQuote.price, newQuote.trees, newQuote.price]).toEqual([
      2.400096, 6, 1.200048, 12,
    ]);
    expect(newOrder.mtco2e).toBeCloseTo(oldOrder.mtco2e * 2, 5);
    expect(newOffset.trees).toBe(1);
    expect([
      await usedBy('quotes', newQuote.id),
      await usedBy('orders', newOrder.id),
      await usedBy('biomass_offsets', newOffset.id),
    ]).toEqual([doubled.id, doubled.id, doubled.id]);
  });

  it('gives the figures that an integrator verified for a 74 g/m2 page', async () => {
    const light = await another({ standardGsm: '74', pagesPerTree: '8333', pricePerPage: '0.0003' });
    await activateMethodology(context, light.id);
    const sheet = { width: 0.2127, length: 0.2762 };
    const { body } = await member.api.post('/quotes', {
      project_id: world.projects.forest,
      items: [
        { quantity: 20_000, gsm: 216, ...sheet },
        { quantity: 400_000, gsm: 89, ...sheet },
      ],
    });
    expect(body).toMatchObject({ standard_pages: 525_377, price: 157.61 });
    expect(body.trees).toBeCloseTo(63.048, 3);
  });

  it('can become current while requests and other changes run, and one is always current', async () => {
    const rivals = [await another(), await another(), await another()];
    const [, ...answers] = await Promise.all([
      Promise.all([...rivals, ...rivals].map(({ id }) => activateMethodology(context, id))),
      ...Array.from({ length: 40 }, () => member.api.post('/biomass/offsets', { pages: 1 })),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const current = await currentOnes();
    expect(current).toHaveLength(1);
    expect(rivals.map(({ id }) => id)).toContain(current[0]);
  });

  it('has factors that cannot be changed', async () => {
    const change = 'update methodologies set price_per_page = 1 where id = $1';
    await expect(world.server.sql(change, [first.id])).rejects.toThrow('never changed');
    await expect(world.server.sql('delete from methodologies')).rejects.toThrow('never deleted');
  });
});
