import { reconcile } from './compiled-server.mjs';

const sums = `
  select (select jsonb_build_array(count(*), sum(pages), sum(trees), sum(price)) from biomass_offsets) as offsets,
    (select jsonb_build_array(count(*), sum(pages), sum(trees)) from biomass_certificates) as certificates,
    (select jsonb_build_array(count(*), sum(deposits), sum(mass_g), sum(pages), sum(trees)) from settlements
      where settled_at is not null) as settlements,
    (select jsonb_build_array(count(*), sum(pages), sum(trees)) from account_volume) as volumes,
    (select jsonb_build_array(count(*), sum(trees)) from project_plantings) as uncounted,
    (select jsonb_build_array(count(*), sum((after ->> 'trees')::numeric), sum((after ->> 'pages')::bigint),
      sum(jsonb_array_length(after -> 'biomass_offset_ids'))) from audit_entries where action = 'settlement.create') as audited,
    (select count(*) from deposits where processed_at is not null) as deposits,
    (select count(*) from month_ends where closed_at is not null) as closed`;

/** What a close has issued, in figures that do not depend on random ids and choices of projects. */
export const issuedTotals = async (pool) => (await pool.withClient((client) => client.query(sums))).rows[0];

export async function requireBalance(pool) {
  const findings = await reconcile(pool, { time: { now: new Date(), isSandbox: false } });
  const broken = findings.filter((finding) => finding.violations.length > 0);
  if (broken.length > 0)
    throw new Error(`The books are not in balance: ${JSON.stringify(broken.slice(0, 3))}`);
}
