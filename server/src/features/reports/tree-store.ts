import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import type { ReportYear } from './report-year.js';

const reason = 'a report adds up the certificates of an account, or of the accounts below it';

/** What was certified in one project. */
export interface CertifiedTrees {
  readonly projectId: string;
  readonly certificates: Whole;
  readonly pages: Decimal;
  readonly trees: Decimal;
  /** What of these plantings cover. */
  readonly planted: Decimal;
  /** What of the planted ones has died by a newer audit; until the job that covers trees has freed it. */
  readonly lost: Decimal;
}

type Range = Pick<ReportYear, 'start' | 'end'>;

const ofYear = 'account_id = any($1::uuid[]) and withdrawn_at is null and date >= $2 and date < $3';

const selectTrees = crossAccountStatement<Omit<CertifiedTrees, 'lost'>>(
  reason,
  `select project_id, count(*) as certificates, sum(pages) as pages, sum(trees) as trees, sum(covered_trees) as planted
   from biomass_certificates where ${ofYear} group by project_id`,
);

const selectDying = statement<{ id: string }>(
  'select id from plantings where project_id = any($1::uuid[]) and covered_trees > surviving_trees',
);

const selectLost = crossAccountStatement<Pick<CertifiedTrees, 'projectId' | 'lost'>>(
  reason,
  `select certified.project_id,
     sum(certificate_coverings.trees - trunc(certificate_coverings.trees * surviving_trees / plantings.covered_trees, 6)) as lost
   from biomass_certificates certified
   join certificate_coverings on certificate_coverings.account_id = certified.account_id
     and certificate_coverings.certificate_id = certified.id
   join plantings on plantings.id = planting_id
   where certified.account_id = any($1::uuid[]) and withdrawn_at is null and date >= $2 and date < $3
     and planting_id = any($4::uuid[])
   group by certified.project_id`,
);

/** By project, without withdrawn certificates. */
export async function sumCertifiedTrees(
  db: Database,
  accounts: readonly AccountId[],
  { start, end }: Range,
): Promise<CertifiedTrees[]> {
  const rows = await db.rows(selectTrees, [accounts, start, end]);
  const dying = await db.rows(selectDying, [rows.map(({ projectId }) => projectId)]);
  const ids = dying.map(({ id }) => id);
  const losses = ids.length === 0 ? [] : await db.rows(selectLost, [accounts, start, end, ids]);
  const lost = new Map(losses.map((row) => [row.projectId, row.lost]));
  return rows.map((row) => ({ ...row, lost: lost.get(row.projectId) ?? '0' }));
}

export interface ReportedCertificate {
  readonly id: string;
  readonly accountId: AccountId;
  readonly projectId: string;
  readonly date: Date;
  readonly pages: Whole;
  readonly trees: Decimal;
  readonly logIndex: number | null;
}

const selectCertificates = crossAccountStatement<ReportedCertificate>(
  reason,
  `select id, account_id, project_id, date, pages, trees, log_index
   from biomass_certificates where ${ofYear} order by date, id limit $4`,
);

/** The first of the year, oldest first. */
export const listReportedCertificates = (
  db: Database,
  accounts: readonly AccountId[],
  { start, end }: Range,
  limit: number,
): Promise<ReportedCertificate[]> => db.rows(selectCertificates, [accounts, start, end, limit]);
