import type { AccountId } from '../accounts/account.js';
import { enqueueMails, enqueueMailsToMany } from '../mail/enqueue-mails.js';
import { recipientsOfInvoices } from '../users/recipient-store.js';
import type { TransactionContext } from '../../database/context.js';
import { sumOf } from '../../platform/decimals.js';
import { isoDay } from '../../platform/time/months.js';
import type { BilledInvoice } from './billing-store.js';
import type { CreditNote } from './credit-note-store.js';
import { formatCreditNoteNumber, formatInvoiceNumber } from './invoice-number.js';
import type { InvoiceTerms } from './invoice-terms.js';

/** Queues a mail for the users of the accounts who get invoices. If none has users, this costs only one query. */
export async function enqueueInvoiceMails(
  tx: TransactionContext,
  { month, currency, dueOn }: InvoiceTerms,
  invoices: readonly BilledInvoice[],
): Promise<void> {
  const byAccount = new Map(invoices.map((invoice) => [invoice.accountId, invoice]));
  const recipients = await recipientsOfInvoices(tx.db, [...byAccount.keys()]);
  const mails = recipients.flatMap((to) => {
    const invoice = byAccount.get(to.accountId);
    if (!invoice) return [];
    const facts = {
      invoiceId: invoice.id,
      accountId: to.accountId,
      number: formatInvoiceNumber(invoice.number, tx),
      month: isoDay(month),
      total: sumOf([invoice.total, invoice.tax ?? '0']).toFixed(2),
      currency,
      dueOn,
    };
    return [
      { event: `invoice ${invoice.id} ${to.userId}`, to, content: { kind: 'invoice', facts } as const },
    ];
  });
  await enqueueMailsToMany(tx, mails);
}

export async function enqueueCreditNoteMails(
  tx: TransactionContext,
  account: AccountId,
  note: CreditNote,
): Promise<void> {
  const facts = {
    creditNoteId: note.id,
    invoiceId: note.invoiceId,
    accountId: account,
    number: formatCreditNoteNumber(note.number, tx),
    invoice: formatInvoiceNumber(note.invoiceNumber, tx),
    total: sumOf([note.amount, note.tax ?? '0']).toFixed(2),
    currency: note.currency,
  };
  const mails = (await recipientsOfInvoices(tx.db, [account])).map((to) => ({
    event: `credit-note ${note.id} ${to.userId}`,
    to,
    content: { kind: 'credit-note', facts } as const,
  }));
  await enqueueMails(tx, account, mails);
}
