import type { Context } from '../../database/context.js';

/** Where a number belongs: those of a sandbox are a series of their own, so that none can be taken for a live one. */
export type InvoiceNumberContext = Pick<Context, 'sandbox'>;

const digitsOf = (number: number): string => String(number).padStart(6, '0');

/** For example INV-000042, in a sandbox TEST-000042. */
export const formatInvoiceNumber = (number: number, { sandbox }: InvoiceNumberContext): string =>
  `${sandbox ? 'TEST' : 'INV'}-${digitsOf(number)}`;

/** Reads a number such as INV-000042, inv-42 or 42, in a sandbox TEST-000042. Undefined if the text is not one. */
export function readInvoiceNumber(text: string, { sandbox }: InvoiceNumberContext): number | undefined {
  const [, digits] = (sandbox ? /^(?:TEST-)?(\d{1,15})$/i : /^(?:INV-)?(\d{1,15})$/i).exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** For example CRN-000042, in a sandbox TEST-CRN-000042. */
export const formatCreditNoteNumber = (number: number, { sandbox }: InvoiceNumberContext): string =>
  `${sandbox ? 'TEST-' : ''}CRN-${digitsOf(number)}`;
