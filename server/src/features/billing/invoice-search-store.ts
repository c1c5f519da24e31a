import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { selectAccessible } from '../../database/search-sql.js';
import { crossAccountStatement } from '../../database/statement.js';

export interface FoundInvoice {
  readonly id: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly number: number;
  readonly createdAt: Date;
}

const columns = 'number, created_at';
const reason = 'a search concerns all accessible accounts';

const selectById = crossAccountStatement<FoundInvoice>(
  reason,
  selectAccessible('invoices', columns, 'id = $2'),
);
const selectByNumber = crossAccountStatement<FoundInvoice>(
  reason,
  selectAccessible('invoices', columns, 'number = $2'),
);

/** Within an account and those below it; null for all. */
export const searchInvoiceById = (
  db: Database,
  ancestor: AccountId | null,
  id: string,
): Promise<FoundInvoice[]> => db.rows(selectById, [ancestor, id]);

export const searchInvoiceByNumber = (
  db: Database,
  ancestor: AccountId | null,
  number: number,
): Promise<FoundInvoice[]> => db.rows(selectByNumber, [ancestor, number]);
