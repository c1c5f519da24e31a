import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';

/** A month with reforestation; `month` is its first day. */
export interface MonthVolume {
  readonly month: string;
  readonly pages: Whole;
  readonly trees: Decimal;
}

const select = statement<MonthVolume>(
  'select month, pages, trees from account_volume where account_id = $1 and month between $2 and $3',
);

export const listVolume = (
  db: Database,
  account: AccountId,
  first: string,
  last: string,
): Promise<MonthVolume[]> => db.rows(select, [account, first, last]);
