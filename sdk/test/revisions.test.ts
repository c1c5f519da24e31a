import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { startWorld, type World } from '../../server/test/support/world.js';
import {
  Regrove,
  type BiomassOffset,
  type Deposit,
  type ExpandedOrder,
  type List,
  type NewDeposit,
  type Revision,
  type Shape,
  type v1_6_3,
} from '../src/index.js';
import { clientOf, failureOf, userAgent } from './support/client.js';
import { answer, startUnreliableServer } from './support/unreliable-server.js';

type Older = Regrove<'1.6.3'>;
type Body<Create extends (...args: never[]) => unknown> = Parameters<Create>[0];
type Result<Call extends (...args: never[]) => unknown> = Awaited<ReturnType<Call>>;

describe('types', () => {
  it('are those of 1.6.6 by default', () => {
    expectTypeOf<Result<Regrove['deposits']['get']>>().toEqualTypeOf<Deposit>();
    expectTypeOf<Body<Regrove['deposits']['create']>>().toEqualTypeOf<NewDeposit>();
    expectTypeOf<ReturnType<Regrove['deposits']['list']>>().toEqualTypeOf<List<Deposit>>();
    expectTypeOf<ReturnType<Regrove['deposits']['list']>>().toExtend<Promise<Deposit[]>>();
    expectTypeOf<Result<Regrove['orders']['place']>>().toEqualTypeOf<ExpandedOrder>();
    expectTypeOf<ReturnType<Regrove['account']>>().toEqualTypeOf<Regrove>();
  });

  it('keep the revision for other accounts', () => {
    expectTypeOf<ReturnType<Older['account']>>().toEqualTypeOf<Older>();
  });

  it('have gsm or density, depending on the revision', () => {
    expectTypeOf<Deposit>().toHaveProperty('gsm');
    expectTypeOf<Deposit>().not.toHaveProperty('density');
    expectTypeOf<Shape<'Deposit', '1.6.3'>>().toHaveProperty('density');
    expectTypeOf<Shape<'Deposit', '1.6.3'>>().not.toHaveProperty('gsm');
    expectTypeOf<Result<Older['deposits']['get']>>().toEqualTypeOf<v1_6_3.Deposit>();
    expectTypeOf<Result<Older['quotes']['get']>['items'][number]>().toHaveProperty('density');
  });

  it('have order ids, lists of ids, contacts and introductions only in their revisions', () => {
    expectTypeOf<BiomassOffset>().toHaveProperty('order_id');
    expectTypeOf<Result<Older['offsets']['get']>>().not.toHaveProperty('order_id');
    expectTypeOf<Result<Older['carbonOffsets']['get']>>().not.toHaveProperty('order_id');
    expectTypeOf<Result<Regrove['quotes']['get']>>().toHaveProperty('biomass_offset_ids');
    expectTypeOf<Result<Older['quotes']['get']>>().not.toHaveProperty('biomass_offset_ids');
    expectTypeOf<Body<Older['servers']['create']>['contact']>().toEqualTypeOf<string>();
    expectTypeOf<Body<Regrove['servers']['create']>>().not.toHaveProperty('contact');
    expectTypeOf<Result<Older['certificates']['get']>['project']>().toHaveProperty('content_introduction');
    expectTypeOf<Result<Regrove['forestryProjects']['get']>>().not.toHaveProperty('content_introduction');
  });

  it('have orders only in 1.6.6', () => {
    expectTypeOf<Older['orders']>().toEqualTypeOf<undefined>();
    expectTypeOf<Regrove<Revision>['orders']>().toEqualTypeOf<Regrove['orders'] | undefined>();
    expectTypeOf<Shape<'Order', '1.6.3'>>().toBeNever();
  });

  it('have only the operations of each resource', () => {
    expectTypeOf<keyof Regrove['certificates']>().toEqualTypeOf<'list' | 'get'>();
    expectTypeOf<keyof Regrove['volume']>().toEqualTypeOf<'list'>();
  });

  it('reject fields of the other revision', () => {
    // Never called: only the compiler reads it.
    const unused = (newer: Regrove, older: Older) => [
      newer.deposits.create({ pages: 1, gsm: 80 }),
      older.deposits.create({ pages: 1, density: 80 }),
      // @ts-expect-error 1.6.6 has gsm
      newer.deposits.create({ pages: 1, density: 80 }),
      // @ts-expect-error 1.6.3 has density
      older.deposits.create({ pages: 1, gsm: 80 }),
      // @ts-expect-error 1.6.3 needs a contact
      older.servers.create({ type: 'fmaudit', url: 'https://x.example', username: 'u' }),
      // @ts-expect-error users have no days
      newer.users.list({ start_date: '2026-01-01' }),
    ];
    expect(unused).toBeTypeOf('function');
  });
});

