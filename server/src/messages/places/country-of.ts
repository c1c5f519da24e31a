import { borders } from './borders.js';

interface Line {
  /** Of each point: x, y. */
  readonly points: readonly number[];
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

interface Country {
  readonly code: string;
  readonly lines: readonly Line[];
}

/** The same as in scripts/generate-countries.mjs. */
const unitsPerDegree = 20;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What is further from any coast is in no country. */
const maxDistance = 0.5 * unitsPerDegree;

let countries: readonly Country[] | undefined;

/**
 * The ISO 3166-1 code of the country of a place, from borders that are accurate to a few kilometres; of a place just off the coast, that of
 * the nearest one.
 */
export function countryOf(latitude: number, longitude: number): string | undefined {
  countries ??= readCountries();
  const [x, y] = [longitude * unitsPerDegree, latitude * unitsPerDegree];
  return (countries.find(({ lines }) => isInside(x, y, lines)) ?? nearest(x, y, countries))?.code;
}

/** The name of the country in the reader's language. */
export const countryName = (code: string, locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;

/** Whether a ray to the east crosses the outline an odd number of times. In which order its lines are does not matter. */
function isInside(x: number, y: number, lines: readonly Line[]): boolean {
  let isOdd = false;
  for (const { points, south, north, east } of lines) {
    if (y < south || y > north || x > east) continue;
    for (let at = 2; at < points.length; at += 2) {
      const [fromX = 0, fromY = 0, toX = 0, toY = 0] = points.slice(at - 2, at + 2);
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isOdd = !isOdd;
    }
  }
  return isOdd;
}

function nearest(x: number, y: number, all: readonly Country[]): Country | undefined {
  // Degrees of longitude are shorter away from the equator.
  const narrow = Math.cos((y / unitsPerDegree / 180) * Math.PI);
  let [least, found]: [number, Country | undefined] = [maxDistance, undefined];
  for (const country of all)
    for (const { points, west, east, south, north } of country.lines) {
      if (y < south - least || y > north + least) continue;
      if ((west - x) * narrow > least || (x - east) * narrow > least) continue;
      for (let at = 2; at < points.length; at += 2) {
        const [fromX = 0, fromY = 0, toX = 0, toY = 0] = points.slice(at - 2, at + 2);
        const [dx, dy] = [(toX - fromX) * narrow, toY - fromY];
        const [px, py] = [(x - fromX) * narrow, y - fromY];
        const length = dx * dx + dy * dy;
        const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
        const away = Math.hypot(px - share * dx, py - share * dy);
        if (away < least) [least, found] = [away, country];
      }
    }
  return found;
}

function readCountries(): Country[] {
  const lines = borders.lines.split(' ').map(readLine);
  return borders.countries.split(' ').map((text) => {
    let index = 0;
    return {
      code: text.slice(0, 2),
      lines: readNumbers(text.slice(2))
        .map((step) => lines[(index += step)])
        .filter((line) => line !== undefined),
    };
  });
}

function readLine(text: string): Line {
  const position = [0, 0];
  const points = readNumbers(text).map((step, at) => (position[at % 2] = (position[at % 2] ?? 0) + step));
  const [xs, ys] = [0, 1].map((axis) => points.filter((_, at) => at % 2 === axis));
  return {
    points,
    west: Math.min(...(xs ?? [])),
    east: Math.max(...(xs ?? [])),
    south: Math.min(...(ys ?? [])),
    north: Math.max(...(ys ?? [])),
  };
}

/** Each letter has five bits of a number, and a sixth that says that more follow. The lowest bit of the number is its sign. */
function readNumbers(text: string): number[] {
  const numbers: number[] = [];
  let [number, shift] = [0, 0];
  for (const letter of text) {
    const bits = letters.indexOf(letter);
    number |= (bits & 31) << shift;
    shift += 5;
    if (bits > 31) continue;
    numbers.push(number % 2 === 1 ? -(number + 1) / 2 : number / 2);
    [number, shift] = [0, 0];
  }
  return numbers;
}
