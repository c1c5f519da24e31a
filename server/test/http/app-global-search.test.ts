import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { createPushFeed } from '../support/readings.js';
import { signInVisitor, createInvitedUser, type VisitResponse, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

interface Things {
  readonly order: Json;
  readonly quote: Json;
  readonly certificate: string;
  readonly invoice: Json;
  readonly feed: { readonly id: string };
}

let world: World;
let holder: Visitor;
let operator: SignedInOperator;
let ours: Things;
let theirs: Things;

async function createThings(member: TestAccount, name: string): Promise<Things> {
  const { api } = member;
  const items = [{ mass: 500_000 }];
  const biomass = [{ project_id: world.projects.forest }];
  const order = (
    await api.post('/orders', { items, biomass_project_settings: biomass, external_id: `PO-${name}` })
  ).body;
  const quote = (
    await api.post('/quotes', { items, project_id: world.projects.forest, external_id: `Offer ${name}` })
  ).body;
  const offset = (await api.post('/biomass/offsets', { pages: 100, date: '2026-10-02T00:00:00Z' })).body;
  await bill(world.server, '2026-10');
  const [invoice] = (await api.get('/invoices')).body;
  const feed = await createPushFeed(world, { owner: member, external_id: `Site ${name}` });
  return { order, quote, certificate: String(offset.certificate_id), invoice, feed };
}

beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-15T12:00:00Z');
  holder = await signInVisitor(
    world.server,
    await createInvitedUser(world.server, world.distributor.account),
  );
  operator = await signInOperator(world);
  ours = await createThings(world.customer, 'Müller');
  theirs = await createThings(world.stranger, 'Rival');
  await world.channel.api.post('/accounts', {
    name: 'Café Zürich',
    display_name: 'Bakery',
    external_id: 'K_17',
  });
  await world.stranger.api.post('/accounts', { name: 'Café elsewhere' });
});
afterAll(() => world.stop());

const find = (q: string, more = '', account = world.distributor.id): Promise<VisitResponse> =>
  holder.app('GET', `/app/accounts/${account}/find?q=${encodeURIComponent(q)}${more}`);
const hitsOf = async (q: string, more = '', account?: string): Promise<[kind: string, id: string][]> =>
  (await find(q, more, account)).body.map(({ kind, id }: Json) => [kind, id]);
const numberOf = (certificate: string): string =>
  ['RG', ...(certificate.slice(-12).toUpperCase().match(/.{4}/g) ?? [])].join('-');

describe('A search in the head of the dashboard', () => {
  it('finds everything accessible by its id, whatever the case', async () => {
    for (const [kind, id] of [
      ['account', world.customer.id],
      ['certificate', ours.certificate],
      ['order', String(ours.order.id)],
      ['quote', String(ours.quote.id)],
      ['invoice', String(ours.invoice.id)],
      ['feed', ours.feed.id],
    ] as const) {
      expect(await hitsOf(id)).toEqual([[kind, id]]);
      expect(await hitsOf(id.toUpperCase())).toEqual([[kind, id]]);
    }
  });

  it('finds certificates and invoices by number', async () => {
    const number = numberOf(ours.certificate);
    expect(await hitsOf(number)).toEqual([['certificate', ours.certificate]]);
    expect(await hitsOf(number.toLowerCase().replaceAll('-', ''))).toEqual([
      ['certificate', ours.certificate],
    ]);
    expect(await hitsOf(String(ours.invoice.number))).toEqual([['invoice', ours.invoice.id]]);
  });

  it('finds orders, quotes and feeds below by their whole reference', async () => {
    expect(await hitsOf('PO-Müller')).toEqual([['order', ours.order.id]]);
    expect(await hitsOf('Offer Müller')).toEqual([['quote', ours.quote.id]]);
    expect(await hitsOf('Site Müller')).toEqual([['feed', ours.feed.id]]);
  });

  it('finds those of the account that one looks at by a part of it', async () => {
    expect(await hitsOf('müll')).toEqual([]);
    const at = `&at=${world.customer.id}`;
    expect(await hitsOf('müll', at)).toEqual([
      ['order', ours.order.id],
      ['quote', ours.quote.id],
      ['feed', ours.feed.id],
    ]);
  });

  it.each(['Café', 'cafe z', 'zuri', 'bakery', 'K_17'])('finds an account by %s', async (q) => {
    const { body } = await find(q);
    expect(body).toMatchObject([{ kind: 'account', title: 'Bakery', detail: 'K_17', account_name: null }]);
  });

  it('names the account of a hit', async () => {
    const { body } = await find('PO-Müller');
    expect(body).toEqual([
      {
        kind: 'order',
        id: ours.order.id,
        account_id: world.customer.id,
        account_name: world.customer.account.displayName,
        title: 'PO-Müller',
        detail: null,
        date: '2026-11-15T12:00:00Z',
      },
    ]);
  });

  it('finds nothing of others, by whatever it is called', async () => {
    for (const q of [
      world.stranger.id,
      theirs.certificate,
      numberOf(theirs.certificate),
      String(theirs.order.id),
      String(theirs.quote.id),
      String(theirs.invoice.id),
      String(theirs.invoice.number),
      theirs.feed.id,
      'PO-Rival',
      'Offer Rival',
      'Site Rival',
      'elsewhere',
    ])
      expect([q, await hitsOf(q)]).toEqual([q, []]);
    const at = `&at=${world.stranger.id}`;
    expect((await find('rival', at)).status).toBe(404);
    expect((await find('rival', '', world.stranger.id)).status).toBe(404);
  });

  it('does not find what is above the account in scope', async () => {
    expect(await hitsOf(world.distributor.id, '', world.channel.id)).toEqual([]);
    expect(await hitsOf('PO-Müller', '', world.channel.id)).toEqual([['order', ours.order.id]]);
  });

  it('returns a few hits of each kind', async () => {
    for (let count = 0; count < 7; count++)
      await world.channel.api.post('/accounts', { name: `Copy shop ${count}` });
    expect(await hitsOf('copy')).toHaveLength(5);
    expect(await hitsOf('shop', '', world.channel.id)).toHaveLength(5);
  });

  it('takes texts literally', async () => {
    for (const q of ['%', 'k_1_', "' or true --", '\\', '💡', 'a'.repeat(255)])
      expect(await find(q)).toMatchObject({ status: 200, body: [] });
    expect((await find('a'.repeat(256))).status).toBe(400);
    expect((await find('')).status).toBe(400);
  });

  it('of an operator finds things of all accounts', async () => {
    const hits = async (q: string, more = ''): Promise<unknown[]> =>
      (await operator.sendOk('GET', `find?q=${encodeURIComponent(q)}${more}`)).map(({ id }: Json) => id);
    expect(await hits('PO-Müller')).toEqual([ours.order.id]);
    expect(await hits('PO-Rival')).toEqual([theirs.order.id]);
    expect(await hits('café')).toHaveLength(2);
    expect(await hits('rival', `&at=${world.stranger.id}`)).toEqual([
      theirs.order.id,
      theirs.quote.id,
      theirs.feed.id,
    ]);
    expect((await holder.app('GET', '/app/operator/find?q=x')).status).toBe(403);
  });
});
