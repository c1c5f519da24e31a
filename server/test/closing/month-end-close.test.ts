import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const october = readMonth('2026-10');
const november = readMonth('2026-11');
const paper = { width: 0.21, length: 0.297, gsm: 80 };

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  world.server.setNow('2026-11-01T00:15:00Z');
  member = await world.newAccount();
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const close = (month = october, options = {}) =>
  closeMonth(world.server.running.instance.context, month, options);

const deposit = async (by: TestAccount, pages: number, more: object = {}): Promise<string> => {
  const { status, body } = await by.api.post('/deposits', { pages, date: '2026-10-15', ...more });
  expect(status).toBe(200);
  return body.id;
};

const favor = (by: TestAccount, project: string) => by.api.post(`/projects/${project}`);

const offsetsOf = async (by: TestAccount) => (await by.api.get('/biomass/offsets')).body;

describe('The close of a month', () => {
  it("turns an account's deposits into one offset and certificate, dated the last second of the month", async () => {
    await deposit(member, 5_000);
    await deposit(member, 3_333, { date: '2026-10-31T23:59:59.999Z' });
    await close();
    const [offset, ...more] = await offsetsOf(member);
    expect(more).toEqual([]);
    expect(offset).toMatchObject({ pages: 8_333, trees: 1, date: '2026-10-31T23:59:59Z' });
    const { body: certificate } = await member.api.get(`/biomass/certificates/${offset.certificate_id}`);
    expect(certificate).toMatchObject({ pages: 8_333, trees: 1, date: '2026-10-31T23:59:59Z' });
    const { body: account } = await member.api.get('/account');
    expect(account).toMatchObject({ ltd_pages: 8_333, ltd_trees: 1, mtd_pages: 0 });
  });

  it('computes trees from the mass and not from rounded pages', async () => {
    await deposit(member, 1_000, paper);
    await close();
    // 1000 x 0.21 x 0.297 x 80 g = 4989.6 g: 1102.87 standard pages
    expect(await offsetsOf(member)).toMatchObject([{ pages: 1_103, trees: 0.13235 }]);
  });

  it('adds the masses of all kinds of paper, including adjustments', async () => {
    await deposit(member, 1_000, paper);
    await deposit(member, 2_000);
    await deposit(member, -500);
    await close();
    expect(await offsetsOf(member)).toMatchObject([{ pages: 2_603, trees: 0.312357 }]);
  });

  it('splits the pages evenly over the active favorites, and the parts add up', async () => {
    await favor(member, world.projects.grove);
    await favor(member, world.projects.forest);
    await deposit(member, 10_001);
    await close();
    const offsets = await offsetsOf(member);
    expect(new Map(offsets.map((offset: Json) => [offset.project_id, [offset.pages, offset.trees]]))).toEqual(
      new Map([
        [world.projects.grove, [5_001, 0.600084]],
        [world.projects.forest, [5_000, 0.600084]],
      ]),
    );
  });

  it('creates no offset for a favorite whose share is zero pages or that is complete', async () => {
    await favor(member, world.projects.grove);
    await favor(member, world.projects.forest);
    await world.server.sql(
      `insert into favorite_projects (account_id, project_id, id)
       values ($1, $2, '01900000-0000-7000-8000-000000000000')`,
      [member.id, world.projects.complete],
    );
    await deposit(member, 1);
    await close();
    expect(await offsetsOf(member)).toMatchObject([{ project_id: world.projects.grove, pages: 1 }]);
  });

  it('uses an active project when there are no favorites', async () => {
    await deposit(member, 10);
    await close();
    const [{ project_id: project }] = await offsetsOf(member);
    expect([world.projects.forest, world.projects.grove]).toContain(project);
  });

  it('locks the deposits that it settled, and no others', async () => {
    const taken = await deposit(member, 10);
    const next = await deposit(member, 10, { date: '2026-11-01T00:00:00Z' });
    await close();
    expectRefusal(await member.api.delete(`/deposits/${taken}`), 400, /processed/);
    expect((await member.api.delete(`/deposits/${next}`)).status).toBe(200);
  });

  it('includes unprocessed deposits of earlier months', async () => {
    await deposit(member, 10, { date: '2024-02-29' });
    await close();
    expect(await offsetsOf(member)).toMatchObject([{ pages: 10, date: '2026-10-31T23:59:59Z' }]);
  });

  it('includes accounts that have been deactivated', async () => {
    const child = await world.newAccount('channel', world.distributor);
    await deposit(child, 10);
    await world.distributor.api.post(`/accounts/${child.id}/deactivate`);
    await close();
    expect(await offsetsOf(child)).toMatchObject([{ pages: 10 }]);
  });

  it("uses the account's own rate, exactly", async () => {
    await world.server.sql('insert into account_settings (account_id, rate) values ($1, 0.00033)', [
      member.id,
    ]);
    await deposit(member, 7);
    await close();
    const [row] = await world.server.sql('select price from biomass_offsets where account_id = $1', [
      member.id,
    ]);
    expect(row).toEqual({ price: '0.00231' });
  });

  it('stores one settlement per account and month, with its methodology', async () => {
    await deposit(member, 10);
    await deposit(member, 20);
    await close();
    const rows = await world.server.sql(
      `select month::text, deposits, mass_g::text as mass, pages, trees::text as trees, methodology_id, settled_at
       from settlements where account_id = $1`,
      [member.id],
    );
    expect(rows).toEqual([
      {
        month: '2026-10-01',
        deposits: '2',
        mass: '135.72553500',
        pages: '30',
        trees: '0.003600',
        methodology_id: '01900000-0000-7000-8000-000000000001',
        settled_at: new Date('2026-11-01T00:15:00Z'),
      },
    ]);
  });

  it('is recorded in the audit trail', async () => {
    await deposit(member, 10);
    await close();
    const [offset] = await offsetsOf(member);
    const rows = await world.server.sql(
      `select actor_kind, after from audit_entries where account_id = $1 and action = 'settlement.create'`,
      [member.id],
    );
    expect(rows).toEqual([
      {
        actor_kind: 'operator',
        after: {
          month: '2026-10',
          methodology_id: '01900000-0000-7000-8000-000000000001',
          deposits: 1,
          pages: 10,
          trees: '0.0012',
          price: '0.003',
          biomass_offset_ids: [offset.id],
        },
      },
    ]);
  });
});

