import type { Extent, Point } from '../world-map/outlines.js';

/** Maps are drawn in these units, and scaled to the page. */
export const mapSize = { width: 480, height: 300 };

/** An extent with the proportions of a map, and where a point of it is drawn. */
export interface MapFrame {
  readonly extent: Extent;
  readonly at: (point: Point) => readonly [x: number, y: number];
  readonly kilometresWide: number;
}

const kilometresPerDegree = 111.32;
/** Close to the poles a degree of longitude is nothing. */
const maxLatitude = 80;

/** Around a place. Distances are right in the middle of the map, and nearly so in the rest of it. */
export function frameAround([x, y]: Point, kilometresWide: number): MapFrame {
  const middle = Math.max(-maxLatitude, Math.min(maxLatitude, y));
  const degrees = kilometresWide / kilometresPerDegree;
  const wide = degrees / Math.cos((middle * Math.PI) / 180);
  const high = (degrees * mapSize.height) / mapSize.width;
  const extent = { west: x - wide / 2, east: x + wide / 2, south: y - high / 2, north: y + high / 2 };
  return {
    extent,
    at: ([longitude, latitude]) => [
      ((longitude - extent.west) / wide) * mapSize.width,
      ((extent.north - latitude) / high) * mapSize.height,
    ],
    kilometresWide,
  };
}

/** So that a single garden is not drawn as if it were a country. */
const minKilometres = 0.4;
const padding = 1.3;

/** So that all of an extent is in it. */
export function frameOf({ west, east, south, north }: Extent): MapFrame {
  const middle: Point = [(west + east) / 2, (south + north) / 2];
  const scale = Math.cos((Math.min(maxLatitude, Math.abs(middle[1])) * Math.PI) / 180);
  const wide = (east - west) * scale;
  const high = ((north - south) * mapSize.width) / mapSize.height;
  const kilometres = Math.max(wide, high) * kilometresPerDegree * padding;
  return frameAround(middle, Math.max(kilometres, minKilometres));
}

/** The length of the bar that tells the scale: round, and about a quarter of the map. */
export function barOf({ kilometresWide }: MapFrame): { readonly kilometres: number; readonly width: number } {
  const most = kilometresWide / 3.5;
  const unit = 10 ** Math.floor(Math.log10(most));
  const kilometres = ([5, 2, 1].find((step) => step * unit <= most) ?? 1) * unit;
  return { kilometres, width: (kilometres / kilometresWide) * mapSize.width };
}
