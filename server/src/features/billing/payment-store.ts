import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { AccountId } from '../accounts/account.js';

const insert = statement<{ invoiceId: string }>(`
  insert into invoice_payments (account_id, invoice_id, paid_on, created_at) values ($1, $2, $3, $4)
  on conflict (account_id, invoice_id) do nothing returning invoice_id`);

/** False if the invoice is marked already. */
export const insertPayment = async (
  db: Transaction,
  account: AccountId,
  payment: { readonly invoiceId: string; readonly paidOn: string; readonly now: Date },
): Promise<boolean> =>
  (await db.first(insert, [account, payment.invoiceId, payment.paidOn, payment.now])) !== undefined;

const select = statement<{ paidOn: string }>(
  'select paid_on from invoice_payments where account_id = $1 and invoice_id = $2',
);

/** YYYY-MM-DD; undefined if the invoice is not paid. */
export const paymentDay = async (
  db: Database,
  account: AccountId,
  invoiceId: string,
): Promise<string | undefined> => (await db.first(select, [account, invoiceId]))?.paidOn;
