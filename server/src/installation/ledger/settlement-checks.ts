import { depositMass, standardPageMass } from '../../features/paper/sheets.js';
import { ledgerCheck, type LedgerCheck } from './ledger-check.js';

/** Invariants between deposits and their settlements. */
export const settlementChecks: readonly LedgerCheck[] = [
  ledgerCheck(
    'every account has a state',
    `select format('%s accounts, %s states', accounts, states) as what
     from (select count(*) as accounts from accounts) counted, (select count(*) as states from account_states) stated
     where accounts <> states`,
  ),
  ledgerCheck(
    'states of accounts equal their status',
    `select format('account %s is %s, its state is %s', id, accounts.status, account_states.status) as what
     from account_states join accounts on accounts.id = account_id where accounts.status <> account_states.status`,
  ),
  ledgerCheck(
    'pages and trees of settlements equal those of their offsets and certificates',
    `select 'settlement of ' || account_id || ' for ' || month as what from (
       select account_id, month, pages - returned_pages as pages, trees - returned_trees as trees,
         pages - returned_pages as certified_pages, trees - returned_trees as certified_trees
       from settlements where settled_at is not null
       union all
       select o.account_id, settled_month, -o.pages, -o.trees, -coalesce(c.pages, 0), -coalesce(c.trees, 0)
       from biomass_offsets o left join biomass_certificates c
         on (c.account_id, c.id) = (o.account_id, o.certificate_id) and withdrawn_at is null
       where settled_month is not null
     ) entries group by account_id, month
     having sum(pages) <> 0 or sum(trees) <> 0 or sum(certified_pages) <> 0 or sum(certified_trees) <> 0`,
  ),
  ledgerCheck(
    'settlements contain exactly the deposits that are locked for them',
    `select 'settlement of ' || account_id || ' for ' || month as what from (
       select account_id, month, deposits, mass_g from settlements where settled_at is not null
       union all
       select account_id, settled_month, -1, -${depositMass} from deposits
       where settled_month is not null
     ) entries group by account_id, month having sum(deposits) <> 0 or sum(mass_g) <> 0`,
  ),
  ledgerCheck(
    'pages and trees of settlements match their mass',
    `select 'settlement of ' || account_id || ' for ' || month as what
     from settlements join methodologies on methodologies.id = methodology_id
     cross join lateral (select ${standardPageMass} as grams) page
     where settled_at is not null and (
       settlements.pages <> div(2 * mass_g + grams, 2 * grams)
       or trees <> div(2000000 * mass_g + grams * pages_per_tree, 2 * grams * pages_per_tree) * 0.000001)`,
  ),
  ledgerCheck(
    'offsets of a close have its date and its settlement',
    `select 'offset ' || o.id as what from biomass_offsets o where settled_month is not null and (
       date <> ((settled_month + interval '1 month') at time zone 'UTC') - interval '1 second'
       or not exists (select from settlements s where (s.account_id, s.month) = (o.account_id, settled_month)
         and settled_at is not null and s.methodology_id = o.methodology_id))`,
  ),
  ledgerCheck(
    'a closed month has no open settlement that was not set aside',
    `select 'settlement of ' || account_id || ' for ' || month as what
     from settlements join month_ends using (month) where settled_at is null and failure is null and closed_at is not null`,
  ),
];
