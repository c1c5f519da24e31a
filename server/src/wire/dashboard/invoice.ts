import { Type, type Static } from '@sinclair/typebox';
import { balanceOf, grossOf } from '../../features/billing/balance.js';
import type {
  CreditNote as CreditNoteRow,
  CreditNoteOfAccount as CreditNoteOfAccountRow,
} from '../../features/billing/credit-note-store.js';
import {
  formatCreditNoteNumber,
  formatInvoiceNumber,
  type InvoiceNumberContext,
} from '../../features/billing/invoice-number.js';
import type { InvoiceLine as InvoiceLineRow } from '../../features/billing/invoice-store.js';
import type {
  InvoiceDocument as DocumentRow,
  ListedInvoice as ListedRow,
} from '../../features/billing/listed-invoice-store.js';
import { decimal, type Decimal as ExactDecimal } from '../../platform/decimals.js';
import { exactNumber } from '../../platform/exact-number.js';
import { Body, Decimal, Id, SingleLineText, Nullable, Optional, Timestamp } from '../fields.js';
import { Invoice, InvoiceLine, presentInvoice, presentLine } from '../invoice.js';
import { formatTimestamp } from '../times.js';

const Day = Type.String();
const Text = Type.String();

/** An invoice of the API, with what is to be paid. */
export const ListedInvoice = Type.Object(
  {
    ...Invoice.properties,
    tax: Nullable(Decimal),
    /** With tax. */
    gross: Decimal,
    /** With tax, as a positive amount. */
    credited: Decimal,
    /** What was due on the day it was paid; `null` if it is not paid. */
    paid: Nullable(Decimal),
    /** What is left of `gross` to pay. */
    remaining: Decimal,
    /** What was paid too much, because of a credit note after the payment. */
    to_refund: Decimal,
    due_on: Nullable(Day),
    paid_on: Nullable(Day),
  },
  { title: 'ListedInvoice' },
);

/** As `invoices show` prints it: what was billed, and its payment state. */
export const ShownInvoice = Type.Object(
  { ...ListedInvoice.properties, net: Decimal, tax_name: Nullable(Text), tax_rate: Nullable(Decimal) },
  { title: 'ShownInvoice' },
);

/** Amounts are negative. */
export const CreditNote = Type.Object(
  {
    id: Id,
    number: Text,
    account_id: Id,
    invoice_id: Id,
    invoice_number: Text,
    currency: Text,
    amount: Decimal,
    tax: Nullable(Decimal),
    gross: Decimal,
    reason: Text,
    created_at: Timestamp,
  },
  { title: 'CreditNote' },
);

/** In a list of several accounts. */
export const CreditNoteOfAccount = Type.Object(
  { ...CreditNote.properties, account_name: Text },
  { title: 'CreditNoteOfAccount' },
);

export const InvoiceDocument = Type.Object(
  {
    ...ListedInvoice.properties,
    tax_name: Nullable(Text),
    /** In percent. */
    tax_rate: Nullable(Decimal),
    seller: Nullable(
      Type.Object({
        name: Text,
        address: Type.Array(Text),
        tax_id: Nullable(Text),
        payment: Type.Array(Text),
      }),
    ),
    buyer: Nullable(
      Type.Object({
        name: Text,
        address: Type.Array(Text),
        tax_id: Nullable(Text),
        reference: Nullable(Text),
      }),
    ),
    lines: Type.Array(InvoiceLine),
  },
  { title: 'InvoiceDocument' },
);

export const PaidInvoice = Body('PaidInvoice', {
  paid_on: Optional(Type.String({ format: 'day' })),
});

const text = (maxLength: number) => Optional(SingleLineText(maxLength));

export const BillingAddress = Body('BillingAddress', {
  name: text(100),
  address: Optional(Type.String({ maxLength: 606, format: 'text' })),
  tax_id: text(50),
  reference: text(100),
});

export function presentListedInvoice(
  invoice: ListedRow,
  where: InvoiceNumberContext,
): Static<typeof ListedInvoice> {
  const { remaining, toRefund } = balanceOf(invoice);
  return {
    ...presentInvoice(invoice, where),
    tax: nullableNumber(invoice.tax),
    gross: exactNumber(grossOf(invoice.total, invoice.tax)),
    credited: exactNumber(invoice.credited),
    paid: nullableNumber(invoice.paid),
    remaining: exactNumber(remaining),
    to_refund: exactNumber(toRefund),
    due_on: invoice.dueOn,
    paid_on: invoice.paidOn,
  };
}

export const presentShownInvoice = (
  invoice: DocumentRow,
  where: InvoiceNumberContext,
): Static<typeof ShownInvoice> => ({
  ...presentListedInvoice(invoice, where),
  net: exactNumber(invoice.total),
  tax_name: invoice.taxName,
  tax_rate: nullableNumber(invoice.taxRate),
});

const nullableNumber = (amount: ExactDecimal | null) => (amount === null ? null : exactNumber(amount));

export function presentCreditNote(
  note: CreditNoteRow,
  where: InvoiceNumberContext,
): Static<typeof CreditNote> {
  const negative = (amount: ExactDecimal) => exactNumber(decimal(amount).neg().toFixed(2));
  return {
    id: note.id,
    number: formatCreditNoteNumber(note.number, where),
    account_id: note.accountId,
    invoice_id: note.invoiceId,
    invoice_number: formatInvoiceNumber(note.invoiceNumber, where),
    currency: note.currency,
    amount: negative(note.amount),
    tax: note.tax === null ? null : negative(note.tax),
    gross: negative(grossOf(note.amount, note.tax)),
    reason: note.reason,
    created_at: formatTimestamp(note.createdAt),
  };
}

export const presentCreditNoteOfAccount = (
  note: CreditNoteOfAccountRow,
  where: InvoiceNumberContext,
): Static<typeof CreditNoteOfAccount> => ({
  ...presentCreditNote(note, where),
  account_name: note.accountName,
});

export const presentDocument = (
  invoice: DocumentRow,
  lines: readonly InvoiceLineRow[],
  where: InvoiceNumberContext,
): Static<typeof InvoiceDocument> => ({
  ...presentListedInvoice(invoice, where),
  tax_name: invoice.taxName,
  tax_rate: nullableNumber(invoice.taxRate),
  seller: invoice.seller && {
    name: invoice.seller.name,
    address: [...invoice.seller.address],
    tax_id: invoice.seller.taxId,
    payment: [...invoice.seller.payment],
  },
  buyer: invoice.buyer && {
    name: invoice.buyer.name,
    address: [...invoice.buyer.address],
    tax_id: invoice.buyer.taxId,
    reference: invoice.buyer.reference,
  },
  lines: lines.map(presentLine),
});
