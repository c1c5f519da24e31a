import type { I18n } from '../../../messages/i18n.js';
import type { Decimal, Whole } from '../../../platform/decimals.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { growthRings, ringUnit, type Ring } from '../certificate-figures/growth-rings.js';
import { sandboxMark } from '../sandbox-mark.js';
import { fitText, type Frame } from '../pdf-text/fit-text.js';
import type { Weight } from '../pdf-text/font-files.js';
import { cardSize } from './card-size.js';
import { textPolygons } from './glyph-polygons.js';
import { Raster, rectangle, type Point, type Polygon, type Rgb } from './raster.js';
import { drawSandboxMark } from './sandbox-card.js';

/** What a share card says. */
export interface CardFacts {
  /** Gives each card its own rings. */
  readonly id: string;
  readonly name: string;
  readonly trees: Decimal;
  readonly pages: Whole;
  /** Where the trees are, on the card of a certificate. */
  readonly project?: string;
  readonly isSandbox: boolean;
}

const forest: Rgb = [20, 60, 45];
const copper: Rgb = [229, 154, 92];
const sage: Rgb = [143, 208, 165];
const white: Rgb = [255, 255, 255];
const pale: Rgb = [196, 214, 202];

const leading = 1.2;

const left = 84;
const textWidth = 700;
/** Beside the text, however much the rings bend. */
const trunk = { x: 1_185, y: 315, radius: 350 };

/** A picture of the trees, for links in chats and social networks. */
export function drawCard(facts: CardFacts, i18n: I18n): Raster {
  const { id, name, trees, pages, project } = facts;
  const mark = sandboxMark(facts, i18n);
  const raster = new Raster(cardSize.width, cardSize.height, forest);
  const rings = growthRings(id, trunk.x, trunk.y, 4, trunk.radius, 22);
  const accent = Math.floor(rings.length * 0.6);
  rings.forEach((ring, index) => {
    const isAccent = index === accent;
    raster.fill(stroke(ring, isAccent ? 4 : 2), isAccent ? copper : sage, isAccent ? 1 : 0.3);
  });
  const write = (
    text: string,
    y: number,
    [weight, colour]: readonly [Weight, Rgb],
    frame: Omit<Frame, 'width' | 'leading'>,
  ): void => {
    const { size, lines, direction } = fitText(
      text,
      { weight, locale: i18n.locale },
      {
        ...frame,
        width: textWidth,
        leading,
      },
    );
    const widest = Math.max(...lines.map(({ width }) => width));
    lines.forEach((line, index) => {
      const indent = direction === 1 ? ((widest - line.width) * size) / 1000 : 0;
      raster.fill(textPolygons(line, left + indent, y + size * (index * leading + 0.8), size), colour);
    });
  };
  raster.fill([rectangle(left, 84, 64, 6)], copper);
  write(cleanText(name), 116, ['semibold', white], {
    height: 150,
    lines: 3,
    sizes: [56, 48, 42, 36, 30, 24],
  });
  write(i18n.rounded(trees), 300, ['semibold', copper], {
    height: 160,
    lines: 1,
    sizes: [132, 112, 96, 80, 64, 52, 44, 36],
  });
  write(i18n.t('certificate.trees', { trees }), 442, ['semibold', white], {
    height: 56,
    lines: 1,
    sizes: [44, 38, 32, 26],
  });
  write(i18n.t('certificate.pages', { pages }), 508, ['regular', pale], {
    height: 44,
    lines: 1,
    sizes: [30, 26, 22],
  });
  if (project !== undefined)
    write(cleanText(project), 552, ['regular', pale], { height: 54, lines: 2, sizes: [26, 22, 20, 18, 16] });
  if (mark) drawSandboxMark(raster, mark, i18n.locale);
  return raster;
}

const piecesPerCurve = 6;

/** The area between two copies of the ring, one wider and one narrower. */
function stroke({ start, curves }: Ring, width: number): Polygon[] {
  let from = pointOf(start);
  const line = curves.flatMap(([ax = 0, ay = 0, bx = 0, by = 0, x = 0, y = 0]) => {
    const [begin, a, b, end] = [from, pointOf([ax, ay]), pointOf([bx, by]), pointOf([x, y])];
    from = end;
    return Array.from({ length: piecesPerCurve }, (_, piece) =>
      onCurve(begin, a, b, end, piece / piecesPerCurve),
    );
  });
  const moved = (by: number): Polygon =>
    line.map(([x, y]): Point => {
      const [dx, dy] = [x - trunk.x, y - trunk.y];
      const factor = 1 + by / Math.max(1, Math.hypot(dx, dy));
      return [trunk.x + dx * factor, trunk.y + dy * factor];
    });
  return [moved(width / 2), moved(-width / 2).toReversed()];
}

const pointOf = ([x = 0, y = 0]: readonly number[]): Point => [x / ringUnit, y / ringUnit];

const onCurve = (begin: Point, a: Point, b: Point, end: Point, t: number): Point => {
  const along = (axis: 0 | 1): number =>
    (1 - t) ** 3 * begin[axis] +
    3 * t * (1 - t) ** 2 * a[axis] +
    3 * t ** 2 * (1 - t) * b[axis] +
    t ** 3 * end[axis];
  return [along(0), along(1)];
};
