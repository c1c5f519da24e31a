import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Json } from '../support/api-client.js';
import { doneOrWaiting, blockInserts } from '../support/blocked-inserts.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.server.setNow(undefined));
afterAll(() => world.stop());

const deposit = (body: Json, by: TestAccount = world.customer): Promise<Answer> =>
  by.api.post('/deposits', body);
const deactivate = (member: TestAccount): Promise<Answer> =>
  world.channel.api.post(`/accounts/${member.id}/deactivate`);
const countOf = async ({ api }: TestAccount): Promise<number> => (await api.get('/deposits')).body.length;

describe('POST /deposits', () => {
  it('uses the default paper and the current time when only pages are given', async () => {
    world.server.setNow('2026-03-05T10:20:30.456Z');
    const { status, body } = await deposit({ pages: 12 });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      account_id: world.customer.id,
      feed_id: null,
      date: '2026-03-05T10:20:30Z',
      pages: 12,
      width: 0.2159,
      length: 0.2794,
      gsm: 75,
    });
    expect((await world.customer.api.get(`/deposits/${body.id}`)).body).toEqual(body);
  });

  it.each([
    ['negative pages', { pages: -250 }],
    ['no pages', { pages: 0 }],
    ['A3 at 160 g/m2', { pages: 3, width: 0.297, length: 0.42, gsm: 160 }],
    ['a width that is not exact as a binary float', { pages: 1, width: 0.1 + 0.2 }],
    ['a very small sheet', { pages: 1, width: 1e-7, length: 1e-7, gsm: 1 }],
  ])('keeps the given values: %s', async (_, body) => {
    const answer = await deposit(body);
    expect(answer).toMatchObject({ status: 200, body });
    expect((await world.customer.api.get(`/deposits/${answer.body.id}`)).body).toEqual(answer.body);
  });

  it('treats null as the default', async () => {
    world.server.setNow('2026-03-05T10:20:30Z');
    const answer = await deposit({ pages: 1, width: null, length: null, gsm: null, date: null });
    const defaults = { width: 0.2159, length: 0.2794, gsm: 75, date: '2026-03-05T10:20:30Z' };
    expect(answer).toMatchObject({ status: 200, body: defaults });
  });

  it.each([
    ['with Z', '2026-01-31T23:59:59Z', '2026-01-31T23:59:59Z'],
    ['with an offset', '2026-01-31T23:59:59-05:00', '2026-02-01T04:59:59Z'],
    ['as a plain date: midnight UTC', '2024-02-29', '2024-02-29T00:00:00Z'],
  ])('accepts a date %s', async (_, date, expected) => {
    expect(await deposit({ pages: 1, date })).toMatchObject({ status: 200, body: { date: expected } });
  });

  it.each([
    ['pages', 'no pages', {}],
    ['pages', 'pages null', { pages: null }],
    ['pages', 'a part of a page', { pages: 0.5 }],
    ['pages', 'pages beyond reason', { pages: 1e12 }],
    ['width', 'no width', { pages: 1, width: 0 }],
    ['length', 'negative length', { pages: 1, length: -0.2 }],
    ['gsm', 'no weight', { pages: 1, gsm: 0 }],
    ['gsm', 'a part of a gram', { pages: 1, gsm: 75.5 }],
    ['date', 'a day that does not exist', { pages: 1, date: '2025-02-29' }],
    ['feed_id', 'a field that only feeds set', { pages: 1, feed_id: unknownId }],
  ])('refuses with a message that names %s: %s', async (field, _, body) => {
    expectRefusal(await deposit(body), 400, new RegExp(field));
  });
});

describe('GET /deposits', () => {
  let member: TestAccount;
  beforeAll(async () => {
    member = await world.newAccount();
    const dates = ['2026-03-12T23:59:59Z', '2026-03-09T23:59:59Z', '2026-03-13', '2026-03-10'];
    for (const [index, date] of dates.entries()) await deposit({ pages: index + 1, date }, member);
  });

  it.each([
    ['', [3, 1, 4, 2]],
    ['?start_date=2026-03-10', [3, 1, 4]],
    ['?end_date=2026-03-12', [1, 4, 2]],
    ['?start_date=2026-03-10&end_date=2026-03-12', [1, 4]],
    ['?start_date=2026-03-13&end_date=2026-03-13', [3]],
    ['?start_date=2026-04-01', []],
  ])('lists by date, newest first, and a filter includes both of its days: %s', async (query, pages) => {
    const { body } = await member.api.get(`/deposits${query}`);
    expect(body.map((one: Json) => one.pages)).toEqual(pages);
  });

  it.each([
    ['?start_date=2026-03-13&end_date=2026-03-12', /start_date/],
    ['?end_date=2026-13-01', /end_date/],
  ])('refuses %s', async (query, words) => {
    expectRefusal(await member.api.get(`/deposits${query}`), 400, words);
  });
});

