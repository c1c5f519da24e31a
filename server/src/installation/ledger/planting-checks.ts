import { hourMs } from '../../platform/time/durations.js';
import { ledgerCheck, sharedLedgerCheck, type LedgerCheck, type LedgerTime } from './ledger-check.js';

// The job that covers and releases trees runs every hour, in a sandbox once a day, and may have to try again. Nothing is compared with what it
// has done since: a job that always fails has done nothing.
const hoursForJob = 3;
const hoursForJobInSandbox = 26;
const whenJobHadToRun = ({ now, isSandbox }: LedgerTime): readonly Date[] => [
  new Date(now.getTime() - (isSandbox ? hoursForJobInSandbox : hoursForJob) * hourMs),
];

/** Invariants between plantings and the certificates whose trees they cover. */
export const plantingChecks: readonly LedgerCheck[] = [
  ledgerCheck(
    'the covered trees of a planting equal its coverings',
    `select 'planting ' || id || ' covers ' || covered_trees || ' trees, but its coverings add up to ' || coalesce(covered, 0)
       as what
     from plantings
     left join (select planting_id, sum(trees) as covered from certificate_coverings group by planting_id) sums
       on planting_id = id
     where covered_trees <> coalesce(covered, 0)`,
  ),
  ledgerCheck(
    'the covered trees of a certificate equal its coverings',
    `select 'certificate ' || certificate_id || ' of account ' || account_id as what from (
       select account_id, id as certificate_id, covered_trees as trees from biomass_certificates where covered_trees <> 0
       union all
       select account_id, certificate_id, -trees from certificate_coverings
     ) entries group by account_id, certificate_id having sum(trees) <> 0`,
  ),
  ledgerCheck(
    'no certificate is covered beyond its trees',
    `select 'certificate ' || id || ' of account ' || account_id || ' has ' || covered_trees || ' of ' || trees as what
     from biomass_certificates where covered_trees > trees or covered_trees < 0`,
  ),
  // Between a change and the next run of the job, a planting may cover trees of which the audit says that they died.
  sharedLedgerCheck(
    'no planting covers more trees than live, for longer than the job needs',
    `select 'planting ' || id || ' covers ' || covered_trees || ' of ' || surviving_trees as what
     from plantings where covered_trees > surviving_trees and updated_at < $1`,
    whenJobHadToRun,
  ),
  sharedLedgerCheck(
    'surviving trees are the trees times the newest rate, rounded down',
    `select 'planting ' || id || ' has ' || surviving_trees || ' of ' || trees as what
     from plantings
     where surviving_trees <> trunc(trees * coalesce((survival -> -1 ->> 'rate')::numeric, 1), 6)`,
  ),
  ledgerCheck(
    'a withdrawn certificate holds no trees, for longer than the job needs',
    `select 'certificate ' || id || ' of account ' || account_id || ' holds ' || covered_trees as what
     from biomass_certificates where withdrawn_at < $1 and covered_trees <> 0`,
    whenJobHadToRun,
  ),
  ledgerCheck(
    'a certificate is covered by plantings of its project only',
    `select 'certificate ' || certificate_id || ' of account ' || certificate.account_id || ' by planting ' || planting_id as what
     from certificate_coverings
     join plantings on plantings.id = planting_id
     join biomass_certificates certificate
       on certificate.account_id = certificate_coverings.account_id and certificate.id = certificate_id
     where certificate.project_id <> plantings.project_id`,
  ),
];

// As the records of plantings have them. JavaScript writes the smallest numbers in another way than PostgreSQL.
const audits = (list: string, day: string): string => `(
       select jsonb_agg(jsonb_build_array(audit ->> '${day}', (audit ->> 'rate')::numeric(7, 6), audit ->> 'auditor') order by place)
       from jsonb_array_elements(${list}) with ordinality audits (audit, place))`;
const coordinates = `regexp_replace(
       replace((polygon -> 'coordinates')::text, ' ', ''), '(?<![0-9])0\\.000000([1-9])(?![0-9])', '\\1e-7', 'g')`;
const polygonHash = `encode(sha256(convert_to(
       '{"coordinates":' || ${coordinates} || ',"type":"' || (polygon ->> 'type') || '"}', 'UTF8')), 'hex')`;

/** For plantings that are in the transparency log: those of sandboxes are copies, and have no records. */
export const plantingRecordChecks: readonly LedgerCheck[] = [
  sharedLedgerCheck(
    'a planting is as it was recorded last',
    `select 'planting ' || id as what
     from plantings left join (
       select distinct on (planting_id) planting_id, facts from planting_records
       order by planting_id, recorded_at desc, planting_records.id desc
     ) newest on planting_id = plantings.id
     where (reference, project_id::text, planted_on::text, trees, partner, to_jsonb(species),
         ${audits('survival', 'auditedOn')}, ${polygonHash})
       is distinct from (facts ->> 'reference', facts -> 'project' ->> 'id', facts ->> 'planted_on',
         (facts ->> 'trees')::numeric, facts ->> 'partner', facts -> 'species',
         ${audits("facts -> 'survival'", 'audited_on')}, facts ->> 'polygon')`,
  ),
];
