import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeAccountStatus } from '../../src/features/accounts/change-account-status.js';
import type { AccountId } from '../../src/features/accounts/account.js';
import { createDeposit } from '../../src/features/deposits/create-deposit.js';
import { insertDeposit } from '../../src/features/deposits/deposit-batch-store.js';
import type { NewDeposit } from '../../src/features/deposits/deposit-store.js';
import type { Context } from '../../src/database/context.js';
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
import { blockInserts } from '../support/blocked-inserts.js';
import { until } from '../support/until.js';
import type { TestAccount } from '../support/world.js';

let world: BatchWorld;
beforeAll(async () => {
  world = await startBatchWorld();
});
afterEach(() => expectLedgerInBalance(world.server));
afterAll(() => world.stop());

const deposit = (context: Context, { account }: TestAccount, pages = 100) =>
  createDeposit(context, account.id, {
    pages,
    date: null,
    width: undefined,
    length: undefined,
    gsm: undefined,
  });

describe('Concurrent deposits of several accounts', () => {
  it('are written in one transaction, with their audit entries', async () => {
    const context = world.anotherServer();
    const members = await world.members(accountCount);
    const results = await inOneBatch(
      () => deposit(context, world.stranger),
      members.map((member, index) => () => deposit(context, member, index + 1)),
    );
    expect(
      results.map((one) => one.status === 'fulfilled' && [one.value.accountId, one.value.pages]),
    ).toEqual(members.map(({ id }, index) => [id, index + 1]));
    expect(await world.rowsByTransaction('deposits', members)).toEqual([accountCount]);
    const audited = await world.server.sql(
      `select from audit_entries join deposits using (account_id)
       where account_id = any($1) and action = 'deposit.create' and subject_id = deposits.id
         and (after->>'pages')::integer = pages and audit_entries.xmin = deposits.xmin`,
      [members.map(({ id }) => id)],
    );
    expect(audited).toHaveLength(accountCount);
  });

  it('exclude that of an inactive account, which is refused', async () => {
    const context = world.anotherServer();
    const members = await world.members(accountCount);
    const inactive = members[5] as TestAccount;
    await changeAccountStatus(context, inactive.account.id, 'inactive');
    const results = await inOneBatch(
      () => deposit(context, world.stranger),
      members.map((member) => () => deposit(context, member)),
    );
    expect(statusesOf(results)).toEqual(doneExcept(5, expect.stringMatching(/cannot take deposits/)));
    expect(await world.rowsByTransaction('deposits', members)).toEqual([accountCount - 1]);
    expect(await world.countOf('deposits', [inactive])).toBe(0);
  });

  it('are written one by one if one of them violates a constraint', async () => {
    const context = world.anotherServer();
    const members = await world.members(accountCount);
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
    expect(statusesOf(results)).toEqual(doneExcept(9, expect.stringMatching(/deposits_gsm_check/)));
    expect(await world.rowsByTransaction('deposits', members)).toEqual(Array(accountCount - 1).fill(1));
  });

  it('do not wait for an account that is locked', async () => {
    const context = world.anotherServer();
    const members = await world.members(accountCount);
    const held = members[0] as TestAccount;
    const holder = new pg.Client({ connectionString: world.server.database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from account_states where account_id = $1 for no key update', [held.id]);
    const first = deposit(context, world.stranger);
    const waits = deposit(context, held);
    await Promise.all([first, ...members.slice(1).map((member) => deposit(context, member))]);
    expect(await world.countOf('deposits', [held])).toBe(0);
    await holder.query('commit');
    await holder.end();
    expect((await waits).accountId).toBe(held.id);
    expect(await world.rowsByTransaction('deposits', members)).toEqual([accountCount - 1, 1]);
  });

  it('fail without being written if the connection breaks, and are written once when they are retried', async () => {
    const context = world.anotherServer();
    const members = await world.members(accountCount);
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
      Array(accountCount).fill(expect.stringMatching(/^Refusal: The database is not reachable/)),
    );
    expect(await world.countOf('deposits', members)).toBe(0);
    expect(statusesOf(await all())).toEqual(done(accountCount));
    expect(await world.countOf('deposits', members)).toBe(accountCount);
    const audited = await world.server.sql(
      "select from audit_entries where account_id = any($1) and action = 'deposit.create'",
      [members.map(({ id }) => id)],
    );
    expect(audited).toHaveLength(accountCount);
  });

  it('are written per account if the store is distributed', async () => {
    const context = world.anotherServer('distributed');
    const members = await world.members(2);
    const both = [...members, ...members, ...members].map((member) => () => deposit(context, member));
    expect(statusesOf(await Promise.allSettled(both.map((work) => work())))).toEqual(done(6));
    expect(await world.rowsByTransaction('deposits', members)).toEqual([2, 2, 1, 1]);
    for (const member of members) expect(await world.rowsByTransaction('deposits', [member])).toEqual([2, 1]);
  });
});
