import { decimal, roundHalfUp, sumOf, type Decimal } from '../../platform/decimals.js';

/**
 * The tax of a credit note: the tax on everything credited so far, rounded half up once, less what was credited before. So
 * the credit notes for all lines of an invoice add up to the tax of the invoice, to the cent.
 */
export function creditNoteTax(
  rate: Decimal,
  amount: Decimal,
  before: { readonly amount: Decimal; readonly tax: Decimal },
): Decimal {
  const exact = sumOf([before.amount, amount]).times(decimal(rate)).times('0.01');
  return roundHalfUp(exact, 2).minus(before.tax).toFixed(2);
}
