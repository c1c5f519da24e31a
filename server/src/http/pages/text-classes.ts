import { textWidth } from './text-width.js';

/** By the number of characters. */
const figureClasses: readonly (readonly [characters: number, name: string])[] = [
  [7, 'short'],
  [10, 'long'],
  [15, 'longer'],
];

/** A number shrinks in steps instead of wrapping. */
export const figureClassOf = (number: string): string =>
  figureClasses.find(([characters]) => number.length <= characters)?.[1] ?? 'longest';

const lengths: readonly (readonly [ems: number, name: string])[] = [
  [17, 'short'],
  [29, 'medium'],
  [52, 'long'],
  [90, 'longest'],
];

/** Long names shrink in steps, as in the PDF. */
export function nameClassOf(name: string): string {
  const width = textWidth(name);
  return lengths.find(([ems]) => width <= ems)?.[1] ?? 'endless';
}
