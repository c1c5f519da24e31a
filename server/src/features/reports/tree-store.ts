import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { acrossAccounts } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import type { ReportYear } from './report-year.js';

const reason = 'a report adds up the certificates of an account, or of the accounts below it';

/** What was certified in one project. */
export interface CertifiedTrees {
  readonly projectId: string;
  readonly certificates: Whole;
  readonly pages: Decimal;
  readonly trees: Decimal;
}

type Range = Pick<ReportYear, 'start' | 'end'>;

const ofYear = 'account_id = any($1::uuid[]) and withdrawn_at is null and date >= $2 and date < $3';

const selectTrees = acrossAccounts<CertifiedTrees>(
  reason,
  `select project_id, count(*) as certificates, sum(pages) as pages, sum(trees) as trees
   from biomass_certificates where ${ofYear} group by project_id`,
);

/** By project, without withdrawn certificates. */
export const sumCertifiedTrees = (
  db: Database,
  accounts: readonly AccountId[],
  { start, end }: Range,
): Promise<CertifiedTrees[]> => db.rows(selectTrees, [accounts, start, end]);

export interface ReportedCertificate {
  readonly id: string;
  readonly accountId: AccountId;
  readonly projectId: string;
  readonly date: Date;
  readonly pages: Whole;
  readonly trees: Decimal;
  readonly logIndex: number | null;
}

const selectCertificates = acrossAccounts<ReportedCertificate>(
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