it('sends its revision with every request', async () => {
  const { baseUrl, received } = await startUnreliableServer(answer(200, []));
  const client = new Regrove({ baseUrl, key: 'k', userAgent, revision: '1.6.3' });
  expectTypeOf(client).toEqualTypeOf<Older>();
  await client.users.list();
  await client.account('x').users.list();
  expect(received.map(({ headers }) => headers['api-revision'])).toEqual(['1.6.3', '1.6.3']);
  expect(client.orders).toBeUndefined();
});

describe('a client of 1.6.3 on a server of 1.6.6', () => {
  let world: World;
  let older: Older;
  let newer: Regrove;
  beforeAll(async () => {
    world = await startWorld();
    older = clientOf(world, world.customer, { revision: '1.6.3' });
    newer = clientOf(world, world.customer);
  });
  afterAll(() => world.stop());

  it('writes and reads density', async () => {
    const deposit = await older.deposits.create({ pages: 10, density: 90 });
    expect(deposit.density).toBe(90);
    expect(deposit).not.toHaveProperty('gsm');
    expect(await older.deposits.get(deposit.id)).toEqual(deposit);
    expect((await newer.deposits.get(deposit.id)).gsm).toBe(90);
    for await (const listed of older.deposits.list()) expect(listed).toEqual(deposit);
  });

  it('has quotes without lists of ids, and offsets without orders', async () => {
    const quote = await older.quotes.create({
      project_id: world.projects.forest,
      items: [{ quantity: 1000, density: 100 }],
    });
    expect(quote.items).toMatchObject([{ quantity: 1000, density: 100 }]);
    expect(quote).not.toHaveProperty('project_ids');
    const offset = await older.offsets.create({ quote_id: quote.id });
    expect(offset).not.toHaveProperty('order_id');
    expect((await older.quotes.list())[0]).not.toHaveProperty('biomass_offset_ids');
    expect((await newer.quotes.get(quote.id)).biomass_offset_ids).toEqual([offset.id]);
  });

  it('has introductions of projects, also in certificates', async () => {
    const project = await older.forestryProjects.get(world.projects.forest);
    expect(project.content_introduction).toBe('An introduction');
    const [certificate] = await older.certificates.list();
    expect(certificate?.project).toEqual(project);
    expect(await older.favorites.add(project.id)).toEqual([project]);
    expect((await newer.favorites.list())[0]).not.toHaveProperty('content_introduction');
  });

  it('has servers with a contact', async () => {
    const server = await older.servers.create({
      type: 'fmaudit',
      url: 'https://print.example.com/',
      username: 'reader',
      contact: 'help@example.com',
    });
    expect(server.contact).toBe('help@example.com');
    const changed = await older.servers.update(server.id, { contact: 'desk@example.com' });
    expect(changed.contact).toBe('desk@example.com');
    expect(await newer.servers.get(server.id)).not.toHaveProperty('contact');
  });

  it('has no orders, and carbon offsets without them', async () => {
    const order = await newer.orders.create({
      items: [{ quantity: 1000 }],
      carbon_project_settings: [{ project_id: world.carbon.stoves }],
    });
    await newer.orders.place(order.id);
    const [offset] = await older.carbonOffsets.list();
    expect(offset).toMatchObject({ project_name: 'Stoves' });
    expect(offset).not.toHaveProperty('order_id');
    expect(older.orders).toBeUndefined();
  });

  it('gets errors that name the fields of its revision', async () => {
    const error = await failureOf(older.deposits.create({ pages: 1, density: -5 }));
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining('density') as string });
  });
});
