import type { DecodedPicture, Pixels } from './decode-picture.js';

/** The middle of a picture as a square, upright and on white, no larger than it is. Each pixel is the average of its area. */
export function squarePicture(picture: DecodedPicture, maxSide: number): Pixels {
  const crop = Math.min(picture.width, picture.height);
  const side = Math.min(crop, maxSide);
  const columns = spans(picture.width, crop, side);
  const rows = spans(picture.height, crop, side);
  const place = places(picture.orientation, side - 1);
  const rgba = new Uint8Array(side * side * 4).fill(255);
  rows.forEach((row, y) => {
    columns.forEach((column, x) => {
      const [toX, toY] = place(x, y);
      rgba.set(average(picture, column, row), (toY * side + toX) * 4);
    });
  });
  return { width: side, height: side, rgba };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Which part of a line each pixel of the square stands for. */
function spans(length: number, crop: number, side: number): Span[] {
  const first = (length - crop) / 2;
  return Array.from({ length: side }, (_, index) => ({
    start: first + (index * crop) / side,
    end: first + ((index + 1) * crop) / side,
  }));
}

function average({ rgba, width }: Pixels, column: Span, row: Span): [number, number, number] {
  let [red, green, blue, area] = [0, 0, 0, 0];
  for (let y = Math.floor(row.start); y < row.end; y++) {
    const high = Math.min(y + 1, row.end) - Math.max(y, row.start);
    for (let x = Math.floor(column.start); x < column.end; x++) {
      const wide = Math.min(x + 1, column.end) - Math.max(x, column.start);
      const at = (y * width + x) * 4;
      const covered = high * wide;
      const opaque = (covered * (rgba[at + 3] ?? 255)) / 255;
      const white = (covered - opaque) * 255;
      red += opaque * (rgba[at] ?? 0) + white;
      green += opaque * (rgba[at + 1] ?? 0) + white;
      blue += opaque * (rgba[at + 2] ?? 0) + white;
      area += covered;
    }
  }
  return [Math.round(red / area), Math.round(green / area), Math.round(blue / area)];
}

type Place = (x: number, y: number) => [x: number, y: number];

/** Where a pixel goes so that the picture stands upright, by the eight ways to hold a camera. */
function places(orientation: number, last: number): Place {
  const ways: Readonly<Record<number, Place>> = {
    2: (x, y) => [last - x, y],
    3: (x, y) => [last - x, last - y],
    4: (x, y) => [x, last - y],
    5: (x, y) => [y, x],
    6: (x, y) => [last - y, x],
    7: (x, y) => [last - y, last - x],
    8: (x, y) => [y, last - x],
  };
  return ways[orientation] ?? ((x, y) => [x, y]);
}
