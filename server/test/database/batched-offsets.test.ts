import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unbilledLimitError } from '../../src/features/accounts/unbilled-limit.js';
import { insertOffsetBatched } from '../../src/features/biomass/batched-offset-store.js';
import type { BiomassOffset } from '../../src/features/biomass/offset-store.js';
import type { Context } from '../../src/database/context.js';
import { currentMethodology } from '../../src/features/methodologies/methodology-store.js';
import { priceOfPages, treesOfPages } from '../../src/features/paper/conversion.js';
import type { Methodology } from '../../src/features/paper/methodology.js';
import { newId } from '../../src/platform/ids.js';
import {
  done,
  doneExcept,
  inOneBatch,
  accountCount,
  startBatchWorld,
  statusesOf,
  type BatchWorld,
} from '../support/batch-world.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import type { TestAccount } from '../support/world.js';

let world: BatchWorld;
let methodology: Methodology;
beforeAll(async () => {
  world = await startBatchWorld();
  methodology = await currentMethodology(world.server.running.instance.pool);
});
afterEach(() => expectLedgerInBalance(world.server));
afterAll(() => world.stop());

/** Starts at the second step of `createOffset`, so that concurrent calls reach the write at the same time. */
async function offset(context: Context, { account }: TestAccount, pages = 100): Promise<BiomassOffset> {
  const now = new Date();
  const written = await insertOffsetBatched(context.db, account.id, {
    id: newId(),
    certificateId: newId(),
    projectId: world.projects.forest,
    projectName: 'Forest',
    accountName: 'Shop',
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
  if (!written) throw unbilledLimitError(context);
  return written;
}

describe('Concurrent offsets of several accounts', () => {
  /** An account is batched from its second offset on, when it has a row in account_unbilled. */
  const begun = async (context: Context, count: number): Promise<TestAccount[]> => {
    const members = await world.members(count);
    for (const member of members) await offset(context, member, 1);
    return members;
  };

  it('are written in one transaction, with certificates, counters and audit entries', async () => {
    const context = world.anotherServer();
    const members = await begun(context, accountCount);
    await offset(context, world.stranger);
    const results = await inOneBatch(
      () => offset(context, world.stranger),
      members.map((member, index) => () => offset(context, member, 10 + index)),
    );
    expect(
      results.map((one) => one.status === 'fulfilled' && [one.value.accountId, one.value.pages]),
    ).toEqual(members.map(({ id }, index) => [id, 10 + index]));
    for (const table of ['biomass_offsets', 'biomass_certificates', 'project_plantings'])
      expect((await world.rowsByTransaction(table, members))[0]).toBe(accountCount);
    for (const [index, { api }] of members.entries())
      expect((await api.get('/account')).body.ltd_pages).toBe(11 + index);
    const audited = await world.server.sql(
      `select from audit_entries join biomass_offsets using (account_id)
       where account_id = any($1) and action = 'biomass_offset.create' and subject_id = biomass_offsets.id
         and (after->>'pages')::integer = pages and audit_entries.xmin = biomass_offsets.xmin`,
      [members.map(({ id }) => id)],
    );
    expect(audited).toHaveLength(2 * accountCount);
  });

  it('exclude those that exceed an account’s limit, in any order', async () => {
    // 10 pages cost 0.003 in the currency.
    const context = { ...world.anotherServer(), maxUnbilled: '0.03' };
    const members = await begun(context, accountCount);
    const full = members[3] as TestAccount;
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
    expect(statuses.filter((_, index) => more[index] !== full)).toEqual(done(accountCount - 1));
    expect((await full.api.get('/account')).body.ltd_pages).toBe(100);
  });

  it('are written one by one if a counter of one account would overflow', async () => {
    const context = world.anotherServer();
    const members = await begun(context, accountCount);
    const rich = members[7] as TestAccount;
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
    expect(statusesOf(results)).toEqual(doneExcept(7, expect.stringMatching(/more than Regrove can count/)));
  });

  it('neither deadlock nor get lost when two servers write them', async () => {
    const servers = [world.anotherServer(), world.anotherServer()];
    const members = await world.members(8);
    const works = Array.from({ length: 200 }, (_, number) => {
      const order = number % 2 === 0 ? members : members.toReversed();
      return offset(servers[number % 2] as Context, order[(number >> 1) % 8] as TestAccount, 1);
    });
    expect(statusesOf(await Promise.allSettled(works))).toEqual(done(200));
    for (const { api } of members) expect((await api.get('/account')).body.ltd_pages).toBe(25);
    const [row] = await world.server.sql<{ deadlocks: number }>(
      'select deadlocks::integer from pg_stat_database where datname = current_database()',
    );
    expect(row?.deadlocks).toBe(0);
  });
});
