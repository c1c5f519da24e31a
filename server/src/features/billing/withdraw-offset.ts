import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import { removeLockedOffset } from '../biomass/delete-offset.js';
import { lockOffset } from '../biomass/offset-store.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { missing } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { formatCreditNoteNumber } from './invoice-number.js';
import {
  findBilledLine,
  findCreditNote,
  insertCreditNote,
  lockCreditNoteNumbers,
  type CreditNote,
} from './credit-note-store.js';
import { creditNoteTax } from './credit-note-tax.js';
import { enqueueCreditNoteMails } from './enqueue-invoice-mails.js';

export interface Withdrawal {
  /** Why, as printed on the credit note. */
  readonly reason: string;
  /** False: the pages of an offset that a close created do not go back into a deposit. */
  readonly returnsPages: boolean;
}

/**
 * Withdraws a biomass offset, also one that was billed: its certificate is withdrawn as well, and a credit note is issued for
 * its line. Undefined for an offset that was not billed. Carbon offsets stay: their credits are retired.
 */
export const withdrawOffset = (
  context: Context,
  account: AccountId,
  id: string,
  withdrawal: Withdrawal,
): Promise<CreditNote | undefined> =>
  inTransaction(context, async (tx) => {
    // Before the offset, in the order of billing: otherwise both could wait for each other.
    const last = await lockCreditNoteNumbers(tx.db);
    const offset = await lockOffset(tx.db, account, id);
    if (!offset) throw missing(`The account has no biomass offset ${id}`);
    await removeLockedOffset(tx, account, offset, withdrawal);
    return offset.billedAt ? creditOffset(tx, account, id, { last, reason: withdrawal.reason }) : undefined;
  });

async function creditOffset(
  tx: TransactionContext,
  account: AccountId,
  offsetId: string,
  { last, reason }: { readonly last: number; readonly reason: string },
): Promise<CreditNote> {
  const line = await findBilledLine(tx.db, account, 'biomass', offsetId);
  if (!line) throw new Error(`billed offset ${offsetId} has no invoice line`);
  const { invoiceId, position, price, amount, taxRate } = line;
  const before = { amount: line.creditedAmount, tax: line.creditedTax };
  const tax = taxRate === null ? null : creditNoteTax(taxRate, amount, before);
  const fresh = { id: newId(), number: last + 1, invoiceId, position, price, amount, tax, reason };
  await insertCreditNote(tx.db, account, { ...fresh, createdAt: tx.clock() });
  const note = await findCreditNote(tx.db, account, fresh.id);
  if (!note) throw new Error(`credit note ${fresh.id} was not written`);
  await recordChange(tx, account, {
    action: 'credit_note.create',
    subjectId: note.id,
    after: {
      number: formatCreditNoteNumber(note.number, tx),
      invoice_id: invoiceId,
      offset_id: offsetId,
      amount,
      tax,
      currency: note.currency,
      reason,
    },
  });
  await enqueueCreditNoteMails(tx, account, note);
  return note;
}
