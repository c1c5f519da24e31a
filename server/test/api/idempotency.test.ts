import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/features/keys/create-key.js';
import { apiClient, type Answer } from '../support/api-client.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
afterEach(() => {
  world.server.setNow(undefined);
});

let keys = 0;
const newKey = (): { 'idempotency-key': string } => ({ 'idempotency-key': `key ${String(++keys)}` });

const deposit = ({ api }: TestAccount, headers: Record<string, string>, pages = 7): Promise<Answer> =>
  api.post('/deposits', { pages }, { headers });

const countOf = async (table: string, { id }: TestAccount): Promise<number> =>
  (await world.server.sql(`select from ${table} where account_id = $1`, [id])).length;

const customer = (): Promise<TestAccount> => world.newAccount('customer', world.channel);

describe('The same Idempotency-Key and body', () => {
  it('return the first response again, marked as a replay, and take effect once', async () => {
    const member = await customer();
    const headers = newKey();
    const first = await deposit(member, headers);
    const second = await deposit(member, headers);
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await countOf('deposits', member)).toBe(1);
  });

  it('match regardless of the order and spacing of the fields', async () => {
    const member = await customer();
    const headers = newKey();
    const first = await member.api.post('/deposits', { pages: 7, gsm: 80 }, { headers });
    const again = await member.api.call('POST', '/deposits', { raw: '{ "gsm": 80,\n "pages": 7 }', headers });
    expect(again.body).toEqual(first.body);
    expect(await countOf('deposits', member)).toBe(1);
  });

  it('return the first response even when the resource has changed since', async () => {
    const member = await customer();
    const headers = newKey();
    const first = await deposit(member, headers);
    await member.api.delete(`/deposits/${String(first.body.id)}`);
    expect((await deposit(member, headers)).body).toEqual(first.body);
    expect(await countOf('deposits', member)).toBe(0);
  });

  it('sent 32 times concurrently take effect once and get the same response', async () => {
    const member = await customer();
    const headers = newKey();
    const answers = await Promise.all(Array.from({ length: 32 }, () => deposit(member, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(31);
    expect(await countOf('deposits', member)).toBe(1);
  });

  it.each<[string, (world: World) => unknown]>([
    ['/accounts', () => ({ name: 'Once only' })],
    ['/biomass/offsets', () => ({ pages: 10 })],
    ['/feeds', () => ({ type: 'fmaudit' })],
    ['/quotes', ({ projects }) => ({ project_id: projects.forest, items: [{ quantity: 5 }] })],
    ['/orders', () => ({ items: [{ quantity: 5 }] })],
    ['/servers', () => ({ type: 'fmaudit', url: 'https://print.example.com', username: 'u', password: 'p' })],
    ['/users', () => ({ email: 'once@example.com' })],
  ])('take effect once: POST %s', async (path, body) => {
    const member = await world.newAccount('channel', world.distributor);
    const headers = newKey();
    const [first, second] = await Promise.all([
      member.api.post(path, body(world), { headers }),
      member.api.post(path, body(world), { headers }),
    ]);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect((await member.api.get(path)).body).toHaveLength(1);
  });

  it('place an order once', async () => {
    const member = await customer();
    const { body: order } = await member.api.post('/orders', { items: [{ quantity: 500 }] });
    const headers = newKey();
    const place = () => member.api.patch(`/orders/${String(order.id)}/place`, undefined, { headers });
    const answers = await Promise.all([place(), place(), place()]);
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
      answers.map(() => [200, 'placed']),
    );
    expect(answers[1].body).toEqual(answers[0].body);
    expect(await countOf('biomass_offsets', member)).toBe(1);
    expectRefusal(await member.api.patch(`/orders/${String(order.id)}/place`), 400);
  });
});

describe('An Idempotency-Key', () => {
  it('returns 400 with a different body', async () => {
    const member = await customer();
    const headers = newKey();
    await deposit(member, headers, 7);
    expectRefusal(await deposit(member, headers, 8), 400, /Idempotency-Key/);
    expect(await countOf('deposits', member)).toBe(1);
  });

  it('is bound to the API key', async () => {
    const member = await customer();
    const { context } = world.server.running.instance;
    const { key } = await createKey(context, member.account.id, { name: null, revision: '1.6.6' });
    const headers = newKey();
    const first = await deposit(member, headers);
    const depositWithOther = () => apiClient(world.server, key).post('/deposits', { pages: 8 }, { headers });
    const other = await depositWithOther();
    expect(other.status).toBe(200);
    expect(other.body.id).not.toBe(first.body.id);
    expect((await deposit(member, headers)).body).toEqual(first.body);
    expect((await depositWithOther()).body).toEqual(other.body);
  });

  it('is bound to the path, and so to the account in the path', async () => {
    const below = await customer();
    const headers = newKey();
    const own = await deposit(world.channel, headers);
    const quote = await world.channel.api.post(
      '/quotes',
      { project_id: world.projects.forest, items: [{ mass: 500 }] },
      { headers },
    );
    const twin = await world.channel.api.post(`/accounts/${below.id}/deposits`, { pages: 7 }, { headers });
    expect([own.status, quote.status, twin.status]).toEqual([200, 200, 200]);
    expect(twin.body.account_id).toBe(below.id);
  });

  it('is bound to the method', async () => {
    const member = await customer();
    const { body: order } = await member.api.post('/orders', { items: [{ quantity: 500 }] });
    const headers = newKey();
    const path = `/orders/${String(order.id)}/place`;
    expectRefusal(await member.api.post(path, undefined, { headers }), 404);
    expect((await member.api.patch(path, undefined, { headers })).status).toBe(200);
  });

  it('can be reused after a refusal, for the corrected request', async () => {
    const member = await customer();
    const headers = newKey();
    expectRefusal(await member.api.post('/deposits', { pages: 'many' }, { headers }), 400);
    const taken = { email: 'taken@example.com' };
    await member.api.post('/users', taken);
    expectRefusal(await member.api.post('/users', taken, { headers }), 400);
    expect((await member.api.post('/users', { email: 'free@example.com' }, { headers })).status).toBe(200);
    expect((await deposit(member, headers)).status).toBe(200);
    expect(await countOf('idempotent_requests', member)).toBe(2);
  });

  it('is remembered for 24 hours and then forgotten', async () => {
    const member = await customer();
    const headers = newKey();
    world.server.setNow('2026-05-01T12:00:00Z');
    const first = await deposit(member, headers);
    world.server.setNow('2026-05-02T11:59:59Z');
    expect((await deposit(member, headers)).body.id).toBe(first.body.id);
    world.server.setNow('2026-05-02T12:00:01Z');
    const later = await deposit(member, headers, 8);
    expect([later.status, later.body.pages]).toEqual([200, 8]);
    expect(await countOf('deposits', member)).toBe(2);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['not ASCII', 'schlüssel'],
  ])('returns 400 when it is malformed: %s', async (_, value) => {
    const member = await customer();
    expectRefusal(await deposit(member, { 'idempotency-key': value }), 400, /Idempotency-Key/);
    expect(await countOf('deposits', member)).toBe(0);
  });

  it('can have 255 characters', async () => {
    const member = await customer();
    expect((await deposit(member, { 'idempotency-key': 'k'.repeat(255) })).status).toBe(200);
  });
});
