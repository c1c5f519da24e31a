import type { Direction } from '../pdf-text/bidi.js';
import type { ShapedLine } from '../pdf-text/shaped-line.js';

interface Lines {
  readonly lines: readonly ShapedLine[];
  readonly size: number;
}

/** How far each line begins after the beginning of the widest, so that all end at the same place. */
export const indentToEnd =
  ({ lines, size }: Lines): ((line: ShapedLine) => number) =>
  ({ width }) =>
    ((Math.max(...lines.map((line) => line.width)) - width) * size) / 1000;

/** The same for lines that are read from the right; others begin at the same place. */
export const indentByDirection = (
  text: Lines & { readonly direction: Direction },
): ((line: ShapedLine) => number) => (text.direction === 1 ? indentToEnd(text) : () => 0);
