import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { billMonth } from '../../src/features/billing/bill-month.js';
import { fulfilCarbon } from '../../src/features/carbon/fulfil-offsets.js';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { newId } from '../../src/platform/ids.js';
import { addMonths, isoDay, readMonth } from '../../src/platform/time/months.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { addAccountStates } from '../support/account-states.js';
import { importLines, verraLine } from '../support/credits.js';
import { Random } from '../support/faults/random.js';
import { startWorld, type World } from '../support/world.js';
import { pause } from '../support/pause.js';

const random = new Random();
const months = 6;
const accounts = 600;
const first = readMonth('2026-01');
const nth = (month: number): Date => addMonths(first, month);

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow(first);
  await importLines(world.server, verraLine('Stoves', 1, 1_000));
  await world.server.sql(
    `insert into accounts (id, lineage, name, name_sort, display_name, role, status, created_at)
     select id, array[id], 'Bulk', 'bulk', 'Bulk', 'customer', 'active', now() from unnest($1::uuid[]) id`,
    [Array.from({ length: accounts }, newId)],
  );
  await world.server.sql(addAccountStates);
  await world.server.sql(
    `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
     select id, gen_random_uuid(), month, 100, 0.2159, 0.2794, 75, now()
     from accounts, unnest($1::timestamptz[]) month where name = 'Bulk'`,
    [Array.from({ length: months }, (_, month) => nth(month))],
  );
  await world.server.sql(
    `insert into carbon_offsets (account_id, id, project_id, methodology_id, date, mtco2e, price, status)
     select id, gen_random_uuid(), $1, (select id from methodologies limit 1), $2, 0.7, 7, 'processing'
     from accounts where name = 'Bulk'`,
    [world.carbon.stoves, first],
  );
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

it('A clock that jumps forward and back closes no month early, and nothing twice', async () => {
  onTestFailed(() => {
    process.stderr.write(`To repeat: REGROVE_TEST_SEED=${random.seed}\n`);
  });
  const { context } = world.server.running.instance;
  const over = new AbortController();
  /** The latest time that the clock has shown: no month that ends after it may be closed. */
  let latest = first;
  const set = (now: Date): void => {
    latest = now > latest ? now : latest;
    world.server.setNow(now);
  };
  let reach = 1;
  const jumping = (async () => {
    while (!over.signal.aborted) {
      set(new Date(nth(random.upTo(reach + 1)).getTime() - 86_400_000 + random.upTo(2 * 86_400_000)));
      await pause(random.upTo(20));
    }
  })();
  const refusals: unknown[] = [];
  const work = async (run: () => Promise<unknown>): Promise<void> => {
    await run().catch((error: unknown) => refusals.push(error));
  };
  for (; reach <= months + 1; reach++) {
    for (let round = 0; round < 4; round++) {
      const month = nth(random.upTo(reach + 1));
      await Promise.all([
        work(() => closeMonth(context, month)),
        work(() => closeMonth(context, nth(random.upTo(reach + 1)))),
        work(() => billMonth(context, month)),
        work(() => fulfilCarbon(context)),
      ]);
      const tooEarly = await world.server.sql(
        `select month::text from settlements where month + interval '1 month' > $1::date + interval '1 day'
         union select month::text from invoices where month + interval '1 month' > $1::date + interval '1 day'
         union select month::text from month_ends where month + interval '1 month' > $1::date + interval '1 day'`,
        [isoDay(latest)],
      );
      expect(tooEarly).toEqual([]);
    }
  }
  over.abort();
  await jumping;
  for (const error of refusals)
    expect(error).toMatchObject({ message: expect.stringContaining('is not over yet') });

  set(nth(months + 2));
  await closeMonth(context, nth(months));
  await billMonth(context, nth(months));
  await fulfilCarbon(context);
  // A close includes all older deposits: the jumps decide in how many months an account is settled, but not its pages.
  const wrong = await world.server.sql(
    `select account_id from (
       select id as account_id, 0 as settled, 0 as pages, 0 as certified, 0 as fulfilled, 0 as unbilled from accounts
       union all select account_id, pages, 0, 0, 0, 0 from settlements
       union all select account_id, 0, pages, 0, 0, case when billed_at is null then 1 else 0 end from biomass_offsets
       union all select account_id, 0, 0, pages, 0, 0 from biomass_certificates where withdrawn_at is null
       union all select account_id, 0, 0, 0, 1, 0 from carbon_offsets where status = 'fulfilled'
     ) entries
     where account_id in (select id from accounts where name = 'Bulk')
     group by account_id
     having (sum(settled), sum(pages), sum(certified), sum(fulfilled), sum(unbilled))
       is distinct from ($1::numeric, $1::numeric, $1::numeric, 1::numeric, 0::numeric)`,
    [100 * months],
  );
  expect(wrong).toEqual([]);
});
