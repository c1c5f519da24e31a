import { expect } from 'vitest';
import type { TestServer } from './test-server.js';

const mismatches = {
  'offsets without their certificate': `
    select id from biomass_offsets o where not exists (
      select from biomass_certificates c
      where (c.account_id, c.id, c.project_id, c.date, c.pages, c.trees)
        = (o.account_id, o.certificate_id, o.project_id, o.date, o.pages, o.trees) and withdrawn_at is null)`,
  'certificates without their offset': `
    select id from biomass_certificates c where withdrawn_at is null and not exists (
      select from biomass_offsets o where (o.account_id, o.certificate_id) = (c.account_id, c.id))`,
  'months whose volume is not the sum of their offsets': `
    select account_id, month from (
      select account_id, month, pages, trees from account_volume
      union all
      select account_id, date_trunc('month', date at time zone 'UTC')::date, -pages, -trees from biomass_offsets
    ) entries group by account_id, month having sum(pages) <> 0 or sum(trees) <> 0`,
  'projects whose trees are not the sum of their offsets': `
    select project_id from (
      select id as project_id, planted_trees as trees from forestry_projects
      union all select project_id, trees from project_plantings
      union all select project_id, -trees from biomass_offsets
    ) entries group by project_id having sum(trees) <> 0`,
  'placed orders that lost their offsets, and drafts that have some': `
    select id from orders o where (status = 'placed') <> exists (
      select from biomass_offsets b where (b.account_id, b.order_id) = (o.account_id, o.id)
      union all select from carbon_offsets c where (c.account_id, c.order_id) = (o.account_id, o.id))`,
};

/** What must hold between the tables whatever was raced, refused or broken off. */
export async function expectBooksInBalance(server: TestServer): Promise<void> {
  for (const [mismatch, query] of Object.entries(mismatches)) {
    expect({ [mismatch]: await server.sql(query) }).toEqual({ [mismatch]: [] });
  }
}
