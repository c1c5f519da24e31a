/** For example INV-000042. */
export const formatInvoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`;

/** Reads a number such as INV-000042, inv-42 or 42. Undefined if the text is not one. */
export function readInvoiceNumber(text: string): number | undefined {
  const [, digits] = /^(?:INV-)?(\d{1,15})$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** For example CRN-000042. */
export const formatCreditNoteNumber = (number: number): string => `CRN-${String(number).padStart(6, '0')}`;
