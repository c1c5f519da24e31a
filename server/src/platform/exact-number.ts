import { decimal, type Decimal, type Whole } from './decimals.js';

/**
 * A number in a response: a JavaScript number if that is exact, otherwise its digits as a string.
 * `jsonWriter` writes both as JSON numbers.
 */
export type ExactNumber = number | Decimal;

/** Doubles can distinguish all decimals of up to this many digits. */
const alwaysExactDigits = 15;

export function exactNumber(value: Decimal | Whole): ExactNumber {
  if (typeof value === 'number') return value;
  const text = String(value);
  const number = Number(text);
  if (text.length <= alwaysExactDigits) return number;
  const exact = decimal(text);
  return decimal(number).eq(exact) ? number : exact.toFixed();
}

/** Like `JSON.stringify`, with bigints as strings. For stored or compared values, not for responses. */
export function jsonWithBigints(value: unknown): string {
  try {
    // Takes half the time of a replacer, and bigints are rare.
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
  }
}
