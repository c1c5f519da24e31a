import { randomBytes } from 'node:crypto';
import { accountHash, type CertificateIssued } from '@regrove/verify';
import { noteAdopted } from '../methodologies/enter-methodologies.js';
import type { Transaction } from '../../database/database.js';
import { columnParameters } from '../../database/column-parameters.js';
import { acrossAccounts } from '../../database/statement.js';
import { decimal, type Decimal, type Whole } from '../../platform/decimals.js';
import { timeOfId } from '../../platform/ids.js';
import { isoDay } from '../../platform/time/months.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import type { LogSource } from '../../database/log-source.js';

interface StoredCertificate {
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

interface EnteredCertificate extends StoredCertificate {
  readonly index: number;
  /** Null: it was deleted, so that nobody can prove the name any more. */
  readonly salt: Buffer | null;
}

const reason = 'the certificates of all accounts are entered in one log';

// Certificates from before the log, and of a previous version that is still running, have no `issued_at`. They follow in the order of
// their ids, which have the time in them. The date is that of the offset and finds it by an index.
const select = acrossAccounts<StoredCertificate>(
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

const mark = acrossAccounts(
  reason,
  `update biomass_certificates set log_index = one.index, salt = one.salt, issued_at = one.issued_at,
     methodology_id = one.methodology_id, account_name = one.account_name, project_name = one.project_name
   from unnest(${marked.lists}) as one (of_account, of_id, index, salt, issued_at, methodology_id, account_name, project_name)
   where account_id = any($1::uuid[]) and account_id = of_account and id = of_id`,
);

const selectEntered = acrossAccounts<EnteredCertificate>(
  reason,
  `select account_id, id, issued_at, date, pages, trees, project_id, project_name, methodology_id, account_name,
     log_index as index, salt
   from biomass_certificates where log_index >= $1 and log_index < $2 order by log_index limit $3`,
);

const selectMissing = acrossAccounts<{ id: string }>(
  reason,
  `select id from biomass_certificates where log_index is null and issued_at < $1 order by issued_at, id limit $2`,
);

export const certificates: LogSource = {
  name: 'certificate',
  async take(db: Transaction, first: number, limit: number) {
    const issued = (await db.rows(select, [limit])).map((certificate, number) => ({
      ...certificate,
      issuedAt: certificate.issuedAt ?? timeOfId(certificate.id),
      index: first + number,
      salt: randomBytes(32),
    }));
    if (issued.length > 0) await db.rows(mark, marked.listsOf(issued));
    await noteAdopted(db, uniqueMethodologies(issued));
    return Promise.all(issued.map(issuedEntry));
  },
  entered: async (db, first, end, limit) =>
    Promise.all(
      (await db.rows(selectEntered, [first, end, limit])).map(async (row) => ({
        index: row.index,
        id: row.id,
        entry: await issuedEntry(row),
        unknown: row.salt ? undefined : 'account',
      })),
    ),
  missing: async (db, before, limit) => (await db.rows(selectMissing, [before, limit])).map(({ id }) => id),
};

const uniqueMethodologies = (certificates: readonly StoredCertificate[]): readonly string[] => [
  ...new Set(certificates.flatMap(({ methodologyId }) => methodologyId ?? [])),
];

/** What the log tells of a certificate. Without its salt, nobody can find out the name. */
async function issuedEntry(certificate: EnteredCertificate): Promise<CertificateIssued> {
  const { id, issuedAt, date, pages, trees, projectId, projectName, methodologyId } = certificate;
  return {
    v: 1,
    type: 'certificate.issued',
    id,
    at: issuedAt ? formatTimestamp(issuedAt) : '',
    date: isoDay(date),
    pages: exactPages(pages),
    trees: decimal(trees).toFixed(6),
    project: { id: projectId, name: projectName },
    methodology: methodologyId,
    account: certificate.salt ? await accountHash(certificate.salt, certificate.accountName) : '',
  };
}

/** Numbers in the log are those that everybody reads exactly. The pages of a month may be more. */
const exactPages = (pages: Whole): number | string =>
  Number.isSafeInteger(Number(pages)) ? Number(pages) : String(pages);
