import { land } from './land.js';

/** The unit is the distance between two dots in a row. The origin is at the top left. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

const degreesPerUnit = 3;
const northmost = 81.5;
const westmost = -180 + degreesPerUnit / 4;
const rowHeight = Math.sqrt(3) / 2;
const margin = 0.5;

export const mapWidth = 360 / degreesPerUnit + margin;
export const mapHeight = (land.length - 1) * rowHeight + 2 * margin;

/** The dots of a row. `columns` are offsets from the row's start. */
export interface LandRow extends Spot {
  readonly columns: readonly number[];
}

export const landRows: readonly LandRow[] = land.map((row, index) => ({
  x: margin + (index % 2) / 2,
  y: margin + index * rowHeight,
  columns: Array.from(row).flatMap((mark, column) => (mark === '#' ? [column] : [])),
}));

/** The position of a place on the map. Places outside the map are moved to its edge. */
export function spotOf(latitude: number, longitude: number): Spot {
  return {
    x: clamp(margin + (longitude - westmost) / degreesPerUnit, mapWidth),
    y: clamp(margin + (northmost - latitude) / degreesPerUnit, mapHeight),
  };
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}
