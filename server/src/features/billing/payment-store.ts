import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { AccountId } from '../accounts/account.js';

const selectDue = statement<{ due: Decimal }>(`
  select total + coalesce(tax, 0) - (
    select coalesce(sum(note.amount + coalesce(note.tax, 0)), 0) from credit_notes note
    where note.account_id = $1 and note.invoice_id = $2 and (note.created_at at time zone 'UTC')::date <= $3::date
  ) as due
  from invoices where account_id = $1 and id = $2`);

/** With tax, less the credit notes up to that day: nobody could know of later ones when they paid. */
export async function dueOnDay(
  db: Database,
  account: AccountId,
  invoiceId: string,
  day: string,
): Promise<Decimal> {
  const found = await db.first(selectDue, [account, invoiceId, day]);
  if (!found) throw new Error(`invoice ${invoiceId} is gone`);
  return found.due;
}

export interface Payment {
  /** YYYY-MM-DD */
  readonly paidOn: string;
  /** Null for payments from before amounts were kept. */
  readonly amount: Decimal | null;
}

const insert = statement<{ invoiceId: string }>(`
  insert into invoice_payments (account_id, invoice_id, paid_on, amount, created_at) values ($1, $2, $3, $4, $5)
  on conflict (account_id, invoice_id) do nothing returning invoice_id`);

/** False if the invoice is marked already. */
export const insertPayment = async (
  db: Transaction,
  account: AccountId,
  payment: Payment & { readonly invoiceId: string; readonly now: Date },
): Promise<boolean> =>
  (await db.first(insert, [account, payment.invoiceId, payment.paidOn, payment.amount, payment.now])) !==
  undefined;

const select = statement<Payment>(
  'select paid_on, amount from invoice_payments where account_id = $1 and invoice_id = $2',
);

/** Undefined if the invoice is not paid. */
export const findPayment = (
  db: Database,
  account: AccountId,
  invoiceId: string,
): Promise<Payment | undefined> => db.first(select, [account, invoiceId]);

const remove = statement<Payment>(
  'delete from invoice_payments where account_id = $1 and invoice_id = $2 returning paid_on, amount',
);

/** Undefined if the invoice was not paid. */
export const removePayment = (
  db: Transaction,
  account: AccountId,
  invoiceId: string,
): Promise<Payment | undefined> => db.first(remove, [account, invoiceId]);
