import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addUncountedTrees } from '../../src/features/projects/uncounted-tree-store.js';
import type { Answer, Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  member = await world.newAccount();
});
afterEach(() => expectLedgerInBalance(world.server));
afterAll(() => world.stop());

const items = [{ quantity: 100 }];
const at32 = (call: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: 32 }, (_, index) => call(index)));

/** The one that succeeded; all others were refused with one of these codes. */
function onlyWinner(answers: Answer[], codes: number[]): Answer {
  const [winner, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(codes).toContain(answer.status);
    expectRefusal(answer, answer.status);
  }
  if (!winner) throw new Error('Nobody won');
  return winner;
}

const newQuote = async (): Promise<string> =>
  (await member.api.post('/quotes', { project_id: world.projects.forest, items })).body.id;
const newOrder = async (): Promise<string> => {
  const settings = [{ project_id: world.projects.forest }, { project_id: world.projects.grove }];
  const carbon = [{ project_id: world.carbon.stoves }, { project_id: world.carbon.mangroves }];
  const body = { items, biomass_project_settings: settings, carbon_project_settings: carbon };
  return (await member.api.post('/orders', body)).body.id;
};
const idsIn = async (path: string): Promise<string[]> =>
  (await member.api.get(path)).body.map(({ id }: Json) => id);

describe('32 concurrent requests', () => {
  it('execute a quote once', async () => {
    const quoteId = await newQuote();
    const before = await idsIn('/biomass/offsets');
    const answers = await at32(() => member.api.post('/biomass/offsets', { quote_id: quoteId }));
    const { body } = onlyWinner(answers, [400]);
    expect((await member.api.get(`/quotes/${quoteId}`)).body.biomass_offset_id).toBe(body.id);
    expect((await idsIn('/biomass/offsets')).length).toBe(before.length + 1);
  });

  it('place an order once', async () => {
    const orderId = await newOrder();
    const before = (await idsIn('/biomass/offsets')).length + (await idsIn('/carbon/offsets')).length;
    const answers = await at32(() => member.api.patch(`/orders/${orderId}/place`));
    const { body } = onlyWinner(answers, [400]);
    expect((await member.api.get(`/orders/${orderId}`)).body).toEqual(body);
    const after = (await idsIn('/biomass/offsets')).length + (await idsIn('/carbon/offsets')).length;
    expect(after).toBe(before + 4);
  });

  it.each([
    ['quotes', () => ({ project_id: world.projects.forest, items, external_id: 'wanted' })],
    ['orders', () => ({ items, external_id: 'wanted' })],
  ])('give an external id to only one of the %s', async (resource, body) => {
    const answers = await at32(() => member.api.post(`/${resource}`, body()));
    const winner = onlyWinner(answers, [400]);
    const { body: list } = await member.api.get(`/${resource}`);
    const holders = list.filter(({ external_id: id }: Json) => id === 'wanted');
    expect(holders.map(({ id }: Json) => id)).toEqual([winner.body.id]);
  });

  it('execute or delete a quote, never both', async () => {
    const quoteId = await newQuote();
    const answers = await at32((index) =>
      index % 2
        ? member.api.delete(`/quotes/${quoteId}`)
        : member.api.post('/biomass/offsets', { quote_id: quoteId }),
    );
    const { body: won } = onlyWinner(answers, [400, 404]);
    const { status, body: quote } = await member.api.get(`/quotes/${quoteId}`);
    if (won.deleted) expect(status).toBe(404);
    else expect(quote.biomass_offset_id).toBe(won.id);
    const offsets = await world.server.sql('select id from biomass_offsets where quote_id = $1', [quoteId]);
    expect(offsets.length).toBe(won.deleted ? 0 : 1);
  });

  it('place or delete an order, never both', async () => {
    const orderId = await newOrder();
    const answers = await at32((index) =>
      index % 2 ? member.api.delete(`/orders/${orderId}`) : member.api.patch(`/orders/${orderId}/place`),
    );
    const { body: won } = onlyWinner(answers, [400, 404]);
    const { status, body: order } = await member.api.get(`/orders/${orderId}`);
    if (won.deleted) expect(status).toBe(404);
    else expect(order).toEqual(won);
  });

  it.each([
    ['biomass offset', '/biomass/offsets', () => ({ pages: 8333 })],
    ['deposit', '/deposits', () => ({ pages: 8333 })],
  ])('delete a %s once', async (_, path, body) => {
    const { body: made } = await member.api.post(path, body());
    onlyWinner(await at32(() => member.api.delete(`${path}/${made.id}`)), [404]);
  });

  it('delete an offset and execute its quote again without ever giving the quote two offsets', async () => {
    const quoteId = await newQuote();
    const { body: first } = await member.api.post('/biomass/offsets', { quote_id: quoteId });
    const answers = await at32((index) =>
      index % 2
        ? member.api.delete(`/biomass/offsets/${first.id}`)
        : member.api.post('/biomass/offsets', { quote_id: quoteId }),
    );
    const deletions = answers.filter((_, index) => index % 2);
    const executions = answers.filter((_, index) => index % 2 === 0);
    onlyWinner(deletions, [404]);
    const executed = executions.filter(({ status }) => status === 200);
    expect(executed.length).toBeLessThanOrEqual(1);
    const { body: quote } = await member.api.get(`/quotes/${quoteId}`);
    expect(quote.biomass_offset_id).toBe(executed[0]?.body.id ?? null);
  });

  it('bill or delete an offset, never both', async () => {
    const { body: offset } = await member.api.post('/biomass/offsets', { pages: 5, date: '2020-01-15' });
    const [billed, ...deletions] = await Promise.all([
      bill(world.server, '2020-01'),
      ...Array.from({ length: 31 }, () => member.api.delete(`/biomass/offsets/${offset.id}`)),
    ]);
    const deleted = deletions.filter(({ status }) => status === 200).length;
    expect(billed.offsets + deleted).toBe(1);
    const { status } = await member.api.get(`/biomass/offsets/${offset.id}`);
    expect(status).toBe(deleted ? 404 : 200);
  });

  it('create offsets of one account and month, and all are counted', async () => {
    const one = await world.newAccount();
    const answers = await at32((index) => one.api.post('/biomass/offsets', { pages: index + 1 }));
    expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(200));
    expect((await one.api.get('/account')).body.ltd_pages).toBe((32 * 33) / 2);
  });
});

describe('several concurrent jobs', () => {
  it('add up the trees of many projects without blocking each other', async () => {
    const { server } = world;
    await server.sql(`insert into forestry_projects select gen_random_uuid(), 'Project ' || n, 'active', 0, 0, '', '', '', '',
      '{}', null, 0, now() from generate_series(1, 40) n`);
    for (let round = 0; round < 10; round++) {
      // As many trees are removed as added, so the totals still match the offsets.
      await server.sql(
        `insert into project_plantings select $1, gen_random_uuid(), id, trees
         from forestry_projects, unnest(array[1, 1, 1, 1, 1, -1, -1, -1, -1, -1]) trees order by random()`,
        [member.id],
      );
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          while ((await addUncountedTrees(server.running.instance.context.db, 30)) > 0);
        }),
      );
    }
    expect(await server.sql('select id from project_plantings')).toEqual([]);
  });
});
