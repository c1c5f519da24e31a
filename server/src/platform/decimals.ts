import Big from 'big.js';

/** An exact decimal as PostgreSQL's `numeric` writes it, such as "63.048000". */
export type Decimal = string;

export const decimal = (value: Decimal | number | Big): Big => new Big(value);

/** a / b, rounded once, half up, to that many decimals: no intermediate rounding can tip a tie. */
export function divide(a: Big, b: Big, decimals: number): Big {
  const Rounding = Big();
  Rounding.DP = decimals;
  Rounding.RM = Big.roundHalfUp;
  return new Big(new Rounding(a).div(b).toFixed());
}

export const roundHalfUp = (value: Big, decimals: number): Big => value.round(decimals, Big.roundHalfUp);

export const floor = (value: Big): Big => value.round(0, Big.roundDown);
export const ceil = (value: Big): Big => value.round(0, Big.roundUp);

/** How many decimals the number was written with. */
export function decimalPlaces(value: number): number {
  const fixed = new Big(value).toFixed();
  const point = fixed.indexOf('.');
  return point < 0 ? 0 : fixed.length - point - 1;
}
