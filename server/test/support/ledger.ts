import { expect } from 'vitest';
import { reconcile } from '../../src/installation/ledger/reconcile.js';
import type { TestServer } from './test-server.js';

/** Checks what must be true across tables whatever was raced, refused or interrupted. */
export async function expectLedgerInBalance({ running }: TestServer): Promise<void> {
  const findings = await reconcile(running.instance.pool);
  expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([]);
}

/** Updates the counters after a test has inserted many offsets directly into the table. */
export async function recalculateCounters(server: TestServer): Promise<void> {
  const sql = (text: string): Promise<unknown> => server.sql(text);
  await sql('delete from account_volume');
  await sql(`
    insert into account_volume (account_id, month, pages, trees)
    select account_id, date_trunc('month', date at time zone 'UTC')::date, sum(pages), sum(trees)
    from biomass_offsets group by 1, 2`);
  // Recomputed when an offset is created.
  await sql('delete from account_unbilled');
  await sql('delete from project_plantings');
  await sql(`
    update forestry_projects set planted_trees = coalesce(
      (select sum(trees) from biomass_offsets where project_id = forestry_projects.id), 0)`);
}
