import Big from 'big.js';

/** An exact decimal in the format of PostgreSQL's `numeric`, such as "63.048000". */
export type Decimal = string;

/**
 * An exact integer: a number up to the safe integer limit, a bigint beyond. The two cannot be added with `+`, so the
 * compiler enforces `decimal` for arithmetic.
 */
export type Whole = number | bigint;

export const decimal = (value: Decimal | Whole | Big): Big => new Big(value);

export function whole(value: Big | Decimal): Whole {
  const text = typeof value === 'string' ? value : value.toFixed();
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

export const sumOf = (values: readonly (Decimal | Whole | Big)[]): Big =>
  values.reduce<Big>((sum, value) => sum.plus(value), new Big(0));

/** a / b, rounded half up once, so that intermediate rounding cannot tip a tie. */
export const divide = (a: Big, b: Big, decimals: number): Big => quotient(a, b, decimals, Big.roundHalfUp);

/** A share of 1 or less, rounded down: 1 is all of it. */
export const shareOf = (part: Big, all: Big, decimals: number): Big =>
  quotient(part, all, decimals, Big.roundDown);

const quotient = (a: Big, b: Big, decimals: number, mode: number): Big =>
  new Big(new (roundingTo(decimals, mode))(a).div(b).toFixed());

const roundings = new Map<string, ReturnType<typeof Big>>();

/** big.js stores division precision on the constructor. Creating one per division would cost more than the division. */
function roundingTo(decimals: number, mode: number): ReturnType<typeof Big> {
  const key = `${decimals} ${mode}`;
  let rounding = roundings.get(key);
  if (!rounding) {
    rounding = Big();
    rounding.DP = decimals;
    rounding.RM = mode;
    roundings.set(key, rounding);
  }
  return rounding;
}

export const roundHalfUp = (value: Big, decimals: number): Big => value.round(decimals, Big.roundHalfUp);

export const floor = (value: Big): Big => value.round(0, Big.roundDown);
export const ceil = (value: Big): Big => value.round(0, Big.roundUp);

/** Number of decimal places in the shortest notation of the number. */
export function decimalPlaces(value: number): number {
  const fixed = new Big(value).toFixed();
  const point = fixed.indexOf('.');
  return point < 0 ? 0 : fixed.length - point - 1;
}
