import { columnParameters } from '../../database/column-parameters.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';

export interface StoredCertificate {
  readonly accountId: string;
  readonly id: string;
  /** Null: its offset was deleted before there was a log. */
  readonly issuedAt: Date | null;
  readonly date: Date;
  readonly pages: Whole;
  readonly trees: Decimal;
  readonly projectId: string;
  readonly projectName: string;
  /** Null: its offset was deleted before there was a log. */
  readonly methodologyId: string | null;
  readonly accountName: string;
}

export interface LoggedCertificate extends StoredCertificate {
  readonly index: number;
  /** Null: it was deleted, so that nobody can prove the name any more. */
  readonly salt: Buffer | null;
}

const reason = 'the certificates of all accounts are entered in one log';

// Certificates from before the log, and of a previous version that is still running, have no `issued_at`. They follow in the order of
// their ids, which have the time in them. The date is that of the offset and finds it by an index.
const select = crossAccountStatement<StoredCertificate>(
  reason,
  `select certificate.account_id, certificate.id, coalesce(certificate.issued_at, made.created_at) as issued_at,
     certificate.date, certificate.pages, certificate.trees, certificate.project_id,
     coalesce(certificate.project_name, forestry_projects.name) as project_name,
     coalesce(certificate.methodology_id, made.methodology_id) as methodology_id,
     coalesce(certificate.account_name, accounts.display_name) as account_name
   from biomass_certificates certificate
     join accounts on accounts.id = certificate.account_id
     join forestry_projects on forestry_projects.id = certificate.project_id
     left join biomass_offsets made on certificate.issued_at is null and made.account_id = certificate.account_id
       and made.date = certificate.date and made.certificate_id = certificate.id
   where certificate.log_index is null
   order by certificate.issued_at, certificate.id limit $1`,
);

export const listUnloggedCertificates = (db: Database, limit: number): Promise<StoredCertificate[]> =>
  db.rows(select, [limit]);

const marked = columnParameters(1, {
  accountId: 'uuid',
  id: 'uuid',
  index: 'bigint',
  salt: 'bytea',
  issuedAt: 'timestamptz',
  methodologyId: 'uuid',
  accountName: 'text',
  projectName: 'text',
});

const mark = crossAccountStatement(
  reason,
  `update biomass_certificates set log_index = one.index, salt = one.salt, issued_at = one.issued_at,
     methodology_id = one.methodology_id, account_name = one.account_name, project_name = one.project_name
   from unnest(${marked.lists}) as one (of_account, of_id, index, salt, issued_at, methodology_id, account_name, project_name)
   where account_id = any($1::uuid[]) and account_id = of_account and id = of_id`,
);

export async function markCertificatesLogged(
  db: Transaction,
  certificates: readonly LoggedCertificate[],
): Promise<void> {
  if (certificates.length > 0) await db.rows(mark, marked.listsOf(certificates));
}

const selectEntered = crossAccountStatement<LoggedCertificate>(
  reason,
  `select account_id, id, issued_at, date, pages, trees, project_id, project_name, methodology_id, account_name,
     log_index as index, salt
   from biomass_certificates where log_index >= $1 and log_index < $2 order by log_index limit $3`,
);

/** Those with an index from `first` up to, but not including, `end`. */
export const listLoggedCertificates = (
  db: Database,
  first: number,
  end: number,
  limit: number,
): Promise<LoggedCertificate[]> => db.rows(selectEntered, [first, end, limit]);

const selectMissing = crossAccountStatement<{ id: string }>(
  reason,
  `select id from biomass_certificates where log_index is null and (issued_at is null or issued_at < $1)
   order by issued_at, id limit $2`,
);

/** The ids of those issued before that time that are not in the log. */
export const listMissingCertificates = async (db: Database, before: Date, limit: number): Promise<string[]> =>
  (await db.rows(selectMissing, [before, limit])).map(({ id }) => id);
