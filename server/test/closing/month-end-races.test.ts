import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeMonth, openMonth } from '../../src/features/closing/close-month.js';
import { settleMonth } from '../../src/features/closing/settle-month.js';
import type { AccountId } from '../../src/features/accounts/account.js';
import { openSettlementClaims } from '../../src/features/settlements/settlement-store.js';
import { isMonthPast } from '../../src/features/closing/month-end-store.js';
import { declaredStatements } from '../../src/database/statement.js';
import { newId } from '../../src/platform/ids.js';
import { addMonths, readMonth } from '../../src/platform/time/months.js';
import { insertCustomers } from '../support/account-states.js';
import { isDistributed } from '../support/database.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let month = readMonth('2026-01');
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(() => {
  month = addMonths(month, 1);
  world.server.setNow(new Date(addMonths(month, 1).getTime() + 900_000));
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const close = (options = {}) => closeMonth(world.server.running.instance.context, month, options);

/** Accounts inserted by SQL, each with that many deposits of 100 pages. */
async function fill(accounts: number, deposits: number): Promise<string[]> {
  const ids = Array.from({ length: accounts }, newId);
  await insertCustomers(world.server, ids);
  await world.server.sql(
    `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
     select id, gen_random_uuid(), $2, 100, 0.2159, 0.2794, 75, now()
     from unnest($1::uuid[]) id, generate_series(1, $3)`,
    [ids, month, deposits],
  );
  return ids;
}

const issued = async (accounts: readonly string[]) => {
  const [row] = await world.server.sql<{ offsets: number; pages: number; certificates: number }>(
    `select * from
       (select count(*)::int as offsets, coalesce(sum(pages), 0)::int as pages
        from biomass_offsets where account_id = any($1)) made,
       (select count(*)::int as certificates
        from biomass_certificates where account_id = any($1) and withdrawn_at is null) certified`,
    [accounts],
  );
  return row;
};

describe('Several concurrent closes', () => {
  it('issue everything once', async () => {
    const accounts = await fill(1_200, 3);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => close()));
    expect(await issued(accounts)).toEqual({ offsets: 1_200, pages: 360_000, certificates: 1_200 });
    const total = outcomes.reduce((sum, { accounts: settled }) => sum + settled, 0);
    expect(total).toBe(1_200);
  });

  it('mark the month as closed, with a timestamp', async () => {
    await fill(300, 1);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => close()));
    expect(outcomes.some(({ isClosed }) => isClosed)).toBe(true);
    const closedAt = () =>
      world.server.sql('select closed_at from month_ends where month = $1', [
        month.toISOString().slice(0, 10),
      ]);
    const first = await closedAt();
    expect(first).toEqual([{ closed_at: world.server.now() }]);
    world.server.setNow(addMonths(month, 2));
    expect(await close()).toMatchObject({ isClosed: true, accounts: 0 });
    expect(await closedAt()).toEqual(first);
  });
});

describe('A close that finds nothing left', () => {
  it('keeps the month open for an account that is added at that moment', async () => {
    const { context, pool } = world.server.running.instance;
    const first = await fill(1, 1);
    await close();
    await world.server.sql('update month_ends set closed_at = null where month = $1', [month]);
    const second = await fill(1, 1);
    let letGo = (): void => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    const waiting = async (): Promise<number> => {
      const [row] = await world.server.sql<{ waiting: number }>(
        `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`,
      );
      return row?.waiting ?? 0;
    };
    // Dating a deposit depends on whether the month is closed, so the close has to wait for it.
    const dating = pool.transaction(async (db) => {
      await isMonthPast(db, first[0] ?? '', month);
      await released;
    });
    const closing = settleMonth(context, month);
    await until('the close to wait', waiting, (count) => count === 1);
    let isOpened = false;
    const opening = openMonth(context, month).then(() => (isOpened = true));
    await until('the opening to be over or to wait', async () => isOpened || (await waiting()) === 2);
    letGo();
    await Promise.all([dating, closing, opening]);
    const left = await world.server.sql(
      `select from settlements join month_ends using (month) where settled_at is null and closed_at is not null`,
    );
    expect(left).toEqual([]);
    expect(await close()).toMatchObject({ accounts: 1, isClosed: true });
    expect(await issued([...first, ...second])).toMatchObject({ offsets: 2 });
  });
});

