import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { isoDay } from '../../platform/time/months.js';

/** What invoices come to. */
export interface SoldAmounts {
  readonly currency: string;
  readonly net: Decimal;
  /** Null: without a tax line. */
  readonly tax: Decimal | null;
  /** Their credit notes, whenever they were issued: with tax, as a positive amount. */
  readonly credited: Decimal;
}

/** An invoice, as whoever sold it lists it. */
export interface Sale extends SoldAmounts {
  readonly id: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly externalId: string | null;
  readonly number: number;
  /** The first day of the month. */
  readonly month: string;
  readonly createdAt: Date;
}

/** All invoices of a month in one currency. */
export interface SalesSum extends SoldAmounts {
  readonly invoices: number;
}

const columns = `invoices.id, invoices.account_id, accounts.display_name as account_name, external_id, invoices.number, month,
     currency, total as net, invoices.tax, coalesce(notes.credited, 0) as credited, invoices.created_at`;

export const soldSums = `count(*) as invoices, sum(total) as net, sum(invoices.tax) as tax,
     coalesce(sum(notes.credited), 0) as credited`;

const from = (isOfAccounts = 'true'): string => `
   from invoices join accounts on accounts.id = invoices.account_id
   left join lateral (
     select sum(note.amount + coalesce(note.tax, 0)) as credited from credit_notes note
     where note.account_id = invoices.account_id and note.invoice_id = invoices.id and ${isOfAccounts}
   ) notes on true`;

const ofAccounts = `${from('note.account_id = any($2::uuid[])')}
   where accounts.lineage @> array[$1::uuid] and invoices.account_id = any($2::uuid[]) and month = $3`;

const reason = 'an account reads the invoices of accounts below it';
const selectOf = crossAccountStatement<Sale>(
  reason,
  `select ${columns} ${ofAccounts} order by invoices.account_id`,
);
const sumOfAccounts = crossAccountStatement<SalesSum>(
  reason,
  `select currency, ${soldSums} ${ofAccounts} group by currency`,
);

/** Invoices of a month, at most one for each of the accounts, in their order. */
export const listSalesOf = (
  db: Database,
  ancestor: AccountId,
  accounts: readonly AccountId[],
  month: Date,
): Promise<Sale[]> => db.rows(selectOf, [ancestor, accounts, isoDay(month)]);

/** The same, added up: one per currency, because the currency of the installation may have changed. */
export const sumSalesOf = (
  db: Database,
  ancestor: AccountId,
  accounts: readonly AccountId[],
  month: Date,
): Promise<SalesSum[]> => db.rows(sumOfAccounts, [ancestor, accounts, isoDay(month)]);

const selectOfAll = crossAccountStatement<Sale>(
  'the operator reads the invoices of all accounts',
  `select ${columns} ${from()} where month = $1 and invoices.number > $2 order by invoices.number limit $3`,
);

/** Invoices of a month of all accounts, by number, after the number `after`. */
export const listAllSales = (
  db: Database,
  month: Date,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Sale[]> => db.rows(selectOfAll, [isoDay(month), after, limit]);
