/** As it is printed: INV-000042. */
export const formatInvoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`;

/** The number in a text such as INV-000042, inv-42 or 42; undefined when there is none. */
export function readInvoiceNumber(text: string): number | undefined {
  const [, digits] = /^(?:INV-)?(\d{1,15})$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
