import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Json } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.server.setNow(undefined));
afterAll(() => world.stop());

const create = (body: Json, by: TestAccount = world.customer): Promise<Answer> =>
  by.api.post('/biomass/offsets', body);

const quote = async (by: TestAccount = world.customer): Promise<string> => {
  const items = [{ quantity: 8333 }];
  return (await by.api.post('/quotes', { project_id: world.projects.forest, items })).body.id;
};

describe('POST /biomass/offsets', () => {
  it('accepts pages and returns the trees, dated now', async () => {
    world.server.setNow('2026-05-06T07:08:09.999Z');
    const { status, body } = await create({ pages: 10_000, project_id: world.projects.grove });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      account_id: world.customer.id,
      order_id: null,
      quote_id: null,
      project_id: world.projects.grove,
      certificate_id: expect.any(String),
      date: '2026-05-06T07:08:09Z',
      pages: 10_000,
      trees: 1.200048,
    });
    expect(await world.customer.api.get(`/biomass/offsets/${body.id}`)).toMatchObject({ status: 200, body });
  });

  it.each([
    [1, 8333],
    [0.5, 4167],
    [2.500001, 20_833],
    [0.000061, 1],
    [120_000, 999_960_000],
  ])('accepts trees, keeps them as given and returns the pages: %s', async (trees, pages) => {
    expect(await create({ trees })).toMatchObject({ status: 200, body: { trees, pages } });
  });

  it.each([
    ['trees', 'more than 6 decimals of trees', { trees: 1.1234567 }],
    ['trees', 'less than a page', { trees: 0.00006 }],
    ['trees', 'no trees', { trees: 0 }],
    ['trees', 'negative trees', { trees: -1 }],
    ['trees', 'trees as text', { trees: '1' }],
    ['pages', 'no pages', { pages: 0 }],
    ['pages', 'negative pages', { pages: -5 }],
    ['pages', 'a part of a page', { pages: 1.5 }],
    ['pages', 'no amount', {}],
    ['pages', 'nulls for an amount', { pages: null, trees: null, quote_id: null }],
    ['quote_id', 'a quote id that is no UUID', { quote_id: 'mine' }],
    ['project_id', 'a project id that is no UUID', { pages: 1, project_id: 'mine' }],
    ['date', 'a day that does not exist', { pages: 1, date: '2026-02-30' }],
    ['date', 'a time without an offset', { pages: 1, date: '2026-02-03T10:00:00' }],
    ['color', 'an unknown field', { pages: 1, color: 'green' }],
  ])('refuses with a message that names %s: %s', async (field, _, body) => {
    expectRefusal(await create(body), 400, new RegExp(field));
  });

  it.each([
    ['trees and pages', { trees: 1, pages: 8333 }],
    ['quote_id and pages', { quote_id: unknownId, pages: 1 }],
    ['quote_id and trees', { quote_id: unknownId, trees: 1 }],
    ['quote_id and project_id', { quote_id: unknownId, project_id: unknownId }],
  ])('refuses conflicting %s', async (_, body) => {
    expectRefusal(await create(body), 400, /conflicts/);
  });

  it.each([
    ['with Z', '2026-01-31T23:59:59Z', '2026-01-31T23:59:59Z'],
    ['with an offset', '2026-02-01T01:30:00+02:00', '2026-01-31T23:30:00Z'],
    ['as a plain date: midnight UTC', '2026-03-04', '2026-03-04T00:00:00Z'],
  ])('accepts a date %s', async (_, date, expected) => {
    expect(await create({ pages: 1, date })).toMatchObject({ status: 200, body: { date: expected } });
  });

  it('picks a random active project when none is named', async () => {
    const bodies = Array.from({ length: 50 }, (_, index) =>
      index % 2 ? { pages: 1 } : { pages: 1, project_id: null },
    );
    const answers = await Promise.all(bodies.map((body) => create(body)));
    const picked = new Set(answers.map(({ body }) => body.project_id));
    expect(picked).toEqual(new Set([world.projects.forest, world.projects.grove]));
  });

  it('returns 400 for a complete project and 404 for an unknown one', async () => {
    expectRefusal(await create({ pages: 1, project_id: world.projects.complete }), 400, /project_id/);
    expectRefusal(await create({ pages: 1, project_id: unknownId }), 404, /project_id/);
  });

  it('accepts a quote and returns its id and figures, once', async () => {
    const quoteId = await quote();
    const { status, body } = await create({ quote_id: quoteId, date: '2026-03-04' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      quote_id: quoteId,
      order_id: null,
      project_id: world.projects.forest,
      date: '2026-03-04T00:00:00Z',
      pages: 8333,
      trees: 1,
    });
    expectRefusal(await create({ quote_id: quoteId }), 400, /quote_id/);
  });

  it("returns 404 for an unknown quote and for another account's", async () => {
    expectRefusal(await create({ quote_id: unknownId }), 404, /quote_id/);
    expectRefusal(await create({ quote_id: await quote(world.stranger) }), 404, /quote_id/);
  });

  it('issues a certificate immediately, with the date, pages, trees and project of the offset', async () => {
    const { body: offset } = await create({ trees: 2.25, date: '2026-02-03T04:05:06Z' });
    const certificate = await world.customer.api.get(`/biomass/certificates/${offset.certificate_id}`);
    expect(certificate).toMatchObject({
      status: 200,
      body: {
        id: offset.certificate_id,
        account_id: world.customer.id,
        date: '2026-02-03T04:05:06Z',
        pages: offset.pages,
        trees: 2.25,
        project_id: offset.project_id,
      },
    });
  });
});

