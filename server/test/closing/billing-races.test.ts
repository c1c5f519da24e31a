import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { insertCustomers } from '../support/account-states.js';
import { bill, invoicesOf } from '../support/billing.js';
import { recalculateCounters, expectLedgerInBalance } from '../support/ledger.js';
import { doneOrWaiting, blockInserts } from '../support/blocked-inserts.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  member = await world.newAccount();
  world.server.setNow('2026-11-15T12:00:00Z');
});
afterAll(() => world.stop());
afterEach(() => expectLedgerInBalance(world.server));

/** New accounts with this many offsets each, inserted by SQL because there are many. */
async function crowd(accounts: number, offsets: number, month = '2026-10'): Promise<string[]> {
  const ids = Array.from({ length: accounts }, newId).sort();
  const owners = ids.flatMap((id) => Array<string>(offsets).fill(id));
  const made = [owners, owners.map(() => newId()), owners.map(() => newId())];
  const rest = [world.projects.forest, `${month}-05T00:00:00Z`];
  await insertCustomers(world.server, ids);
  await world.server.sql(
    `insert into biomass_certificates (account_id, id, project_id, date, pages, trees)
     select account_id, certificate_id, $3, $4::timestamptz, 7, 0.00084
     from unnest($1::uuid[], $2::uuid[]) as one (account_id, certificate_id)`,
    [made[0], made[2], ...rest],
  );
  await world.server.sql(
    `insert into biomass_offsets (account_id, id, project_id, certificate_id, methodology_id, date, pages, trees, price,
       created_at)
     select account_id, id, $4, certificate_id, gen_random_uuid(), $5::timestamptz, 7, 0.00084, 0.00231, now()
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as one (account_id, id, certificate_id)`,
    [...made, ...rest],
  );
  await recalculateCounters(world.server);
  return ids;
}

const left = async (): Promise<number> =>
  (await world.server.sql(`select from biomass_offsets where billed_at is null and date < '2026-11-01'`))
    .length;

it('bills every account once, without a gap in the numbers, when eight processes run concurrently', async () => {
  await crowd(900, 3);
  const runs = await Promise.all(Array.from({ length: 8 }, () => bill(world.server, '2026-10')));
  expect(runs.reduce((sum, { invoices }) => sum + invoices, 0)).toBe(900);
  expect(runs.reduce((sum, { offsets }) => sum + offsets, 0)).toBe(2700);
  expect(await left()).toBe(0);
});

it('bills all other accounts when one fails, reports it, and bills that one later', async () => {
  const accounts = await crowd(450, 2);
  const unlucky = accounts[210];
  await world.server.sql(`
    create function fail() returns trigger language plpgsql as $$
    begin
      raise exception 'the disk is on fire';
    end $$`);
  await world.server.sql(`create trigger fail before insert on invoice_lines
    for each row when (new.account_id = '${String(unlucky)}' and new.position = 2) execute function fail()`);
  expect(await bill(world.server, '2026-10')).toMatchObject({ invoices: 449, offsets: 898, failures: 1 });
  await expectLedgerInBalance(world.server);
  expect(await left()).toBe(2);

  await world.server.sql('drop trigger fail on invoice_lines');
  expect(await bill(world.server, '2026-10')).toMatchObject({ invoices: 1, offsets: 2, failures: 0 });
});

it('does not mark a month as billed while an account is left', async () => {
  const [account] = await crowd(1, 1, '2026-05');
  await world.server.sql(`create trigger fail before insert on invoices
    for each row when (new.account_id = '${String(account)}') execute function fail()`);
  expect(await bill(world.server, '2026-05')).toMatchObject({ invoices: 0, failures: 1 });
  const billed = (): Promise<unknown[]> =>
    world.server.sql(`select from month_ends where month = '2026-05-01' and billed_at is not null`);
  expect(await billed()).toEqual([]);
  await world.server.sql('drop trigger fail on invoices');
  await bill(world.server, '2026-05');
  expect(await billed()).toHaveLength(1);
});

it('resumes when the database process dies in the middle of a batch', async () => {
  await crowd(300, 1);
  const blocked = await blockInserts(world.server, 'invoice_lines');
  const broken = expect(bill(world.server, '2026-10')).rejects.toThrow('not reachable');
  const [pid] = await blocked.waitFor(1);
  await blocked.end(pid);
  await broken;
  await blocked.release();
  await expectLedgerInBalance(world.server);
  expect(await bill(world.server, '2026-10')).toMatchObject({ invoices: 300, failures: 0 });
});

it('bills an offset or deletes it, never both', async () => {
  const { body: kept } = await member.api.post('/biomass/offsets', { pages: 1000, date: '2026-10-10' });
  const blocked = await blockInserts(world.server, 'invoice_lines');
  const billing = bill(world.server, '2026-10');
  await blocked.waitFor(1);
  const deletion = member.api.delete(`/biomass/offsets/${kept.id}`);
  expect(await doneOrWaiting(world.server, deletion)).toBe('waiting');
  await blocked.release();
  expectRefusal(await deletion, 400, /billed/);
  await billing;
  expect(await invoicesOf(world.server, member)).toMatchObject([{ lines: [{ offset_id: kept.id }] }]);
});

it('writes an invoice with very many lines', async () => {
  await crowd(1, 20_000);
  expect(await bill(world.server, '2026-10')).toMatchObject({ invoices: 1, offsets: 20_000, total: '46.20' });
});
