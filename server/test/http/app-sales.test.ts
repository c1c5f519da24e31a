import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { signInOperator } from '../support/operator.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let others: TestAccount[];
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-02T12:00:00Z');
  others = [
    await world.newAccount('customer', world.channel),
    await world.newAccount('customer', world.channel),
  ];
  for (const member of [world.distributor, world.channel, world.customer, world.stranger, ...others])
    await member.api.post('/biomass/offsets', { pages: 10_000, date: '2026-10-02T00:00:00Z' });
  await bill(world.server, '2026-10');
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
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
  expect(sales.find((sale) => sale.id === id)).toMatchObject({ number, net: total, currency, month });
  expect((await holder.app('GET', path('month=2026-09'))).body).toEqual([]);
});

it('Sales are exported, with the same rows and their sum', async () => {
  const { text } = await holder.get(
    `/app/accounts/${world.channel.id}/exports/sales?month=2026-10&format=csv&locale=en`,
  );
  const [head, ...rows] = parse(text, { bom: true });
  expect(head).toEqual([
    'Account',
    'Reference',
    'Month',
    'Number',
    'Issued',
    'Net total',
    'Tax',
    'Total',
    'Credit notes',
    'Currency',
    'ID',
  ]);
  const { body: sales } = await holder.app('GET', path());
  expect(rows.slice(0, -1).map((row) => row.at(-1))).toEqual(sales.map(({ id }: Json) => id));
  expect(rows.at(-1)).toEqual([
    'Total for the month',
    '',
    '',
    '',
    '',
    '9',
    '0',
    '9',
    '0',
    sales[0].currency,
    '',
  ]);
});

it('An operator sees the sales of all accounts, by number, page by page, and their sum', async () => {
  const operator = await signInOperator(world);
  const first = await operator.send('GET', 'sales?month=2026-10&limit=4');
  const link = new URL(/<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '');
  const second = await operator.visitor.app('GET', link.pathname + link.search);
  const sales: Json[] = [...first.body, ...second.body];
  expect(sales.map(({ number }) => number as string)).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => `INV-00000${number}`),
  );
  expect(await operator.sendOk('GET', 'sales/sum?month=2026-10')).toEqual({
    sums: [{ currency: sales[0]?.currency, invoices: 6, net: 18, tax: null, gross: 18, credited: 0 }],
  });
  for (const what of ['sales', 'sales/sum', 'exports/sales'])
    expect((await holder.get(`/app/operator/${what}?month=2026-10&format=csv`)).status).toBe(403);
});

it('A month that is none is refused, and so is the account of somebody else', async () => {
  expect((await holder.app('GET', path('month=2026'))).status).toBe(400);
  expect((await holder.app('GET', path(''))).status).toBe(400);
  for (const { id } of [world.distributor, world.stranger])
    expect((await holder.app('GET', `/app/accounts/${id}/sales?month=2026-10`)).status).toBe(404);
});
