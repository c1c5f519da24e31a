import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { signedIn, userOf, type Visitor } from '../support/visitor.js';
import { startWorld, type Member, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let others: Member[];
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-02T12:00:00Z');
  others = [await world.member('customer', world.channel), await world.member('customer', world.channel)];
  for (const member of [world.distributor, world.channel, world.customer, world.stranger, ...others])
    await member.api.post('/biomass/offsets', { pages: 10_000, date: '2026-10-02T00:00:00Z' });
  await bill(world.server, '2026-10');
  holder = await signedIn(world.server, await userOf(world.server, world.channel.account));
});
afterAll(() => world.stop());

const path = (query = 'month=2026-10'): string => `/app/accounts/${world.channel.id}/sales?${query}`;

it('Sales are the invoices of the accounts below, page by page: not of the account itself, beside or above', async () => {
  const first = await holder.app('GET', path('month=2026-10&limit=2'));
  const link = new URL(/<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '');
  const second = await holder.app('GET', link.pathname + link.search);
  const sales: Json[] = [...first.body, ...second.body];
  expect(first.body).toHaveLength(2);
  expect(sales.map(({ account_id: id }) => id as string)).toEqual(
    [world.customer, ...others].map(({ id }) => id).toSorted(),
  );
  const { body: invoices } = await world.customer.api.get('/invoices');
  const { id, number, total, currency, month } = invoices[0];
  expect(sales.find((sale) => sale.id === id)).toMatchObject({ number, total, currency, month });
  expect((await holder.app('GET', path('month=2026-09'))).body).toEqual([]);
});

it('Sales are exported as CSV, with the same rows', async () => {
  const { headers, text } = await holder.get(`/app/accounts/${world.channel.id}/sales/export?month=2026-10`);
  expect(headers['content-disposition']).toContain('sales-2026-10.csv');
  const [head, ...rows] = text.trim().split('\r\n');
  expect(head).toBe('invoice_number,invoice_date,account_id,account_name,external_id,month,total,currency');
  const { body: sales } = await holder.app('GET', path());
  expect(rows.map((row) => row.split(',')[2])).toEqual(sales.map(({ account_id: id }: Json) => id));
});

it('A month that is none is refused, and so is the account of somebody else', async () => {
  expect((await holder.app('GET', path('month=2026'))).status).toBe(400);
  expect((await holder.app('GET', path(''))).status).toBe(400);
  for (const { id } of [world.distributor, world.stranger])
    expect((await holder.app('GET', `/app/accounts/${id}/sales?month=2026-10`)).status).toBe(404);
});
