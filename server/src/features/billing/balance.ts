import { decimal, sumOf, type Decimal } from '../../platform/decimals.js';

/** An amount with its tax; null: there is none. */
export const grossOf = (net: Decimal, tax: Decimal | null): Decimal => sumOf([net, tax ?? '0']).toFixed(2);

interface Standing {
  readonly total: Decimal;
  readonly tax: Decimal | null;
  readonly credited: Decimal;
  readonly paid: Decimal | null;
}

/** What is still to be paid for an invoice, or to be given back after a credit note that followed the payment. */
export function balanceOf({ total, tax, credited, paid }: Standing): {
  readonly remaining: Decimal;
  readonly toRefund: Decimal;
} {
  const open = decimal(grossOf(total, tax))
    .minus(credited)
    .minus(paid ?? '0');
  return {
    remaining: open.gt(0) ? open.toFixed(2) : '0.00',
    toRefund: open.lt(0) ? open.neg().toFixed(2) : '0.00',
  };
}
