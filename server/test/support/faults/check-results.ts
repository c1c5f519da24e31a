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
  const wrong = await observer.query(
    `select id, months, settlements.pages, deposited, offsets, certificates from (
       select id, row_number() over (order by id) as place from accounts where name = 'Bulk') accounts
     left join lateral (
       select count(*)::int as months, sum(pages)::int as pages from settlements
       where account_id = accounts.id and settled_at is not null) settlements on true
     left join lateral (
       select count(*)::int * 100 as deposited from deposits
       where account_id = accounts.id and processed_at is not null) deposits on true
     left join lateral (
       select sum(pages)::int as offsets from biomass_offsets where account_id = accounts.id) offsets on true
     left join lateral (
       select sum(pages)::int as certificates from biomass_certificates
       where account_id = accounts.id and withdrawn_at is null) certificates on true
     where (months, settlements.pages, deposited, offsets, certificates) is distinct from
       ($1::int, expected(place), expected(place), expected(place), expected(place))`.replaceAll(
      'expected(place)',
      'case when place % 3 = 0 then 200 else 100 end * $1::int',
    ),
    [months],
  );
  expect(wrong).toEqual([]);
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
       not exists (select from carbon_offsets where status <> 'fulfilled') as fulfilled,
       (select max(number) from invoices) = (select count(*) from invoices) as numbers,
       (select count(*) from invoice_lines)
         = (select count(*) from biomass_offsets) + (select count(*) from carbon_offsets) as lines,
       not exists (select account_id, kind, offset_id from invoice_lines
         group by account_id, kind, offset_id having count(*) > 1) as billed_once`,
  );
  expect(sums).toEqual(Object.fromEntries(Object.keys(sums ?? {}).map((name) => [name, true])));
}
