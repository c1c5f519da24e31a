import type { Weight } from '../pdf-text/font-files.js';
import type { FittedText } from '../pdf-text/fit-text.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import type { Canvas, LineStyle } from '../pdf/canvas.js';
import { indentByDirection, indentToEnd } from '../pdf/line-indent.js';
import { operands, type Colour } from '../pdf/theme.js';

/** A4, portrait. */
export const portraitPage = { width: 595.28, height: 841.89, margin: 54 };
export const left = portraitPage.margin;
export const right = portraitPage.width - portraitPage.margin;
/** Nothing but the foot is below. */
export const bottom = portraitPage.height - 84;

export const leading = 1.35;
export const label: LineStyle = { size: 8, colour: 'moss' };

export interface TextStyle {
  readonly size: number;
  readonly smallest?: number;
  readonly weight?: Weight;
  readonly colour?: Colour;
  readonly lines?: number;
}

/** A text of somebody else, set to a width: it wraps, then shrinks, then ends in an ellipsis. */
export interface LaidOutText {
  readonly text: string;
  readonly fitted: FittedText;
  readonly height: number;
  readonly colour: Colour;
}

export function layOutText(canvas: Canvas, text: string, width: number, style: TextStyle): LaidOutText {
  const { size, smallest = size, weight = 'regular', colour = 'forest', lines = 1 } = style;
  const clean = cleanText(text);
  const sizes = Array.from(
    { length: Math.floor((size - smallest) / 0.5) + 1 },
    (_, step) => size - step * 0.5,
  );
  const height = lines * size * leading;
  const fitted = canvas.fit(clean, weight, { width, height, sizes, lines, leading });
  return { text: clean, fitted, height: fitted.lines.length * fitted.size * leading, colour };
}

/** `top` is above the first line. Lines that are read from the right are aligned on the right. */
export function drawText(
  canvas: Canvas,
  { fitted, colour }: LaidOutText,
  x: number,
  top: number,
  indentOf = indentByDirection(fitted),
): void {
  const { lines, size } = fitted;
  lines.forEach((line, index) => {
    canvas.draw(line, x + indentOf(line), top + size * (1.02 + index * leading), size, colour);
  });
}

/** The same with lines that all end at `end`, as heads of amounts do. */
export function drawTextTo(canvas: Canvas, set: LaidOutText, end: number, top: number): void {
  const { lines, size } = set.fitted;
  const widest = (Math.max(...lines.map(({ width }) => width)) * size) / 1000;
  drawText(canvas, set, end - widest, top, indentToEnd(set.fitted));
}

/**
 * Ends at `end`. Figures have the same width in these fonts, so that amounts that end at the same place are in columns. One that is
 * wider than the style allows shrinks.
 */
export function drawAmount(
  canvas: Canvas,
  text: string,
  baseline: number,
  style: LineStyle,
  end = right,
): void {
  const natural = canvas.widthOf(text, style.size, style.weight);
  canvas.uncachedLine(text, end - Math.min(natural, style.width ?? natural), baseline, style);
}

export function drawRule(canvas: Canvas, y: number, from = left): void {
  canvas.decoration(() => {
    canvas.operators(`${operands('rule')} RG 0.6 w ${from} ${y} m ${right} ${y} l S`);
  });
}
