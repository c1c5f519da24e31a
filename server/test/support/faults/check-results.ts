import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { KnownDeposit } from './depositors.js';
import type { Observer } from './observer.js';

/** Checks every deposit that a client remembers, after all months are closed. */
export async function expectKnownDeposits(observer: Observer, known: readonly KnownDeposit[]): Promise<void> {
  const rows = await observer.query<{ id: string; pages: number; processed: boolean }>(
    `select id, pages::int, processed_at is not null as processed from deposits where id = any($1::uuid[])`,
    [known.map(({ id }) => id)],
  );
  const found = new Map(rows.map(({ id, ...row }) => [id, row]));
  const wrong = known.filter(({ id, pages, state }) => {
    const row = found.get(id);
    if (state === 'deleted') return row !== undefined;
    if (state === 'unknown' && row === undefined) return false;
    return row?.pages !== pages || !row.processed;
  });
  expect(wrong).toEqual([]);
}

/** Checks that every bulk account was settled exactly once per month, with the pages of its own deposits. */
export async function expectSettledOnce(observer: Observer, months: number): Promise<void> {
  const accounts = await observer.query<{ id: string }>(
    `select id from accounts where name = 'Bulk' order by id`,
  );
  const sums = await observer.query<{ id: string }>(
    `select account_id as id, sum(months)::int as months, sum(settled)::int as settled, sum(deposited)::int as deposited,
       sum(offsets)::int as offsets, sum(certificates)::int as certificates
     from (
       select account_id, 1 as months, pages as settled, 0 as deposited, 0 as offsets, 0 as certificates
       from settlements where settled_at is not null
       union all select account_id, 0, 0, 100, 0, 0 from deposits where processed_at is not null
       union all select account_id, 0, 0, 0, pages, 0 from biomass_offsets
       union all select account_id, 0, 0, 0, 0, pages from biomass_certificates where withdrawn_at is null
     ) entries group by account_id`,
  );
  const found = new Map(sums.map((sum) => [sum.id, sum]));
  const wrong = accounts.flatMap(({ id }, index) => {
    const pages = months * (index % 3 === 2 ? 200 : 100);
    const expected = { id, months, settled: pages, deposited: pages, offsets: pages, certificates: pages };
    return isDeepStrictEqual(found.get(id), expected) ? [] : [{ expected, found: found.get(id) }];
  });
  expect(wrong).toEqual([]);
}

/** Checks that all months, which have the same deposits, were settled and billed with the same result. */
export async function expectEqualMonths(observer: Observer, months: number): Promise<void> {
  for (const results of [
    `select count(*), sum(deposits), sum(pages), sum(trees) from settlements group by month`,
    `select count(*), sum(lines), sum(total_exact), sum(total) from invoices group by month`,
  ]) {
    const rows = await observer.query(results);
    expect(rows).toHaveLength(months);
    expect(rows).toEqual(rows.map(() => rows[0]));
  }
}

/** Checks sums that must match however the work was split. */
export async function expectSumsToMatch(observer: Observer): Promise<void> {
  const [sums] = await observer.query(
    `select
       (select sum(pages * width * length * gsm) from deposits)
         = (select sum(mass_g) from settlements)
         + (select coalesce(sum(pages * width * length * gsm), 0) from deposits where processed_at is null) as mass,
       (select count(*) from biomass_offsets)
         = (select count(distinct certificate_id) from biomass_offsets) as certificates,
       (select count(*) from biomass_certificates where withdrawn_at is null)
         = (select count(*) from biomass_offsets) as no_more_certificates,
       (select sum(tonnes) from carbon_lots)
         = (select sum(tonnes) from carbon_allocations) + (select sum(tonnes - used) from carbon_lots) as lots,
       (select sum(mtco2e) from carbon_offsets) = (select sum(tonnes) from carbon_allocations) as carbon,
       not exists (select 1 from carbon_offsets where status <> 'fulfilled') as fulfilled,
       (select max(number) from invoices) = (select count(*) from invoices) as numbers,
       (select count(*) from invoice_lines)
         = (select count(*) from biomass_offsets) + (select count(*) from carbon_offsets) as lines,
       not exists (select account_id, kind, offset_id from invoice_lines
         group by account_id, kind, offset_id having count(*) > 1) as billed_once`,
  );
  expect(sums).toEqual(Object.fromEntries(Object.keys(sums ?? {}).map((name) => [name, true])));
}
