import Big from 'big.js';

/** An exact decimal as PostgreSQL's `numeric` writes it, such as "63.048000". */
export type Decimal = string;

/**
 * An exact integer: a number as far as numbers count without gaps, a bigint beyond. The two cannot be added with `+`, so
 * the compiler asks for `decimal` wherever it is calculated with.
 */
export type Whole = number | bigint;

export const decimal = (value: Decimal | Whole | Big): Big => new Big(value);

/** An integer, from decimals or from the text of one. */
export function whole(value: Big | Decimal): Whole {
  const text = typeof value === 'string' ? value : value.toFixed();
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** All of them together. */
export const sumOf = (values: readonly (Decimal | Whole | Big)[]): Big =>
  values.reduce<Big>((sum, value) => sum.plus(value), new Big(0));

/** a / b, rounded once, half up, to that many decimals: no intermediate rounding can tip a tie. */
export const divide = (a: Big, b: Big, decimals: number): Big =>
  new Big(new (roundingTo(decimals))(a).div(b).toFixed());

const roundings = new Map<number, ReturnType<typeof Big>>();

/** Big.js keeps the precision of a division in a constructor; making one for each division would cost more than it. */
function roundingTo(decimals: number): ReturnType<typeof Big> {
  let rounding = roundings.get(decimals);
  if (!rounding) {
    rounding = Big();
    rounding.DP = decimals;
    rounding.RM = Big.roundHalfUp;
    roundings.set(decimals, rounding);
  }
  return rounding;
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
