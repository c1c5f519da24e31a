import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeAccountStatus } from '../../src/features/accounts/change-account-status.js';
import type { AccountId } from '../../src/features/accounts/account.js';
import { overUnbilledLimit } from '../../src/features/accounts/unbilled-limit.js';
import { insertOffsetBatched } from '../../src/features/biomass/batched-offset-store.js';
import type { BiomassOffset } from '../../src/features/biomass/offset-store.js';
import { createDeposit } from '../../src/features/deposits/create-deposit.js';
import { insertDeposit } from '../../src/features/deposits/deposit-batch-store.js';
import type { NewDeposit } from '../../src/features/deposits/deposit-store.js';
import type { Context } from '../../src/database/context.js';
import { openPool, type Pool } from '../../src/database/database.js';
import type { StoreLayout } from '../../src/database/store-layout.js';
import { currentMethodology } from '../../src/features/methodologies/methodology-store.js';
import { priceOfPages, treesOfPages } from '../../src/features/paper/conversion.js';
import type { Methodology } from '../../src/features/paper/methodology.js';
import { newId } from '../../src/platform/ids.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { blockInserts } from '../support/blocked-inserts.js';
import { until } from '../support/until.js';
import { startWorld, type Member, type World } from '../support/world.js';

const size = 16;

let world: World;
let methodology: Methodology;
const pools: Pool[] = [];
beforeAll(async () => {
  world = await startWorld();
  methodology = await currentMethodology(world.server.running.instance.pool);
});
afterEach(() => expectLedgerInBalance(world.server));
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await world.stop();
});

/** The context of the use cases with its own connections, as in another server. */
function anotherServer(layout?: StoreLayout): Context {
  const pool = openPool({ connectionString: world.server.database.url }, () => undefined, undefined, layout);
  pools.push(pool);
  return { ...world.server.running.instance.context, db: pool };
}

const membersOf = async (count: number): Promise<Member[]> => {
  const members: Member[] = [];
  for (let number = 0; number < count; number++) members.push(await world.member());
  return members;
};

/**
 * The results of works that end up in one batch: `before` starts immediately, and the works that arrive in the
 * meantime are written together after it.
 */
async function inOneBatch<Result>(
  before: () => Promise<unknown>,
  works: readonly (() => Promise<Result>)[],
): Promise<PromiseSettledResult<Result>[]> {
  const first = before();
  const results = await Promise.allSettled(works.map((work) => work()));
  await first;
  return results;
}

const statusesOf = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : String(result.reason)));

/** How many rows of these accounts each transaction has written. */
const rowsByTransaction = async (table: string, members: readonly Member[]): Promise<number[]> => {
  const rows = await world.server.sql<{ count: number }>(
    `select count(*)::integer as count from ${table} where account_id = any($1)
     group by xmin::text order by count desc`,
    [members.map(({ id }) => id)],
  );
  return rows.map(({ count }) => count);
};

const countOf = async (table: string, members: readonly Member[]): Promise<number> =>
  (await rowsByTransaction(table, members)).reduce((sum, count) => sum + count, 0);

const deposit = (context: Context, { account }: Member, pages = 100) =>
  createDeposit(context, account.id, {
    pages,
    date: null,
    width: undefined,
    length: undefined,
    gsm: undefined,
  });

/** Starts at the second step of `createOffset`, so that concurrent calls reach the write at the same time. */
async function offset(context: Context, { account }: Member, pages = 100): Promise<BiomassOffset> {
  const now = new Date();
  const written = await insertOffsetBatched(context.db, account.id, {
    id: newId(),
    certificateId: newId(),
    projectId: world.projects.forest,
    quoteId: null,
    orderId: null,
    methodologyId: methodology.id,
    date: now,
    pages,
    trees: treesOfPages(pages, methodology).toFixed(),
    price: priceOfPages(pages, methodology.pricePerPage).toFixed(),
    createdAt: now,
    maxUnbilled: context.maxUnbilled,
    actor: context.actor,
  });
  if (!written) throw overUnbilledLimit(context);
  return written;
}

const done = (count: number): string[] => Array<string>(count).fill('done');
/** The same, except for one result that is not done. */
const doneBut = (place: number, error: unknown): unknown[] =>
  Array<unknown>(size).fill('done').with(place, error);

