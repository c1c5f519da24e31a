import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { InvoiceLine } from './invoice-store.js';

/** Reduces an invoice by one of its lines. Amounts are positive. */
export interface CreditNote {
  readonly id: string;
  readonly accountId: AccountId;
  readonly number: number;
  readonly invoiceId: string;
  readonly invoiceNumber: number;
  readonly position: number;
  readonly currency: string;
  readonly price: Decimal;
  readonly amount: Decimal;
  /** Null: the invoice has no tax line. */
  readonly tax: Decimal | null;
  readonly reason: string;
  readonly createdAt: Date;
}

const lockNumbers = statement<{ last: number }>(
  'select last_credit_note as last from invoice_numbers for update',
);

/** Returns the last number. Until the transaction ends, no other transaction can give out numbers, or bill. */
export const lockCreditNoteNumbers = async (db: Transaction): Promise<number> =>
  (await db.first(lockNumbers))?.last ?? 0;

const takeNumber = statement(
  'update invoice_numbers set last_credit_note = last_credit_note + 1 where single',
);

/** A line of an invoice, with what the tax of a credit note for it depends on. */
export interface BilledLine {
  readonly invoiceId: string;
  readonly position: number;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly taxRate: Decimal | null;
  /** What earlier credit notes of the invoice add up to. */
  readonly creditedAmount: Decimal;
  readonly creditedTax: Decimal;
}

const selectLine = statement<BilledLine>(`
  select line.invoice_id, line.position, line.price, line.amount, tax_rate, (
      select coalesce(sum(note.amount), 0) from credit_notes note
      where note.account_id = line.account_id and note.invoice_id = line.invoice_id) as credited_amount, (
      select coalesce(sum(note.tax), 0) from credit_notes note
      where note.account_id = line.account_id and note.invoice_id = line.invoice_id) as credited_tax
  from invoice_lines line join invoices on invoices.account_id = line.account_id and invoices.id = line.invoice_id
  where line.account_id = $1 and line.kind = $2 and line.offset_id = $3`);

/** The line that billed an offset. The lock on the numbers keeps what it says about credit notes true. */
export const findBilledLine = (
  db: Transaction,
  account: AccountId,
  kind: InvoiceLine['kind'],
  offsetId: string,
): Promise<BilledLine | undefined> => db.first(selectLine, [account, kind, offsetId]);

export type NewCreditNote = Omit<CreditNote, 'accountId' | 'invoiceNumber' | 'currency'>;

const insert = statement(`
  insert into credit_notes (account_id, id, number, invoice_id, position, price, amount, tax, reason, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`);

export async function insertCreditNote(
  db: Transaction,
  account: AccountId,
  note: NewCreditNote,
): Promise<void> {
  const { id, number, invoiceId, position, price, amount, tax, reason, createdAt } = note;
  await db.rows(insert, [account, id, number, invoiceId, position, price, amount, tax, reason, createdAt]);
  await db.rows(takeNumber);
}

const select = `
  select note.id, note.account_id, note.number, note.invoice_id, invoices.number as invoice_number, note.position, currency,
    note.price, note.amount, note.tax, note.reason, note.created_at`;

const from = `
  from credit_notes note
    join invoices on invoices.account_id = note.account_id and invoices.id = note.invoice_id`;

const selectOne = statement<CreditNote>(`${select} ${from} where note.account_id = $1 and note.id = $2`);

export const findCreditNote = (
  db: Database,
  account: AccountId,
  id: string,
): Promise<CreditNote | undefined> => db.first(selectOne, [account, id]);

const selectNewest = statement<CreditNote>(
  `${select} ${from} where note.account_id = $1 and ($2::uuid is null or note.invoice_id = $2) and note.number < $3
   order by note.number desc limit $4`,
);

/** Of an account, or of one of its invoices: from the highest number down. */
export const newestCreditNotes = (
  db: Database,
  account: AccountId,
  invoiceId: string | undefined,
  { below, limit }: { readonly below: number; readonly limit: number },
): Promise<CreditNote[]> => db.rows(selectNewest, [account, invoiceId ?? null, below, limit]);

export interface CreditNoteOfAccount extends CreditNote {
  readonly accountName: string;
}

const selectNewestOfAll = crossAccountStatement<CreditNoteOfAccount>(
  'the operator sees the credit notes of all accounts',
  `${select}, accounts.name as account_name ${from} join accounts on accounts.id = note.account_id
   where note.number < $1 order by note.number desc limit $2`,
);

/** Of all accounts, from the highest number down. */
export const newestCreditNotesOfAll = (
  db: Database,
  { below, limit }: { readonly below: number; readonly limit: number },
): Promise<CreditNoteOfAccount[]> => db.rows(selectNewestOfAll, [below, limit]);

const selectOfAccount = statement<CreditNote>(
  `${select} ${from} where note.account_id = $1 and note.number > $2 order by note.number limit $3`,
);

const selectOfAll = crossAccountStatement<CreditNote>(
  'the operator reads the credit notes of all accounts',
  `${select} ${from} where note.number > $1 order by note.number limit $2`,
);

/** By number, after the number `after`. */
export const listCreditNotes = (
  db: Database,
  account: AccountId | undefined,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<CreditNote[]> =>
  account === undefined
    ? db.rows(selectOfAll, [after, limit])
    : db.rows(selectOfAccount, [account, after, limit]);