describe('GET and DELETE /deposits/:id', () => {
  it.each(['GET', 'DELETE'])(
    "%s returns 404 for an unknown id, a malformed id and another account's deposit",
    async (method) => {
      const { body: foreign } = await deposit({ pages: 1 }, world.stranger);
      for (const id of [unknownId, 'not-a-uuid', foreign.id]) {
        expectRefusal(await world.customer.api.call(method, `/deposits/${id}`), 404);
      }
      expect((await world.stranger.api.get(`/deposits/${foreign.id}`)).status).toBe(200);
    },
  );

  it('returns the deleted result for a delete, once', async () => {
    const { body } = await deposit({ pages: 1 });
    const deletion = await world.customer.api.delete(`/deposits/${body.id}`);
    expect(deletion.status).toBe(200);
    expect(deletion.body).toEqual({ id: body.id, deleted: true });
    expectRefusal(await world.customer.api.get(`/deposits/${body.id}`), 404);
    expectRefusal(await world.customer.api.delete(`/deposits/${body.id}`), 404);
  });

  it('refuses to delete a deposit that is locked because it was processed', async () => {
    const { body } = await deposit({ pages: 1 });
    await world.server.sql(
      `update deposits set processed_at = now(), settled_month = '2026-01-01' where id = $1`,
      [body.id],
    );
    expectRefusal(await world.customer.api.delete(`/deposits/${body.id}`), 400, /processed/);
    expect((await world.customer.api.get(`/deposits/${body.id}`)).body).toEqual(body);
  });
});

describe('a deactivated account', () => {
  it('cannot receive deposits, even from its parent, until it is activated again', async () => {
    const member = await world.newAccount('customer', world.channel);
    await deactivate(member);
    expectRefusal(await deposit({ pages: 1 }, member), 400, /is inactive/);
    expectRefusal(
      await world.channel.api.post(`/accounts/${member.id}/deposits`, { pages: 1 }),
      400,
      /is inactive/,
    );
    expect(await countOf(member)).toBe(0);
    await world.channel.api.post(`/accounts/${member.id}/activate`);
    expect((await deposit({ pages: 1 }, member)).status).toBe(200);
  });

  it('can still read, delete, and create offsets, quotes and orders', async () => {
    const member = await world.newAccount('customer', world.channel);
    const { body: kept } = await deposit({ pages: 7 }, member);
    const { body: other } = await deposit({ pages: 8 }, member);
    await deactivate(member);
    expect((await member.api.get(`/deposits/${kept.id}`)).body).toEqual(kept);
    expect((await member.api.delete(`/deposits/${other.id}`)).status).toBe(200);
    expect(await countOf(member)).toBe(1);
    const items = [{ quantity: 10 }];
    expect((await member.api.post('/biomass/offsets', { pages: 1 })).status).toBe(200);
    expect((await member.api.post('/quotes', { project_id: world.projects.forest, items })).status).toBe(200);
    expect((await member.api.post('/orders', { items })).status).toBe(200);
  });

  it('gets none of 32 racing deposits after the response to the deactivation', async () => {
    const member = await world.newAccount('customer', world.channel);
    const race = Array.from({ length: 32 }, () => deposit({ pages: 1 }, member));
    const deactivated = deactivate(member).then(async ({ status }) => {
      expect(status).toBe(200);
      return countOf(member);
    });
    const answers = await Promise.all(race);
    const created = answers.filter(({ status }) => status === 200).length;
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefusal(answer, 400);
    expect(await deactivated).toBe(created);
    expect(await countOf(member)).toBe(created);
  });

  it('is deactivated only after the deposits in progress have finished', async () => {
    const member = await world.newAccount('customer', world.channel);
    const blocked = await blockInserts(world.server, 'deposits');
    const underWay = deposit({ pages: 1 }, member);
    await blocked.waitFor(1);
    const deactivated = deactivate(member).then(() => countOf(member));
    await doneOrWaiting(world.server, deactivated);
    await blocked.release();
    const { status } = await underWay;
    expect(await deactivated).toBe(status === 200 ? 1 : 0);
    expect(await countOf(member)).toBe(status === 200 ? 1 : 0);
  });
});
