import { decimal, type Decimal, type Whole } from './decimals.js';

/**
 * A number of an answer: as a JavaScript number where that is written with the very same digits, else as the text of them.
 * `jsonWriter` writes both as JSON numbers.
 */
export type ExactNumber = number | Decimal;

/** Doubles tell all decimals of so many digits apart. */
const alwaysExactDigits = 15;

export function exactNumber(value: Decimal | Whole): ExactNumber {
  if (typeof value === 'number') return value;
  const text = String(value);
  const number = Number(text);
  if (text.length <= alwaysExactDigits) return number;
  const exact = decimal(text);
  return decimal(number).eq(exact) ? number : exact.toFixed();
}

/** As `JSON.stringify`, with bigints as texts: for what is kept or compared, and is no answer. */
export function jsonWithBigints(value: unknown): string {
  try {
    // Half the time of the other way, and bigints are rare.
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
  }
}