describe('The release of deposits that total less than a page', () => {
  it('uses an index, however many deposits the account has', async () => {
    const [account = ''] = await fill(1, 1);
    await world.server.sql(
      `insert into settlements (account_id, month, opened_at, settled_at, methodology_id, deposits, mass_g, pages, trees)
       select $1, '1990-01-01', now(), now(), id, 0, 0, 0, 0 from methodologies where current`,
      [account],
    );
    await world.server.sql(
      `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at, processed_at, settled_month)
       select $1, gen_random_uuid(), '1990-01-10'::timestamptz + number * interval '1 s', 0, 0.2159, 0.2794, 75, now(), now(),
         '1990-01-01'
       from generate_series(1, 50000) number`,
      [account],
    );
    await world.server.sql('analyze deposits');
    const release = declaredStatements().find(({ text }) =>
      text.startsWith('update deposits set processed_at = null, settled_month = null'),
    );
    const { pool } = world.server.running.instance;
    const plan = await pool.withClient(async (client) => {
      await client.query(`set plan_cache_mode = force_generic_plan`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>({
        text: `explain ${release?.text ?? ''}`,
        values: [[account], '2026-01-01'],
      });
      await client.query('reset plan_cache_mode');
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('deposits_of_settlement');
    await world.server.sql(`delete from deposits where account_id = $1 and settled_month = '1990-01-01'`, [
      account,
    ]);
    await world.server.sql(`delete from settlements where account_id = $1 and month = '1990-01-01'`, [
      account,
    ]);
    await close();
  });
});

describe('A close concurrent with API requests', () => {
  it('counts every created deposit once, and no deleted one', async () => {
    const members: TestAccount[] = [];
    for (let count = 0; count < 8; count++) members.push(await world.newAccount());
    const kept = new Map<string, number>();
    let isClosing = true;
    const busy = members.map(async ({ id, api }, index) => {
      for (let round = 1; isClosing || round < 5; round++) {
        const pages = 1 + ((round * 7 + index) % 50);
        const { body } = await api.post('/deposits', { pages, date: month.toISOString() });
        const deletes = round % 3 === 0 && (await api.delete(`/deposits/${body.id}`)).status === 200;
        if (!deletes) kept.set(id, (kept.get(id) ?? 0) + pages);
      }
    });
    await fill(800, 2);
    for (let run = 0; run < 3; run++) await Promise.all([close(), close()]);
    isClosing = false;
    await Promise.all(busy);
    // Deposits created after the account was settled wait for the next month.
    month = addMonths(month, 1);
    world.server.setNow(new Date(addMonths(month, 1).getTime()));
    await close();
    for (const { id } of members) {
      expect({ id, ...(await issued([id])) }).toMatchObject({ id, pages: kept.get(id) });
    }
  });
});

describe('An account that another process has locked', () => {
  it('is waited for, and settled if the other process fails', async () => {
    const accounts = await fill(3, 1);
    const { db } = world.server.running.instance.context;
    await openMonth(world.server.running.instance.context, month);
    let waited: Promise<unknown> = Promise.resolve();
    await db
      .transaction(async (tx) => {
        await openSettlementClaims.byAccounts(tx, month, accounts.slice(0, 1) as AccountId[]);
        waited = close();
        await until(
          'both offsets to be issued',
          async () => (await issued(accounts))?.offsets,
          (count) => count === 2,
        );
        throw new Error('killed');
      })
      .catch(() => undefined);
    expect(await waited).toMatchObject({ accounts: 3, isClosed: true });
    expect(await issued(accounts)).toMatchObject({ offsets: 3 });
  });
});

describe('A closed month', () => {
  it('is open again while accounts that were added later are settled', async () => {
    await close();
    const accounts = await fill(1, 1);
    await openMonth(world.server.running.instance.context, month);
    await expectLedgerInBalance(world.server);
    await close();
    expect(await issued(accounts)).toMatchObject({ offsets: 1 });
  });
});

describe('An interrupted close', () => {
  it('is finished before a later month is closed', async () => {
    const [first = ''] = await fill(2, 1);
    await world.server.sql(`insert into settlements (account_id, month, opened_at) values ($1, $2, now())`, [
      first,
      month,
    ]);
    month = addMonths(month, 1);
    world.server.setNow(addMonths(month, 1));
    await close();
    const rows = await world.server.sql(
      'select settled_month::text from biomass_offsets where account_id = $1',
      [first],
    );
    expect(rows).toEqual([{ settled_month: addMonths(month, -1).toISOString().slice(0, 10) }]);
  });

  it('resumes where it stopped', async () => {
    const accounts = await fill(1_100, 1);
    const stop = new AbortController();
    const onProgress = ({ done }: { done: number }) => {
      world.server.setNow(new Date(world.server.now().getTime() + 60_000));
      if (done >= 500) stop.abort();
    };
    const first = await close({ onProgress, signal: stop.signal });
    expect(first.accounts).toBeGreaterThanOrEqual(500);
    expect(first.accounts).toBeLessThan(1_100);
    const second = await close();
    expect(first.accounts + second.accounts).toBe(1_100);
    expect(await issued(accounts)).toEqual({ offsets: 1_100, pages: 110_000, certificates: 1_100 });
  });

  // The size of batches on a distributed database depends on the shards of the accounts.
  it.skipIf(isDistributed)('reports its progress', async () => {
    await fill(600, 1);
    const shown: unknown[] = [];
    const onProgress = (progress: unknown): void => {
      shown.push(progress);
      world.server.setNow(new Date(world.server.now().getTime() + 60_000));
    };
    await close({ onProgress });
    expect(shown).toEqual([
      { done: 0, total: 600 },
      { done: 250, total: 600 },
      { done: 500, total: 600 },
      { done: 600, total: 600 },
    ]);
  });
});

describe('An account that cannot be settled', () => {
  it('blocks no other account, is set aside, and is settled by a later run', async () => {
    const accounts = await fill(20, 1);
    const [bad = ''] = accounts.slice(7);
    await world.server.sql(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await world.server.sql(`
      create trigger fail before insert on biomass_certificates for each row
        when (new.account_id = '${bad}') execute function fail()`);
    expect(await close()).toMatchObject({ accounts: 19, failed: 1, isClosed: true });
    expect(await issued([bad])).toMatchObject({ offsets: 0 });

    await world.server.sql('drop trigger fail on biomass_certificates');
    expect(await close()).toMatchObject({ accounts: 1, failed: 0, isClosed: true });
    expect(await issued(accounts)).toMatchObject({ offsets: 20, pages: 2_000 });
  });

  it('makes the close fail when there is no active project at all', async () => {
    const accounts = await fill(3, 1);
    await world.server.sql(`update forestry_projects set status = 'complete'`);
    await expect(close()).rejects.toThrow('no active forestry project');
    expect(await issued(accounts)).toMatchObject({ offsets: 0 });
    await world.server.sql(`update forestry_projects set status = 'active'`);
    expect(await close()).toMatchObject({ accounts: 3, failed: 0 });
  });
});
