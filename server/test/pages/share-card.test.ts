import { describe, expect, it } from 'vitest';
import { cardSize } from '../../src/http/pages/share-card/card-size.js';
import { drawCard } from '../../src/http/pages/share-card/draw-card.js';
import { Raster, type Polygon } from '../../src/http/pages/share-card/raster.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales } from '../../src/messages/locales.js';

const rectangle = (left: number, top: number, right: number, bottom: number): Polygon => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** The covered part of each pixel, in percent. */
const covered = (width: number, height: number, ...shape: readonly Polygon[]): number[][] => {
  const raster = new Raster(width, height, [0, 0, 0]);
  raster.fill(shape, [255, 255, 255]);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) =>
      Math.round(((raster.pixels[(y * width + x) * 3] ?? 0) / 255) * 100),
    ),
  );
};

describe('A raster', () => {
  it('covers a pixel as far as the shape does', () => {
    expect(covered(4, 2, rectangle(0.5, 0.25, 2.5, 1))).toEqual([
      [38, 75, 38, 0],
      [0, 0, 0, 0],
    ]);
    expect(
      covered(4, 1, [
        [0, 0],
        [4, 0],
        [0, 1],
      ]),
    ).toEqual([[87, 62, 38, 13]]);
  });

  it('cuts a hole by a polygon in the opposite direction, and what is outside off', () => {
    expect(covered(3, 3, rectangle(-5, -5, 9, 9), [...rectangle(1, 1, 2, 2)].reverse())).toEqual([
      [100, 100, 100],
      [100, 0, 100],
      [100, 100, 100],
    ]);
  });

  it('paints nothing for a shape without points', () => {
    expect(covered(2, 1, [])).toEqual([[0, 0]]);
  });
});

describe('A share card', () => {
  const facts = {
    id: 'evergreen',
    name: 'Evergreen',
    trees: '12345678',
    pages: 102_878_000_000,
    isSandbox: false,
  };
  const light = (pixels: Uint8Array): number => pixels.filter((value) => value > 240).length;

  it.each(locales)('has a name and figures in %s', (locale) => {
    const { pixels } = drawCard(facts, i18nFor(locale));
    expect(pixels.length).toBe(cardSize.width * cardSize.height * 3);
    expect(light(pixels)).toBeGreaterThan(10_000);
  });

  it('has no ring behind its text', () => {
    const rightOfText = 784;
    const textOf = (id: string): Buffer[] => {
      const pixels = Buffer.from(drawCard({ ...facts, id }, i18nFor('en')).pixels);
      return Array.from({ length: cardSize.height }, (_, y) =>
        pixels.subarray(y * cardSize.width * 3, (y * cardSize.width + rightOfText) * 3),
      );
    };
    // Only the rings depend on the id.
    const expected = Buffer.concat(textOf('0'));
    for (let id = 1; id < 12; id++) expect(Buffer.concat(textOf(String(id))).equals(expected)).toBe(true);
  });

  it.each(['', '  ', 'W'.repeat(255), '森'.repeat(255), 'شركة الغابة', '👩‍🌾🌲', '\u0301\u0301'])(
    'is drawn for the name %j',
    (name) => {
      expect(drawCard({ ...facts, name, trees: '0' }, i18nFor('en')).pixels.length).toBeGreaterThan(0);
    },
  );

  it('has its own rings, and is the same each time', () => {
    const draw = (id: string) => Buffer.from(drawCard({ ...facts, id }, i18nFor('en')).pixels);
    expect(draw('a').equals(draw('a'))).toBe(true);
    expect(draw('a').equals(draw('b'))).toBe(false);
  });
});
