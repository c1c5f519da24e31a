import { ledgerCheck, type LedgerCheck } from './ledger-check.js';

/** Invariants between offsets, their certificates, and the counters derived from them. */
export const offsetChecks: readonly LedgerCheck[] = [
  ledgerCheck(
    'every offset has its certificate, with the same pages and trees',
    `select 'offset ' || id as what from biomass_offsets o where not exists (
       select from biomass_certificates c
       where (c.account_id, c.id, c.project_id, c.date, c.pages, c.trees)
         = (o.account_id, o.certificate_id, o.project_id, o.date, o.pages, o.trees) and withdrawn_at is null)`,
  ),
  ledgerCheck(
    'every certificate that was not withdrawn has its offset',
    `select 'certificate ' || id as what from biomass_certificates c where withdrawn_at is null and not exists (
       select from biomass_offsets o where (o.account_id, o.certificate_id) = (c.account_id, c.id))`,
  ),
  ledgerCheck(
    'counters are the sums of offsets',
    `select 'account ' || account_id || ' in ' || month as what from (
       select account_id, month, pages, trees from account_volume
       union all
       select account_id, date_trunc('month', date at time zone 'UTC')::date, -pages, -trees from biomass_offsets
     ) entries group by account_id, month having sum(pages) <> 0 or sum(trees) <> 0`,
  ),
  ledgerCheck(
    'trees of projects are the sums of offsets',
    `select 'project ' || project_id as what from (
       select id as project_id, planted_trees as trees from forestry_projects
       union all select project_id, trees from project_plantings
       union all select project_id, -trees from biomass_offsets
     ) entries group by project_id having sum(trees) <> 0`,
  ),
  ledgerCheck(
    'placed orders have their offsets, drafts have none',
    `select 'order ' || id as what from orders o
     where status = 'draft' and (
         exists (select from biomass_offsets b where (b.account_id, b.order_id) = (o.account_id, o.id))
         or exists (select from carbon_offsets c where (c.account_id, c.order_id) = (o.account_id, o.id)))
       or status = 'placed' and (select count(*) from jsonb_array_elements(carbon_shares) share
           where (share ->> 'mtco2e')::numeric > 0)
         <> (select count(*) from carbon_offsets c where (c.account_id, c.order_id) = (o.account_id, o.id))`,
  ),
  ledgerCheck(
    'orders equal the sum of their shares',
    `select 'order ' || id as what from orders
     cross join lateral (
       select coalesce(sum((share ->> 'pages')::bigint), 0) as pages, coalesce(sum((share ->> 'trees')::numeric), 0) as trees,
         coalesce(sum((share ->> 'price')::numeric), 0) as price
       from jsonb_array_elements(biomass_shares) share
     ) biomass
     cross join lateral (
       select coalesce(sum((share ->> 'mtco2e')::numeric), 0) as mtco2e,
         coalesce(sum((share ->> 'price')::numeric), 0) as price
       from jsonb_array_elements(carbon_shares) share
     ) carbon
     where (biomass.trees, biomass.price, carbon.mtco2e, carbon.price)
         <> (orders.trees, biomass_price, orders.mtco2e, carbon_price)
       or jsonb_array_length(biomass_shares) > 0 and biomass.pages <> standard_sheets`,
  ),
  ledgerCheck(
    'offsets of orders equal their shares, to the last decimal',
    `select kind || ' offset ' || made.id as what from (
       select account_id, order_id, id, 'biomass' as kind, project_id, pages, trees as amount, price
       from biomass_offsets where order_id is not null
       union all
       select account_id, order_id, id, 'carbon', project_id, null, mtco2e, price
       from carbon_offsets where order_id is not null
     ) made
     join orders on (orders.account_id, orders.id) = (made.account_id, made.order_id)
     where not exists (
       select from jsonb_array_elements(case kind when 'biomass' then biomass_shares else carbon_shares end) share
       where (share ->> 'projectId')::uuid = project_id
         and (share ->> 'pages')::bigint is not distinct from made.pages
         and coalesce(share ->> 'trees', share ->> 'mtco2e')::numeric = made.amount
         and (share ->> 'price')::numeric = made.price)`,
  ),
];
