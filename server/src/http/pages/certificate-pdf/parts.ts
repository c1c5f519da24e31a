import type { I18n } from '../../../messages/i18n.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { partSeparator } from '../../../messages/places/place-name.js';
import { growthRings, ringUnit, type Ring } from '../certificate-figures/growth-rings.js';
import type { Canvas, LineStyle } from '../pdf/canvas.js';
import type { Direction } from '../pdf-text/bidi.js';
import type { ShapedLine } from '../pdf-text/shaped-line.js';
import { indentByDirection } from '../pdf/line-indent.js';
import { drawQrCode } from '../pdf/qr-figure.js';
import { operands, page } from '../pdf/theme.js';

/** What certificates of all kinds have in common: their places on the page, and how they are drawn. */

export const left = page.margin;
export const right = page.width - page.margin;
export const textWidth = 400;
// Extends beyond the page.
export const trunk = { x: 694, y: 112, radius: 178 };
export const foot = 480;
export const code = { size: 70, left: right - 70, top: foot + 18 };

export const aside = { size: 12, colour: 'moss' } as const;
export const label: LineStyle = { size: 8.5, colour: 'moss' };
// Never smaller than the label above it. Longer text wraps, if necessary within a word.
const value = { height: 28, sizes: [11.5, 10.5, 9.5, label.size], lines: 2, leading: 1.2 };

export function drawHeading(canvas: Canvas, title: string): void {
  canvas.decoration(() => {
    canvas.operators(`${operands('copper')} rg ${left} ${page.margin} 34 3 re f`);
  });
  canvas.element('H1', () => {
    canvas.line(title, left, 86, {
      size: 19,
      weight: 'semibold',
      colour: 'forest',
      width: textWidth,
    });
  });
}

/** The name is the most prominent text. */
export function drawDedication(canvas: Canvas, facts: { readonly accountName: string }, i18n: I18n): void {
  const leading = 1.2;
  const accountName = cleanText(facts.accountName);
  const name = canvas.fit(accountName, 'semibold', {
    width: textWidth,
    height: 112,
    // Never smaller than the text above it.
    sizes: [46, 42, 39, 36, 33, 30, 27, 25, 23, 21, 19, 17, 15, 13, aside.size],
    lines: 7,
    leading,
  });
  const top = 168;
  canvas.element('P', () => {
    canvas.line(i18n.t('certificate.presentedTo'), left, top - 8, { ...aside, width: textWidth });
  });
  const drawName = () => {
    const indentOf = indentByDirection(name);
    name.lines.forEach((line, index) => {
      canvas.draw(
        line,
        left + indentOf(line),
        top + name.size * (1.02 + index * leading),
        name.size,
        'forest',
      );
    });
  };
  canvas.element('H2', drawName, accountName);
}

/** The number for which the certificate is, and what it counts. */
export function drawFigure(canvas: Canvas, number: string, unit: string): void {
  const draw = () => {
    // Optical alignment: large digits have more space on their left than small letters.
    canvas.uncachedLine(number, left - 2, 366, {
      size: 66,
      weight: 'semibold',
      colour: 'copper',
      width: textWidth,
    });
    canvas.line(unit, left, 396, { size: 18, colour: 'forest', width: textWidth });
  };
  canvas.element('P', draw, `${number} ${unit}`);
}

/** Around a picture with the radius `heart`. */
export function drawRings(canvas: Canvas, id: string, heart: number): void {
  canvas.decoration(() => {
    const rings = growthRings(id, trunk.x, trunk.y, heart, trunk.radius, heart > 10 ? 13 : 24);
    const accent = Math.floor(rings.length * 0.6);
    const drawn = rings.map((ring, index) => {
      const [colour, width] = index === accent ? (['copper', 1] as const) : (['sage', 0.5] as const);
      return `${operands(colour)} RG ${width * ringUnit} w\n${pathOf(ring)} S`;
    });
    canvas.operators(`q ${1 / ringUnit} 0 0 ${1 / ringUnit} 0 0 cm`, ...drawn, 'Q');
  });
}

function pathOf({ start, curves }: Ring): string {
  return `${start.join(' ')} m\n${curves.map((curve) => `${curve.join(' ')} c`).join('\n')} h`;
}

export interface Entry {
  readonly label: string;
  /** Several: each on a line of its own if they do not fit on one. */
  readonly text: string | readonly string[];
  readonly x: number;
  readonly width: number;
  /** A date stays on one line, so that it is easy to read. */
  readonly lines?: 1;
}

/** The details at the foot, below a rule. */
export function drawEntries(canvas: Canvas, entries: readonly Entry[]): void {
  canvas.decoration(() => {
    canvas.operators(`${operands('rule')} RG 0.6 w ${left} ${foot} m ${right} ${foot} l S`);
  });
  for (const { label: name, text: given, x, width, lines: maxLines = value.lines } of entries) {
    const text = typeof given === 'string' ? given : given.join(partSeparator);
    const { size, lines, direction } =
      typeof given === 'string'
        ? canvas.fit(text, 'semibold', { ...value, lines: maxLines, width })
        : fitParts(canvas, given, width);
    const draw = () => {
      canvas.line(name, x, foot + 24, { ...label, width });
      const indentOf = indentByDirection({ size, lines, direction });
      lines.forEach((line, index) => {
        canvas.draw(line, x + indentOf(line), foot + 42 + index * size * value.leading, size, 'forest');
      });
    };
    canvas.element('P', draw, `${name} ${text}`);
  }
}

/** One line if they fit; otherwise each of them has its own, and the first has two if it is long. */
function fitParts(
  canvas: Canvas,
  parts: readonly string[],
  width: number,
): { readonly size: number; readonly lines: readonly ShapedLine[]; readonly direction: Direction } {
  const fits = (text: string, size: number): boolean => canvas.widthOf(text, size, 'semibold') <= width;
  const whole = parts.join(partSeparator);
  const isOneLine = fits(whole, Math.max(...value.sizes));
  const shown = isOneLine ? [whole] : parts;
  const size = value.sizes.find((one) => shown.every((part) => fits(part, one))) ?? Math.min(...value.sizes);
  const lines = shown.flatMap((part, index) => {
    const frame = { ...value, lines: index === 0 ? 2 : 1, sizes: [size], width };
    return canvas.fit(part, 'semibold', frame).lines;
  });
  // Country and coordinates follow a place, whatever it is written in.
  return { size, lines, direction: 0 };
}

/** A QR code to verify the certificate. */
export function drawCode(canvas: Canvas, url: string): void {
  const { size, top } = code;
  canvas.figure(() => drawQrCode(canvas, url, code.left, top, size), {
    alt: url,
    box: [code.left, top, code.left + size, top + size],
  });
}
