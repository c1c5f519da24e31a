import type { AccountId } from '../accounts/account.js';
import { originColumn } from '../methodologies/methodology-origin-store.js';
import type { Locale } from '../../messages/locales.js';
import type { MethodologyOrigin } from '../../messages/methodology-text.js';
import type { Database } from '../../database/database.js';
import { queryAllNodes, selectAcrossNodes } from '../../database/across-nodes.js';
import { nodeUnavailable } from '../../database/failures.js';
import { statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';

/** What anyone who has the URL of a certificate may see. */
export interface PublicCertificate {
  readonly id: string;
  /** Not to be shown. */
  readonly accountId: AccountId;
  readonly date: Date;
  readonly pages: Whole;
  readonly trees: Decimal;
  readonly withdrawnAt: Date | null;
  /** As the account was called when it was issued. */
  readonly accountName: string;
  readonly locale: Locale;
  readonly projectId: string;
  readonly projectName: string;
  readonly latitude: number;
  readonly longitude: number;
  /** The region or town. Empty: none. */
  readonly place: string;
  /** Null: its offset was deleted before certificates kept it. */
  readonly methodology: MethodologyOrigin | null;
  /** When the project's picture was set. Null: it has none. */
  readonly pictureAt: Date | null;
  /** Where it is in the transparency log. Null: it is being entered. */
  readonly logIndex: number | null;
  /** Only to be shown in its proof. */
  readonly salt: Buffer | null;
}

const selectWhere = (where: string): string => `
    select certificate.id, certificate.account_id, date, pages, trees, withdrawn_at,
      coalesce(certificate.account_name, display_name) as account_name, locale,
      certificate.project_id, coalesce(certificate.project_name, project.name) as project_name, forest_latitude as latitude,
      forest_longitude as longitude, place, picture.updated_at as picture_at,
      ${originColumn('methodologies')} as methodology,
      certificate.log_index, salt
    from biomass_certificates certificate
    join accounts on accounts.id = certificate.account_id
    join forestry_projects project on project.id = certificate.project_id
    left join methodologies on methodologies.id = certificate.methodology_id
    left join project_pictures picture on picture.project_id = certificate.project_id
    where ${where}`;

const select = selectAcrossNodes<PublicCertificate>(
  'a permalink has only the ID of the certificate, and anyone who has it may see the certificate',
  { table: 'biomass_certificates', as: 'certificate', where: 'certificate.id = $1' },
  selectWhere,
);

export async function findPublicCertificate(
  db: Database,
  id: string,
): Promise<PublicCertificate | undefined> {
  const { rows, isComplete } = await queryAllNodes(db, select, [id]);
  if (rows.length === 0 && !isComplete) throw nodeUnavailable();
  return rows[0];
}

const selectOfAccount = statement<PublicCertificate>(
  selectWhere('certificate.account_id = $1 and certificate.id = $2'),
);

/** The same if the account is known: asks one node only. */
export const findPublicCertificateOfAccount = (
  db: Database,
  account: AccountId,
  id: string,
): Promise<PublicCertificate | undefined> => db.first(selectOfAccount, [account, id]);
