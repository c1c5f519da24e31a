import { sharedLedgerCheck, type LedgerCheck } from './ledger-check.js';

/** Invariants between retired credits, their lots and what is allocated of these. */
export const retirementChecks: readonly LedgerCheck[] = [
  sharedLedgerCheck(
    'no carbon credit is retired twice',
    `
    select 'retirement ' || id || ' begins at credit ' || first_credit || ' of lot ' || lot_id || ', and another ends at '
      || reached as what
    from (
      select id, lot_id, first_credit, max(last_credit) over (partition by lot_id order by first_credit, id
        rows between unbounded preceding and 1 preceding) as reached
      from carbon_retirements
    ) retirements where first_credit <= reached`,
  ),
  sharedLedgerCheck(
    'retired credits are credits of their lot',
    `
    select 'retirement ' || r.id || ' has credits ' || r.first_credit || ' to ' || r.last_credit || ', and lot ' || lot_id || ' '
      || coalesce(l.first_credit || ' to ' || l.last_credit, 'does not exist') as what
    from carbon_retirements r left join carbon_lots l on l.id = lot_id
    where l.id is null or r.first_credit < l.first_credit or r.last_credit > l.last_credit or r.first_credit > r.last_credit`,
  ),
  sharedLedgerCheck(
    'only allocated carbon credits are retired',
    `
    select 'lot ' || l.id || ' is allocated up to credit ' || l.first_credit + ceil(used) - 1 || ', and retired up to ' || retired as what
    from carbon_lots l join (select lot_id, max(last_credit) as retired from carbon_retirements group by lot_id) r on lot_id = l.id
    where retired > l.first_credit + ceil(used) - 1`,
  ),
  sharedLedgerCheck(
    'no more tonnes of a lot are retired than are allocated, up to whole credits',
    `
    select 'lot ' || l.id || ' has ' || ceil(used) || ' allocated credits, and ' || retired || ' retired ones' as what
    from carbon_lots l join (
      select lot_id, sum(last_credit - first_credit + 1) as retired from carbon_retirements group by lot_id
    ) r on lot_id = l.id
    where retired > ceil(used)`,
  ),
  sharedLedgerCheck(
    'carbon credits are not retired before their vintage',
    `
    select 'retirement ' || r.id || ' was on ' || retired_on || ', before ' || vintage_start as what
    from carbon_retirements r join carbon_lots l on l.id = lot_id where retired_on < vintage_start`,
  ),
];
