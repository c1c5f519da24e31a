// Generates the dotted world map of certificates (server/src/http/pages/world-map/land.ts) from the coastlines of
// Natural Earth, which the dashboard's map also uses.
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { writeGenerated } from './generated-file.mjs';

const require = createRequire(import.meta.url);
const world = require('world-atlas/land-110m.json');

// The same as in world-map/dots.ts: degrees between dots, and the position of the first dot of the first row.
const degrees = 3;
const rowDegrees = degrees * (Math.sqrt(3) / 2);
const [north, west] = [81.5, -180 + degrees / 4];
const [rows, columns] = [53, 120];
const antarctic = -60;

const latitudeOf = (row) => north - row * rowDegrees;
const longitudeOf = (row, column) => west + (column + (row % 2) / 2) * degrees;

/** A ring that crosses the date line continues beyond 180 degrees. */
function unrolled(ring) {
  let turn = 0;
  return ring.map(([longitude, latitude], index) => {
    const step = index > 0 ? longitude - ring[index - 1][0] : 0;
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360;
    return [longitude + turn, latitude];
  });
}

/**
 * Rings of points, both outlines and lakes, without Antarctica; repeated on either side for those that cross the date
 * line.
 */
const polygons = feature(world, world.objects.land)
  .features.flatMap(({ geometry }) => geometry.coordinates)
  .filter(([outline]) => outline.some(([, latitude]) => latitude > antarctic))
  .map((rings) => rings.map(unrolled))
  .flatMap((rings) =>
    [-360, 0, 360].map((shift) =>
      rings.map((ring) => ring.map(([longitude, latitude]) => [longitude + shift, latitude])),
    ),
  );

/** The longitudes where a parallel crosses a coast. */
function coastsAt(latitude) {
  const coasts = [];
  for (const ring of polygons.flat())
    for (const [index, [longitude, y]] of ring.slice(0, -1).entries()) {
      const [nextLongitude, nextY] = ring[index + 1];
      if (y > latitude !== nextY > latitude)
        coasts.push(longitude + ((latitude - y) / (nextY - y)) * (nextLongitude - longitude));
    }
  return coasts.sort((one, other) => one - other);
}

/** The fraction of a line that is land, from 0 to 1. */
function landShare(coasts, from, to) {
  let land = 0;
  for (let index = 0; index + 1 < coasts.length; index += 2)
    land += Math.max(0, Math.min(to, coasts[index + 1]) - Math.max(from, coasts[index]));
  return land / (to - from);
}

/** Less than half, so that narrow countries keep their shape. */
const minLand = 0.4;
const lines = [-0.4, -0.2, 0, 0.2, 0.4];

/** A dot is drawn if enough of its cell is land. */
const map = Array.from({ length: rows }, (_, row) => {
  const coasts = lines.map((part) => coastsAt(latitudeOf(row) + part * rowDegrees));
  return Array.from({ length: columns }, (__, column) => {
    const middle = longitudeOf(row, column);
    const shares = coasts.map((each) => landShare(each, middle - degrees / 2, middle + degrees / 2));
    return shares.reduce((sum, share) => sum + share, 0) / lines.length > minLand;
  });
});

/** An island smaller than a cell gets the dot closest to its center. */
for (const [outline] of polygons) {
  const [longitudes, latitudes] = [0, 1].map((axis) => outline.map((point) => point[axis]));
  const [left, right] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [bottom, top] = [Math.min(...latitudes), Math.max(...latitudes)];
  const isShown = map.some((dots, row) =>
    dots.some((isLand, column) => {
      const [latitude, longitude] = [latitudeOf(row), longitudeOf(row, column)];
      return isLand && latitude > bottom && latitude < top && longitude > left && longitude < right;
    }),
  );
  const row = Math.round((north - (bottom + top) / 2) / rowDegrees);
  const column = Math.round(((left + right) / 2 - west) / degrees - (row % 2) / 2);
  if (!isShown && map[row]?.[column] !== undefined) map[row][column] = true;
}

const drawn = map.map(
  (dots) =>
    `  '${dots
      .map((isLand) => (isLand ? '#' : ' '))
      .join('')
      .trimEnd()}',`,
);
await writeGenerated(
  'server/src/http/pages/world-map/land.ts',
  `/**
 * Land on a grid of dots: rows from north to south, columns from the date line eastwards, odd rows shifted by half a
 * column. \`dots.ts\` converts between dots and coordinates. Generated from Natural Earth by scripts/generate-world-map.mjs: run
 * npm run generate.
 */
// oxfmt-ignore
export const land: readonly string[] = [
${drawn.join('\n')}
];
`,
);
