import { breakText, splitGraphemes, wrapPieces } from '../pdf-text/break-text.js';
import { textWidth } from '../text-width.js';

/** The lines of a text whose font is not known, at most `maxLines`; `width` in ems. What is left out is an ellipsis. */
export function wrapText(text: string, locale: string, width: number, maxLines: number): string[] {
  const pieces = breakText(text, locale)
    // Only what is wider than a line is torn apart.
    .flatMap((part) => (textWidth(part.trimEnd()) > width ? splitGraphemes(part) : [part]))
    .map((part) => ({ text: part, ink: textWidth(part.trimEnd()), width: textWidth(part) }));
  const lines = wrapPieces(pieces, width).map((line) => line.trim());
  if (lines.length <= maxLines) return lines;
  const kept = lines.slice(0, maxLines);
  const last = splitGraphemes(kept.pop() ?? '');
  while (textWidth(`${last.join('')}${ellipsis}`) > width) last.pop();
  return [...kept, `${last.join('').trimEnd()}${ellipsis}`];
}

const ellipsis = '…';