describe('A total of less than one page', () => {
  it.each([
    ['nothing', [{ pages: 0 }]],
    ['a negative value', [{ pages: 10 }, { pages: -30 }]],
    ['less than half a page', [{ pages: 1, width: 0.1, length: 0.1 }]],
  ])('issues nothing when it is %s, and its deposits count in the next close', async (_, deposits) => {
    for (const one of deposits) await deposit(member, one.pages, one);
    await close();
    expect(await offsetsOf(member)).toEqual([]);
    expect(await world.server.sql('select from settlements where account_id = $1', [member.id])).toEqual([]);
    world.server.setNow('2026-12-01T00:15:00Z');
    await deposit(member, 100, { date: '2026-11-10' });
    await close(november);
    const [offset] = await offsetsOf(member);
    const total = deposits.reduce((sum, { pages }) => sum + pages, 100);
    expect(Math.abs(offset.pages - total)).toBeLessThanOrEqual(1);
  });

  it('also issues nothing when deposits were deleted between opening and settling', async () => {
    const first = await deposit(member, 100);
    await world.server.sql(
      `insert into settlements (account_id, month, opened_at) values ($1, '2026-10-01', now())`,
      [member.id],
    );
    await member.api.delete(`/deposits/${first}`);
    const rest = await deposit(member, 0);
    await close();
    expect(await offsetsOf(member)).toEqual([]);
    expect((await member.api.delete(`/deposits/${rest}`)).status).toBe(200);
  });
});

describe('A second close', () => {
  it('of the same month does nothing', async () => {
    await deposit(member, 10);
    expect(await close()).toMatchObject({ accounts: 1, deposits: 1, offsets: 1, pages: 10, trees: '0.0012' });
    expect(await close()).toEqual({
      accounts: 0,
      deposits: 0,
      offsets: 0,
      pages: 0,
      trees: '0',
      failed: 0,
      isClosed: true,
    });
    expect(await offsetsOf(member)).toHaveLength(1);
  });

  it('leaves a late deposit for a settled month to the next month', async () => {
    await deposit(member, 10);
    await close();
    await deposit(member, 5);
    await close();
    expect(await offsetsOf(member)).toHaveLength(1);
    world.server.setNow('2026-12-01T00:15:00Z');
    await close(november);
    expect(await offsetsOf(member)).toMatchObject([
      { pages: 5, date: '2026-11-30T23:59:59Z' },
      { pages: 10, date: '2026-10-31T23:59:59Z' },
    ]);
  });
});

describe('A month that is not over', () => {
  it('is refused, and nothing changes', async () => {
    world.server.setNow('2026-10-31T23:59:59.999Z');
    const id = await deposit(member, 10);
    await expect(close()).rejects.toThrow('2026-10 is not over yet');
    expect((await member.api.delete(`/deposits/${id}`)).status).toBe(200);
  });
});

describe('Deleting an offset that came from a close', () => {
  it('returns its pages as a deposit dated now, which the next close certifies', async () => {
    await favor(member, world.projects.forest);
    await favor(member, world.projects.grove);
    await deposit(member, 101, paper);
    await close();
    const [offset] = await offsetsOf(member);
    world.server.setNow('2026-11-15T12:00:00Z');
    expect((await member.api.delete(`/biomass/offsets/${offset.id}`)).status).toBe(200);
    const { body: deposits } = await member.api.get('/deposits?start_date=2026-11-01');
    expect(deposits).toMatchObject([
      { pages: offset.pages, date: '2026-11-15T12:00:00Z', width: 0.2159, length: 0.2794, feed_id: null },
    ]);
    world.server.setNow('2026-12-01T00:15:00Z');
    await close(november);
    const dated = (await offsetsOf(member)).filter((one: Json) => one.date === '2026-11-30T23:59:59Z');
    expect(dated.reduce((sum: number, one: Json) => sum + Number(one.pages), 0)).toBe(offset.pages);
  });

  it('does the same for a deactivated account', async () => {
    const child = await world.newAccount('channel', world.distributor);
    await deposit(child, 10);
    await close();
    await world.distributor.api.post(`/accounts/${child.id}/deactivate`);
    const [offset] = await offsetsOf(child);
    expect((await child.api.delete(`/biomass/offsets/${offset.id}`)).status).toBe(200);
    expect((await child.api.get('/deposits')).body).toHaveLength(2);
  });

  it('returns nothing for an offset that a request created', async () => {
    const { body: offset } = await member.api.post('/biomass/offsets', { pages: 10 });
    await member.api.delete(`/biomass/offsets/${offset.id}`);
    expect((await member.api.get('/deposits')).body).toEqual([]);
  });
});
