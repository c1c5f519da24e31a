import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-15T12:00:00.000Z');
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.customer.account));
});
afterEach(async () => {
  const tables = ['deposits', 'biomass_offsets', 'feed_readings'];
  for (const table of tables) {
    const found = await world.server.sql(
      `select from ${table} where ${table === 'feed_readings' ? 'read_at' : 'date'} not between $1 and $2`,
      ['1970-01-01T00:00:00Z', '2026-11-16T12:00:00Z'],
    );
    expect(found).toEqual([]);
  }
});
afterAll(() => world.stop());

const api = () => world.customer.api;

/** Every way to set the date of an offset or a deposit. */
const ways: Record<string, (date: string) => Promise<Answer>> = {
  'POST /deposits': (date) => api().post('/deposits', { pages: 5, date }),
  'POST /biomass/offsets': (date) => api().post('/biomass/offsets', { pages: 5, date }),
  'POST /biomass/offsets with trees': (date) => api().post('/biomass/offsets', { trees: 1, date }),
  'POST /biomass/offsets with a quote': async (date) => {
    const quote = { project_id: world.projects.forest, items: [{ quantity: 5 }] };
    const { body } = await api().post('/quotes', quote);
    return api().post('/biomass/offsets', { quote_id: body.id, date });
  },
  'a file of deposits': (date) =>
    holder.app('POST', `/app/accounts/${world.customer.id}/deposit-imports`, {
      csv: `pages,date\n5,${date}\n`,
    }),
};
const within = ['1970-01-01', '1970-01-01T01:00:00+01:00', '2026-11-16T12:00:00Z'];
const beyond = [
  '1969-12-31T23:59:59Z',
  '1930-06-01',
  '1970-01-01T00:30:00+01:00',
  '2026-11-16T12:00:01Z',
  '2027-01-01',
];

describe.each(Object.entries(ways))('A date in %s', (_, send) => {
  it.each(within)('can be %s', async (date) => {
    expect((await send(date)).status).toBe(200);
  });

  it.each(beyond)('cannot be %s', async (date) => {
    expectRefusal(await send(date), 400, /date must be between 1970-01-01 and one day from now/);
  });
});

describe('A date out of range', () => {
  it('is reported before an unknown id', async () => {
    const body = { pages: 5, project_id: unknownId, date: '1969-12-31' };
    expectRefusal(await api().post('/biomass/offsets', body), 400, /date/);
    expectRefusal(
      await api().post('/biomass/offsets', { quote_id: unknownId, date: '1969-12-31' }),
      400,
      /date/,
    );
  });

  it('is reported with its line before a file is imported', async () => {
    const { body } = await holder.app('POST', `/app/accounts/${world.customer.id}/deposit-imports/preview`, {
      csv: 'pages,date\n5,2026-11-15\n5,1969-12-31\n',
    });
    expect(body).toMatchObject({
      good: 1,
      bad: 1,
      lines: [
        { line: 2, faults: [] },
        { line: 3, paper: null },
      ],
    });
    expect(body.lines[1].faults[0].error).toMatch(/^date must be between/);
  });

  it('is refused for a reading, whose pages would be deposited on that date', async () => {
    const { body: feed } = await api().post('/feeds', { type: 'fmaudit' });
    const push = (read_at: string): Promise<Answer> =>
      api().post(`/feeds/${feed.id}/readings`, { readings: [{ device: 'A', total: 5, read_at }] });
    expectRefusal(
      await push('1969-12-31T23:59:59Z'),
      400,
      /readings\[0\]\.read_at must be between 1970-01-01/,
    );
    expectRefusal(await push('2026-11-15T12:06:00Z'), 400, /read_at is in the future/);
    expect((await push('1970-01-01')).status).toBe(200);
  });

  it('is accepted in the filters of lists', async () => {
    expect((await api().get('/deposits?start_date=1900-01-01&end_date=1930-01-01')).body).toEqual([]);
  });
});
