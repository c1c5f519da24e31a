import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { selectAccessible } from '../../database/search-sql.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';

export interface FoundCertificate {
  readonly id: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly date: Date;
  readonly trees: Decimal;
}

const columns = 'date, trees';
const reason = 'a search concerns all accessible accounts';

const selectById = crossAccountStatement<FoundCertificate>(
  reason,
  selectAccessible('biomass_certificates', columns, 'id = $2 and withdrawn_at is null'),
);
const selectByNumber = crossAccountStatement<FoundCertificate>(
  reason,
  selectAccessible('biomass_certificates', columns, 'right(id::text, 12) = $2 and withdrawn_at is null'),
);

/** Within an account and those below it; null for all. */
export const searchCertificateById = (
  db: Database,
  ancestor: AccountId | null,
  id: string,
): Promise<FoundCertificate[]> => db.rows(selectById, [ancestor, id]);

/** By the end of the id, in lower case, which a certificate has as its number. */
export const searchCertificateByNumber = (
  db: Database,
  ancestor: AccountId | null,
  digits: string,
): Promise<FoundCertificate[]> => db.rows(selectByNumber, [ancestor, digits]);
