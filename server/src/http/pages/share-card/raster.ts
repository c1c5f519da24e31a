export type Point = readonly [x: number, y: number];

/** A closed line of straight pieces. */
export type Polygon = readonly Point[];

export type Rgb = readonly [red: number, green: number, blue: number];

export const rectangle = (x: number, y: number, width: number, height: number): Polygon => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

/**
 * Pixels that shapes are painted on, with smooth edges. The image library could draw SVG, but its decoder is blocked, because
 * pictures from outside go through the same library.
 */
export class Raster {
  readonly pixels: Uint8Array;
  readonly #coverage: Float32Array;

  constructor(
    readonly width: number,
    readonly height: number,
    background: Rgb,
  ) {
    this.pixels = new Uint8Array(width * height * 3);
    for (let at = 0; at < this.pixels.length; at += 3) this.pixels.set(background, at);
    this.#coverage = new Float32Array(width * height + 2);
  }

  /** Fills a shape. A polygon in the opposite direction cuts a hole. What is outside the picture is cut off. */
  fill(shape: readonly Polygon[], colour: Rgb, opacity = 1): void {
    this.#coverage.fill(0);
    for (const polygon of shape) {
      polygon.forEach((point, index) => {
        const next = polygon[(index + 1) % polygon.length];
        if (next) this.#edge(point, next);
      });
    }
    const [top, bottom] = this.#rowsOf(shape);
    for (let y = top; y < bottom; y++) {
      let covered = 0;
      for (let x = 0; x < this.width; x++) {
        const at = y * this.width + x;
        covered += this.#coverage[at] ?? 0;
        const alpha = Math.min(1, Math.abs(covered)) * opacity;
        if (alpha > 0.002) this.#blend(at * 3, colour, alpha);
      }
    }
  }

  #rowsOf(shape: readonly Polygon[]): readonly [top: number, bottom: number] {
    let [top, bottom] = [this.height, 0];
    for (const polygon of shape) {
      for (const [, y] of polygon) {
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
    }
    return [Math.max(0, Math.floor(top)), Math.min(this.height, Math.ceil(bottom))];
  }

  #blend(at: number, colour: Rgb, alpha: number): void {
    for (const part of [0, 1, 2] as const) {
      const before = this.pixels[at + part] ?? 0;
      this.pixels[at + part] = Math.round(before + (colour[part] - before) * alpha);
    }
  }

  /**
   * Adds an edge to the coverage: for each row that it crosses, by how much the area to its right changes. The running sum of a
   * row is then the covered part of each pixel.
   */
  #edge([x0, y0]: Point, [x1, y1]: Point): void {
    if (y0 === y1) return;
    const direction = y0 < y1 ? 1 : -1;
    const [top, topX, bottom, bottomX] = y0 < y1 ? [y0, x0, y1, x1] : [y1, x1, y0, x0];
    const slope = (bottomX - topX) / (bottom - top);
    const last = Math.min(this.height, Math.ceil(bottom));
    for (let row = Math.max(0, Math.floor(top)); row < last; row++) {
      const from = Math.max(top, row);
      const to = Math.min(bottom, row + 1);
      if (to <= from) continue;
      const ends = [topX + (from - top) * slope, topX + (to - top) * slope].map((x) =>
        Math.min(Math.max(x, 0), this.width),
      );
      this.#span(row, Math.min(...ends), Math.max(...ends), (to - from) * direction);
    }
  }

  /** An edge within one row, from left to right. */
  #span(row: number, left: number, right: number, height: number): void {
    const start = row * this.width;
    const first = Math.floor(left);
    if (right <= first + 1) {
      const inside = 1 - ((left + right) / 2 - first);
      this.#add(start, first, height * inside);
      this.#add(start, first + 1, height * (1 - inside));
      return;
    }
    let before = 0;
    for (let x = first; x < right; x++) {
      const until = areaBefore(left, right, x + 1) * height;
      this.#add(start, x, until - before);
      before = until;
    }
    this.#add(start, Math.ceil(right), height - before);
  }

  #add(start: number, x: number, value: number): void {
    // Beyond the right edge nothing is visible, and the next row starts at zero.
    if (x < this.width) this.#coverage[start + x] = (this.#coverage[start + x] ?? 0) + value;
  }
}

/** The average covered part of the pixel that ends at `x`, right of an edge from `left` to `right`. */
function areaBefore(left: number, right: number, x: number): number {
  const part = (at: number): number => Math.min(Math.max((at - left) / (right - left), 0), 1);
  const [from, to] = [Math.max(x - 1, left), Math.min(x, right)];
  const slanted = (to - from) * ((part(from) + part(to)) / 2);
  return slanted + (x - to);
}
