import { describe, expect, it } from 'vitest';
import { landRows, mapHeight, mapWidth, spotOf } from '../../src/http/pages/world-map/dots.js';

/** The distance to the nearest dot, in units. */
function distanceToLand(latitude: number, longitude: number): number {
  const { x, y } = spotOf(latitude, longitude);
  return Math.min(
    ...landRows.flatMap((row) => row.columns.map((column) => Math.hypot(row.x + column - x, row.y - y))),
  );
}

describe('The world map', () => {
  it.each([
    ['Berlin', 52.5, 13.4],
    ['Nairobi', -1.3, 36.8],
    ['Manaus', -3.1, -60],
    ['Denver', 39.7, -105],
    ['Alice Springs', -23.7, 133.9],
    ['Anadyr, beyond 177 degrees east', 64.7, 177.5],
    ['Tokyo', 35.7, 139.7],
    ['Auckland', -36.9, 174.8],
    ['Hawaii', 19.6, -155.5],
    ['Ushuaia', -54.8, -68.3],
  ])('has a dot at %s', (_, latitude, longitude) => {
    expect(distanceToLand(latitude, longitude)).toBeLessThan(1);
  });

  it.each([
    ['the Atlantic', 30, -45],
    ['the Pacific', 0, -140],
    ['the Indian Ocean', -30, 80],
    ['the Bay of Bengal', 14, 88],
    ['the Southern Ocean', -53, 20],
  ])('has no dot in %s', (_, latitude, longitude) => {
    expect(distanceToLand(latitude, longitude)).toBeGreaterThan(1);
  });

  it('has all dots within its bounds', () => {
    for (const { x, y, columns } of landRows) {
      expect(y).toBeLessThan(mapHeight);
      for (const column of columns) expect(x + column).toBeLessThan(mapWidth);
    }
  });
});
