import { expect } from 'vitest';
import type { LedgerFinding } from '../../src/installation/ledger/ledger-finding.js';
import type { KnownLog } from '../../src/installation/ledger/log-checks.js';
import { reconcile } from '../../src/installation/ledger/reconcile.js';
import { expectEventsOfEntries } from './events-of-entries.js';
import type { TestServer } from './test-server.js';

/** What `doctor --ledger` would find, at the time of the server. */
export const ledgerFindings = (
  server: TestServer,
  schema = 'public',
  log?: KnownLog,
): Promise<LedgerFinding[]> =>
  reconcile(server.running.instance.pool, {
    time: { now: server.now(), isSandbox: schema !== 'public' },
    ...(log && { log }),
  });

/** Checks what must be true across tables whatever was raced, refused or interrupted. */
export async function expectLedgerInBalance(server: TestServer, schema = 'public'): Promise<void> {
  const findings = await ledgerFindings(server, schema);
  expect(findings.filter(({ violations }) => violations.length > 0)).toEqual([]);
  await expectEventsOfEntries(server, schema);
}

/** Updates the counters after a test has inserted many offsets directly into the table. */
export async function recalculateCounters(server: TestServer): Promise<void> {
  const sql = (text: string): Promise<unknown> => server.sql(text);
  await sql('delete from account_rollups');
  await sql('update account_ranking set pages = 0, trees = 0');
  await sql('delete from account_volume');
  await sql(`
    insert into account_volume (account_id, month, pages, trees)
    select account_id, date_trunc('month', date at time zone 'UTC')::date, sum(pages), sum(trees)
    from biomass_offsets group by 1, 2`);
  await sql('delete from account_unbilled');
  await sql(`
    insert into account_unbilled (account_id, amount)
    select account_id, sum(price) from (
      select account_id, price from biomass_offsets where billed_at is null
      union all
      select account_id, price from carbon_offsets where billed_at is null
    ) unbilled group by account_id`);
  await sql('delete from project_plantings');
  await sql('delete from planting_rollups');
  await sql('delete from account_plantings');
  await sql(`
    insert into account_plantings (account_id, project_id, trees)
    select account_id, project_id, sum(trees) from biomass_offsets group by account_id, project_id`);
  await sql('update forestry_projects set planted_trees = 0');
  await sql(`
    update forestry_projects set planted_trees = planted.trees
    from (select project_id, sum(trees) as trees from biomass_offsets group by project_id) planted
    where forestry_projects.id = planted.project_id`);
}