describe('GET /biomass/offsets', () => {
  it('lists by date, newest first, regardless of the order of creation', async () => {
    const member = await world.newAccount();
    for (const date of ['2026-02-10', '2026-04-10', '2026-03-10T12:00:00Z', '2026-03-10']) {
      await create({ pages: 1, date }, member);
    }
    const dates = (await member.api.get('/biomass/offsets')).body.map(({ date }: Json) => date);
    expect(dates).toEqual([
      '2026-04-10T00:00:00Z',
      '2026-03-10T12:00:00Z',
      '2026-03-10T00:00:00Z',
      '2026-02-10T00:00:00Z',
    ]);
  });

  describe('with dates', () => {
    let member: TestAccount;
    beforeAll(async () => {
      member = await world.newAccount();
      const days = ['2026-03-09T23:59:59.999Z', '2026-03-10', '2026-03-12T23:59:59.999Z', '2026-03-13'];
      for (const [index, date] of days.entries()) await create({ pages: index + 1, date }, member);
    });

    it.each([
      ['start_date=2026-03-10', [4, 3, 2]],
      ['end_date=2026-03-12', [3, 2, 1]],
      ['start_date=2026-03-10&end_date=2026-03-12', [3, 2]],
      ['start_date=2026-03-13&end_date=2026-03-13', [4]],
      ['start_date=2026-03-14', []],
    ])('includes both the first and the last day, in UTC: %s', async (query, pages) => {
      const { body } = await member.api.get(`/biomass/offsets?${query}`);
      expect(body.map((offset: Json) => offset.pages)).toEqual(pages);
    });

    it.each([
      ['start_date=2026-03-13&end_date=2026-03-12', /start_date/],
      ['start_date=2026-02-30', /start_date/],
      ['end_date=yesterday', /end_date/],
    ])('refuses %s', async (query, words) => {
      expectRefusal(await member.api.get(`/biomass/offsets?${query}`), 400, words);
    });
  });
});

