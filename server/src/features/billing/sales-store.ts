import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { acrossAccounts } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { isoDay } from '../../platform/time/months.js';

/** An invoice of an account below. */
export interface Sale {
  readonly id: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly externalId: string | null;
  readonly number: number;
  /** The first day of the month. */
  readonly month: string;
  readonly currency: string;
  readonly total: Decimal;
  readonly createdAt: Date;
}

const select = acrossAccounts<Sale>(
  'an account reads the invoices of accounts below it',
  `select invoices.id, account_id, accounts.display_name as account_name, external_id, number, month, currency, total,
     invoices.created_at
   from invoices join accounts on accounts.id = account_id
   where accounts.lineage @> array[$1::uuid] and account_id = any($2::uuid[]) and month = $3
   order by account_id`,
);

/** Invoices of a month, at most one for each of the accounts, in their order. */
export const listSalesOf = (
  db: Database,
  ancestor: AccountId,
  accounts: readonly AccountId[],
  month: Date,
): Promise<Sale[]> => db.rows(select, [ancestor, accounts, isoDay(month)]);
