import type { Database } from '../../database/database.js';
import { acrossAccounts } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { isoDay } from '../../platform/time/months.js';

/** Totals of a month's invoices in one currency. */
export interface BilledMonth {
  /** YYYY-MM-DD */
  readonly month: string;
  readonly currency: string;
  readonly invoices: number;
  readonly total: Decimal;
}

const selectBetween = acrossAccounts<BilledMonth>(
  'the operator sees the totals billed to all accounts',
  `select month, currency, count(*) as invoices, sum(total) as total from invoices
   where month between $1 and $2 group by month, currency order by currency`,
);

/** One per month and currency, because the currency of the installation may have changed. */
export const billedMonths = (db: Database, from: Date, to: Date): Promise<BilledMonth[]> =>
  db.rows(selectBetween, [isoDay(from), isoDay(to)]);