describe('Concurrent deposits of several accounts', () => {
  it('are written in one transaction, with their audit entries', async () => {
    const context = anotherServer();
    const members = await membersOf(size);
    const results = await inOneBatch(
      () => deposit(context, world.stranger),
      members.map((member, index) => () => deposit(context, member, index + 1)),
    );
    expect(
      results.map((one) => one.status === 'fulfilled' && [one.value.accountId, one.value.pages]),
    ).toEqual(members.map(({ id }, index) => [id, index + 1]));
    expect(await rowsByTransaction('deposits', members)).toEqual([size]);
    const audited = await world.server.sql(
      `select from audit_entries join deposits using (account_id)
       where account_id = any($1) and action = 'deposit.create' and subject_id = deposits.id
         and (after->>'pages')::integer = pages and audit_entries.xmin = deposits.xmin`,
      [members.map(({ id }) => id)],
    );
    expect(audited).toHaveLength(size);
  });

  it('exclude that of an inactive account, which is refused', async () => {
    const context = anotherServer();
    const members = await membersOf(size);
    const inactive = members[5] as Member;
    await changeAccountStatus(context, inactive.account.id, 'inactive');
    const results = await inOneBatch(
      () => deposit(context, world.stranger),
      members.map((member) => () => deposit(context, member)),
    );
    expect(statusesOf(results)).toEqual(doneBut(5, expect.stringMatching(/cannot take deposits/)));
    expect(await rowsByTransaction('deposits', members)).toEqual([size - 1]);
    expect(await countOf('deposits', [inactive])).toBe(0);
  });

  it('are written one by one if one of them violates a constraint', async () => {
    const context = anotherServer();
    const members = await membersOf(size);
    const now = new Date();
    const { actor } = context;
    const paper = { feedId: null, date: now, pages: 1, width: '0.2', length: '0.3', createdAt: now, actor };
    const insert = (account: AccountId, gsm: number): Promise<unknown> =>
      insertDeposit(context.db, account, { ...paper, id: newId(), gsm } satisfies NewDeposit);
    const results = await inOneBatch(
      () => insert(world.stranger.account.id, 80),
      members.map(
        ({ account }, index) =>
          () =>
            insert(account.id, index === 9 ? 0 : 80),
      ),
    );
    expect(statusesOf(results)).toEqual(doneBut(9, expect.stringMatching(/deposits_gsm_check/)));
    expect(await rowsByTransaction('deposits', members)).toEqual(Array(size - 1).fill(1));
  });

  it('do not wait for an account that is locked', async () => {
    const context = anotherServer();
    const members = await membersOf(size);
    const held = members[0] as Member;
    const holder = new pg.Client({ connectionString: world.server.database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from accounts where id = $1 for no key update', [held.id]);
    const first = deposit(context, world.stranger);
    const waits = deposit(context, held);
    await Promise.all([first, ...members.slice(1).map((member) => deposit(context, member))]);
    expect(await countOf('deposits', [held])).toBe(0);
    await holder.query('commit');
    await holder.end();
    expect((await waits).accountId).toBe(held.id);
    expect(await rowsByTransaction('deposits', members)).toEqual([size - 1, 1]);
  });

  it('fail without being written if the connection breaks, and are written once when they are retried', async () => {
    const context = anotherServer();
    const members = await membersOf(size);
    const all = () => Promise.allSettled(members.map((member) => deposit(context, member)));
    const blocked = await blockInserts(world.server, 'deposits');
    const answers = all();
    let isOver = false;
    void answers.then(() => (isOver = true));
    await until('every deposit to be refused', async () => {
      await world.server.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event = 'advisory'`,
      );
      return isOver;
    });
    const results = await answers;
    await blocked.release();
    expect(statusesOf(results)).toEqual(
      Array(size).fill(expect.stringMatching(/^Refusal: The database is not reachable/)),
    );
    expect(await countOf('deposits', members)).toBe(0);
    expect(statusesOf(await all())).toEqual(done(size));
    expect(await countOf('deposits', members)).toBe(size);
    const audited = await world.server.sql(
      "select from audit_entries where account_id = any($1) and action = 'deposit.create'",
      [members.map(({ id }) => id)],
    );
    expect(audited).toHaveLength(size);
  });

  it('are written per account if the store is distributed', async () => {
    const context = anotherServer('distributed');
    const members = await membersOf(2);
    const both = [...members, ...members, ...members].map((member) => () => deposit(context, member));
    expect(statusesOf(await Promise.allSettled(both.map((work) => work())))).toEqual(done(6));
    expect(await rowsByTransaction('deposits', members)).toEqual([2, 2, 1, 1]);
    for (const member of members) expect(await rowsByTransaction('deposits', [member])).toEqual([2, 1]);
  });
});

describe('Concurrent offsets of several accounts', () => {
  /** An account is batched from its second offset on, when it has a row in account_unbilled. */
  const begun = async (context: Context, count: number): Promise<Member[]> => {
    const members = await membersOf(count);
    for (const member of members) await offset(context, member, 1);
    return members;
  };

  it('are written in one transaction, with certificates, counters and audit entries', async () => {
    const context = anotherServer();
    const members = await begun(context, size);
    await offset(context, world.stranger);
    const results = await inOneBatch(
      () => offset(context, world.stranger),
      members.map((member, index) => () => offset(context, member, 10 + index)),
    );
    expect(
      results.map((one) => one.status === 'fulfilled' && [one.value.accountId, one.value.pages]),
    ).toEqual(members.map(({ id }, index) => [id, 10 + index]));
    for (const table of ['biomass_offsets', 'biomass_certificates', 'project_plantings'])
      expect((await rowsByTransaction(table, members))[0]).toBe(size);
    for (const [index, { api }] of members.entries())
      expect((await api.get('/account')).body.ltd_pages).toBe(11 + index);
    const audited = await world.server.sql(
      `select from audit_entries join biomass_offsets using (account_id)
       where account_id = any($1) and action = 'biomass_offset.create' and subject_id = biomass_offsets.id
         and (after->>'pages')::integer = pages and audit_entries.xmin = biomass_offsets.xmin`,
      [members.map(({ id }) => id)],
    );
    expect(audited).toHaveLength(2 * size);
  });

  it('exclude those that exceed an account’s limit, in any order', async () => {
    // 10 pages cost 0.003 in the currency.
    const context = { ...anotherServer(), maxUnbilled: '0.03' };
    const members = await begun(context, size);
    const full = members[3] as Member;
    await offset(context, full, 69);
    await offset({ ...context, maxUnbilled: null }, world.stranger);
    const more = [...members, full, full, full];
    const results = await inOneBatch(
      () => offset({ ...context, maxUnbilled: null }, world.stranger),
      more.map((member) => () => offset(context, member, 10)),
    );
    const statuses = statusesOf(results);
    const ofFull = statuses.filter((_, index) => more[index] === full);
    expect(ofFull.filter((status) => status === 'done')).toHaveLength(3);
    expect(ofFull.filter((status) => status !== 'done')).toEqual([
      expect.stringMatching(/limit of 0.03 USD/),
    ]);
    expect(statuses.filter((_, index) => more[index] !== full)).toEqual(done(size - 1));
    expect((await full.api.get('/account')).body.ltd_pages).toBe(100);
  });

  it('are written one by one if a counter of one account would overflow', async () => {
    const context = anotherServer();
    const members = await begun(context, size);
    const rich = members[7] as Member;
    await world.server.sql('update account_volume set trees = 99999999999999 where account_id = $1', [
      rich.id,
    ]);
    await offset(context, world.stranger);
    const results = await inOneBatch(
      () => offset(context, world.stranger),
      members.map((member) => () => offset(context, member, 1_000_000)),
    );
    await world.server.sql(
      `update account_volume set trees = (select sum(trees) from biomass_offsets where account_id = $1)
       where account_id = $1`,
      [rich.id],
    );
    expect(statusesOf(results)).toEqual(doneBut(7, expect.stringMatching(/more than Regrove can count/)));
  });

  it('neither deadlock nor get lost when two servers write them', async () => {
    const servers = [anotherServer(), anotherServer()];
    const members = await membersOf(8);
    const works = Array.from({ length: 200 }, (_, number) => {
      const order = number % 2 === 0 ? members : members.toReversed();
      return offset(servers[number % 2] as Context, order[(number >> 1) % 8] as Member, 1);
    });
    expect(statusesOf(await Promise.allSettled(works))).toEqual(done(200));
    for (const { api } of members) expect((await api.get('/account')).body.ltd_pages).toBe(25);
    const [row] = await world.server.sql<{ deadlocks: number }>(
      'select deadlocks::integer from pg_stat_database where datname = current_database()',
    );
    expect(row?.deadlocks).toBe(0);
  });
});
