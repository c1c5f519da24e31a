import type { Context } from '../../database/context.js';
import type { InvoiceSettings } from '../../platform/config/invoice-settings.js';
import { isoDay } from '../../platform/time/months.js';
import { dayMs } from '../../platform/time/durations.js';

/** An account as its invoice names it. */
export interface Buyer {
  readonly name: string;
  readonly address: readonly string[];
  readonly taxId: string | null;
  /** A text that the account wants on its invoices, such as an order number. */
  readonly reference: string | null;
}

/** What all invoices of a batch have in common. */
export interface InvoiceTerms extends Pick<InvoiceSettings, 'seller' | 'tax'> {
  readonly month: Date;
  readonly currency: string;
  readonly now: Date;
  /** YYYY-MM-DD */
  readonly dueOn: string;
}

export function termsOf({ invoicing, currency, clock }: Context, month: Date): InvoiceTerms {
  const now = clock();
  const { seller, tax, termDays } = invoicing;
  return { month, currency, now, seller, tax, dueOn: isoDay(new Date(now.getTime() + termDays * dayMs)) };
}

/** Name and rate of the tax, due date and seller, as the last values of a statement that writes invoices. */
export const documentValues = ({ tax, dueOn, seller }: InvoiceTerms): unknown[] => [
  tax?.name ?? null,
  tax?.rate ?? null,
  dueOn,
  seller && JSON.stringify(seller),
];
