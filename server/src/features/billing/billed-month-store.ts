import type { Database } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';
import { isoDay } from '../../platform/time/months.js';
import { soldSums, type SalesSum } from './sales-store.js';

/** A month's invoices in one currency, added up. */
export interface BilledMonth extends SalesSum {
  /** YYYY-MM-DD */
  readonly month: string;
}

// Credit notes are few: adding all of them up is faster than looking for those of each invoice.
const selectBetween = crossAccountStatement<BilledMonth>(
  'the operator sees the totals billed to all accounts',
  `select month, currency, ${soldSums}
   from invoices left join (
     select account_id, invoice_id, sum(amount + coalesce(tax, 0)) as credited from credit_notes
     group by account_id, invoice_id
   ) notes on notes.account_id = invoices.account_id and notes.invoice_id = invoices.id
   where month between $1 and $2 group by month, currency order by currency`,
);

/** One per month and currency, because the currency of the installation may have changed. */
export const billedMonths = (db: Database, from: Date, to: Date): Promise<BilledMonth[]> =>
  db.rows(selectBetween, [isoDay(from), isoDay(to)]);
