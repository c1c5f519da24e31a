import type { Point } from '../world-map/outlines.js';
import type { MapFrame } from './map-frame.js';

/** Tenths of a unit, which is less than a pixel. */
const grid = 10;

type Spot = readonly [x: number, y: number];

/** A line in SVG. Points that fall on the one before are left out. */
export function linePath(points: readonly Point[], { at }: MapFrame): string {
  const spots: Spot[] = [];
  for (const point of points) {
    const [x, y] = at(point);
    const spot: Spot = [Math.round(x * grid), Math.round(y * grid)];
    const before = spots.at(-1);
    if (!before || before[0] !== spot[0] || before[1] !== spot[1]) spots.push(spot);
  }
  const [first, ...rest] = spots;
  if (!first) return '';
  let [x, y] = first;
  const steps = rest.map((spot) => {
    const step = `${(spot[0] - x) / grid} ${(spot[1] - y) / grid}`;
    [x, y] = spot;
    return step;
  });
  return `M${first[0] / grid} ${first[1] / grid}l${steps.length > 0 ? steps.join(' ') : '0 0'}`;
}

export const ringPath = (ring: readonly Point[], frame: MapFrame): string => `${linePath(ring, frame)}z`;
