import { ledgerCheck, type LedgerCheck } from './ledger-check.js';

/** Invariants of the sums over the accounts below an account. */
export const rollupChecks: readonly LedgerCheck[] = [
  ledgerCheck(
    'months that count as rolled up are rolled up to the last page',
    `select 'account ' || account_id || ' in ' || month as what from account_volume
     where rolled and (pages <> rolled_pages or trees <> rolled_trees or mtco2e <> rolled_mtco2e)`,
  ),
  ledgerCheck(
    'sums of the accounts below are what was rolled up of each',
    `select 'accounts below ' || account_id || ' in ' || month as what from (
       select account_id, month, pages, trees, mtco2e from account_rollups
       union all
       select above, month, -rolled_pages, -rolled_trees, -rolled_mtco2e from account_volume
       join (select id, unnest(lineage) as above from accounts) lineages on id = account_id and above <> account_id
     ) entries group by account_id, month having sum(pages) <> 0 or sum(trees) <> 0 or sum(mtco2e) <> 0`,
  ),
  ledgerCheck(
    'a ranking has what was rolled up of an account and of those below it',
    // Materialized: Citus would otherwise compare the two shard by shard, though they belong to different accounts.
    `with ranked as materialized (
       select account_id, below_id, pages, trees from account_ranking
     ), rolled_up as materialized (
       select account_id, sum(rolled_pages) as pages, sum(rolled_trees) as trees from account_volume group by account_id
     )
     select 'account ' || below_id || ' in the ranking of ' || account_id as what from (
       select account_id, below_id, pages, trees from ranked
       union all
       select above, below, -pages, -trees from rolled_up
       join (
         select accounts.id, between_them.id as below, unnest(between_them.lineage) as above
         from accounts join accounts between_them on between_them.id = any(accounts.lineage)
       ) pairs on pairs.id = rolled_up.account_id and (above <> below or below = pairs.id)
     ) entries group by account_id, below_id having sum(pages) <> 0 or sum(trees) <> 0`,
  ),
  ledgerCheck(
    'trees in projects that count as rolled up are rolled up to the last one',
    `select 'account ' || account_id || ' in project ' || project_id as what from account_plantings
     where rolled and (trees <> rolled_trees or covered_trees <> rolled_covered_trees)`,
  ),
  ledgerCheck(
    'trees of the accounts below in a project are what was rolled up of each',
    `select 'accounts below ' || account_id || ' in project ' || project_id as what from (
       select account_id, project_id, trees, covered_trees from planting_rollups
       union all
       select above, project_id, -rolled_trees, -rolled_covered_trees from account_plantings
       join (select id, unnest(lineage) as above from accounts) lineages on id = account_id and above <> account_id
     ) entries group by account_id, project_id having sum(trees) <> 0 or sum(covered_trees) <> 0`,
  ),
  // These are not equal: what a version without this counter has written is added later.
  ledgerCheck(
    'no month has more tonnes than carbon offsets',
    `select 'account ' || account_id || ' in ' || month as what from (
       select account_id, month, mtco2e from account_volume
       union all
       select account_id, date_trunc('month', date at time zone 'UTC')::date, -mtco2e from carbon_offsets
     ) entries group by account_id, month having sum(mtco2e) > 0`,
  ),
  ledgerCheck(
    'no account has more trees in a project than offsets',
    `select 'account ' || account_id || ' in project ' || project_id as what from (
       select account_id, project_id, trees from account_plantings
       union all select account_id, project_id, trees from project_plantings
       union all select account_id, project_id, -trees from biomass_offsets
     ) entries group by account_id, project_id having sum(trees) > 0`,
  ),
  ledgerCheck(
    'covered trees of an account in a project are not more than those of its certificates',
    `select 'account ' || account_id || ' in project ' || project_id as what from (
       select account_id, project_id, covered_trees as trees from account_plantings where covered_trees <> 0
       union all select account_id, project_id, -covered_trees from biomass_certificates where covered_trees <> 0
     ) entries group by account_id, project_id having sum(trees) > 0`,
  ),
];
