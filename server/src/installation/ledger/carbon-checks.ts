import { ledgerCheck, type LedgerCheck } from './ledger-check.js';
import { retirementChecks } from './retirement-checks.js';

const allocated = `(
  select coalesce(sum(tonnes), 0) from carbon_allocations
  where (carbon_allocations.account_id, offset_id) = (carbon_offsets.account_id, carbon_offsets.id)
)`;

/** Invariants between carbon offsets, their allocations and the lots of credits. */
export const carbonChecks: readonly LedgerCheck[] = [
  ledgerCheck(
    'the used part of a lot equals its allocations',
    `
    select 'lot ' || id || ' is used by ' || used || ', but its allocations add up to ' || coalesce(allocated, 0) as what
    from carbon_lots
    left join (select lot_id, sum(tonnes) as allocated from carbon_allocations group by lot_id) sums on lot_id = id
    where used <> coalesce(allocated, 0)`,
  ),
  ledgerCheck(
    'the allocations of a lot have no gaps or overlaps, from its first credit on',
    `
    select 'lot ' || lot_id || ' has an allocation at ' || starts_at || ' where ' || expected || ' is next' as what
    from (
      select lot_id, starts_at,
        coalesce(lag(starts_at + tonnes) over (partition by lot_id order by starts_at), 0) as expected
      from carbon_allocations
    ) allocations where starts_at <> expected`,
  ),
  ledgerCheck(
    'an allocation comes from a lot of its offset’s project',
    `
    select 'offset ' || offset_id || ' of account ' || account_id || ' has credits of lot ' || lot_id as what
    from carbon_allocations where not exists (
      select from carbon_offsets join carbon_lots on carbon_lots.project_id = carbon_offsets.project_id
      where (carbon_offsets.account_id, carbon_offsets.id, carbon_lots.id)
        = (carbon_allocations.account_id, offset_id, lot_id))`,
  ),
  ledgerCheck(
    'a fulfilled carbon offset is covered exactly',
    `
    select 'offset ' || id || ' of account ' || account_id || ' has ' || ${allocated} || ' of ' || mtco2e as what
    from carbon_offsets where status = 'fulfilled' and mtco2e <> ${allocated}`,
  ),
  ledgerCheck(
    'a processing carbon offset is not covered in full',
    `
    select 'offset ' || id || ' of account ' || account_id || ' has ' || ${allocated} || ' of ' || mtco2e as what
    from carbon_offsets where status = 'processing' and mtco2e <= ${allocated}`,
  ),
  ledgerCheck(
    'a carbon offset has a serial per lot and a vintage once it is fulfilled, and none before',
    `
    select 'offset ' || id || ' of account ' || account_id || ' is ' || status || ' with '
      || cardinality(serial_numbers) || ' serials' as what
    from carbon_offsets
    where cardinality(serial_numbers) <> case status when 'processing' then 0 else (
        select count(*) from carbon_allocations
        where (carbon_allocations.account_id, offset_id) = (carbon_offsets.account_id, carbon_offsets.id)
      ) end
      or (status = 'fulfilled') <> (cardinality(serial_numbers) > 0)
      or (status = 'fulfilled') <> (vintage_start_date is not null and vintage_end_date is not null)`,
  ),
  ledgerCheck(
    'the vintage of a fulfilled carbon offset spans those of its lots',
    `
    select 'offset ' || id || ' of account ' || account_id || ' has vintage ' || vintage_start_date || ' to ' || vintage_end_date
      || ', but its lots have ' || earliest || ' to ' || latest as what
    from carbon_offsets join (
      select account_id, offset_id, min(vintage_start)::timestamp at time zone 'UTC' as earliest,
        max(vintage_end)::timestamp at time zone 'UTC' as latest
      from carbon_allocations join carbon_lots on carbon_lots.id = lot_id group by account_id, offset_id
    ) spans using (account_id)
    where offset_id = id and status = 'fulfilled' and (vintage_start_date, vintage_end_date) <> (earliest, latest)`,
  ),
  ...retirementChecks,
];