describe('GET and DELETE /biomass/offsets/:id', () => {
  it.each(['GET', 'DELETE'])(
    "%s returns 404 for an unknown id, a malformed id and another account's offset",
    async (method) => {
      const { body: foreign } = await create({ pages: 1 }, world.stranger);
      for (const id of [unknownId, 'not-a-uuid', foreign.id]) {
        expectRefusal(await world.customer.api.call(method, `/biomass/offsets/${id}`), 404);
      }
      expect((await world.stranger.api.get(`/biomass/offsets/${foreign.id}`)).status).toBe(200);
    },
  );

  it('returns the deleted result for a delete, and removes the offset and its certificate', async () => {
    const { body: offset } = await create({ pages: 5 });
    const deletion = await world.customer.api.delete(`/biomass/offsets/${offset.id}`);
    expect(deletion).toMatchObject({ status: 200 });
    expect(deletion.body).toEqual({ id: offset.id, deleted: true });

    expectRefusal(await world.customer.api.get(`/biomass/offsets/${offset.id}`), 404);
    expectRefusal(await world.customer.api.get(`/biomass/certificates/${offset.certificate_id}`), 404);
    expectRefusal(await world.customer.api.delete(`/biomass/offsets/${offset.id}`), 404);
    for (const path of ['/biomass/offsets', '/biomass/certificates']) {
      const ids = (await world.customer.api.get(path)).body.map(({ id }: Json) => id);
      expect(ids).not.toContain(offset.id);
      expect(ids).not.toContain(offset.certificate_id);
    }
  });

  it('subtracts a deleted offset from the counters and the volume', async () => {
    world.server.setNow('2026-05-06T07:08:09Z');
    const member = await world.newAccount();
    await create({ pages: 8333 }, member);
    const { body: offset } = await create({ trees: 2 }, member);
    expect((await member.api.get('/account')).body).toMatchObject({ mtd_pages: 24_999, ltd_trees: 3 });
    await member.api.delete(`/biomass/offsets/${offset.id}`);
    const { body } = await member.api.get('/account');
    expect(body).toMatchObject({ mtd_pages: 8333, ytd_pages: 8333, ltd_pages: 8333, ltd_trees: 1 });
    expect((await member.api.get('/volume')).body.at(-1)).toMatchObject({ pages: 8333, trees: 1 });
  });

  it('lets the quote be executed again after a delete', async () => {
    const quoteId = await quote();
    const { body: first } = await create({ quote_id: quoteId });
    await world.customer.api.delete(`/biomass/offsets/${first.id}`);
    expect((await world.customer.api.get(`/quotes/${quoteId}`)).body).toMatchObject({
      biomass_offset_id: null,
      biomass_offset_ids: [],
    });
    const { body: second } = await create({ quote_id: quoteId });
    expect((await world.customer.api.get(`/quotes/${quoteId}`)).body.biomass_offset_id).toBe(second.id);
  });

  it('keeps the order placed after a delete, and removes the offset from it', async () => {
    const { api } = world.customer;
    const settings = [{ project_id: world.projects.forest }, { project_id: world.projects.grove }];
    const items = [{ quantity: 100 }];
    const { body: draft } = await api.post('/orders', { biomass_project_settings: settings, items });
    const { body: placed } = await api.patch(`/orders/${draft.id}/place`);
    const [gone, kept] = placed.biomass_offset_ids;
    expect((await api.delete(`/biomass/offsets/${gone}`)).status).toBe(200);
    const { body: order } = await api.get(`/orders/${draft.id}`);
    expect(order).toMatchObject({ status: 'placed', biomass_offset_ids: [kept] });
  });

  it('refuses to delete an offset that is locked because it was billed', async () => {
    const { body: offset } = await create({ pages: 5 });
    await world.server.sql('update biomass_offsets set billed_at = now() where id = $1', [offset.id]);
    expectRefusal(await world.customer.api.delete(`/biomass/offsets/${offset.id}`), 400, /billed/);
    expect((await world.customer.api.get(`/biomass/offsets/${offset.id}`)).body).toEqual(offset);
    const certificate = await world.customer.api.get(`/biomass/certificates/${offset.certificate_id}`);
    expect(certificate.status).toBe(200);
  });
});
