// Generates the coasts and borders that maps of projects show (server/src/http/pages/world-map/outlines.txt) from Natural
// Earth. Each line of the file is `c` for a coast, which is a ring, or `b` for a border between two countries, followed by its
// points: differences in hundredths of a degree, in the polyline encoding that maps on the web use.
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';
import { writeGenerated } from './generated-file.mjs';
import { simplifyLine } from './simplify-line.mjs';

const require = createRequire(import.meta.url);
const countries = require('world-atlas/countries-50m.json');
const land = require('world-atlas/land-50m.json');

/** In degrees. A map shows about ten of them, so that this is a few pixels. */
const tolerance = 0.05;
const antarctic = -60;

/** Differences of hundredths, five bits per character; the lowest bit is the sign. */
function encoded(points) {
  let [text, before] = ['', [0, 0]];
  for (const point of points) {
    const now = point.map((degrees) => Math.round(degrees * 100));
    for (const axis of [0, 1]) {
      const step = now[axis] - before[axis];
      let bits = step < 0 ? ~(step << 1) : step << 1;
      for (; bits >= 32; bits >>= 5) text += String.fromCharCode((32 | (bits & 31)) + 63);
      text += String.fromCharCode(bits + 63);
    }
    before = now;
  }
  return text;
}

const simplified = (points) => simplifyLine(points, tolerance);

const coasts = feature(land, land.objects.land)
  .features.flatMap(({ geometry }) => geometry.coordinates)
  .filter(([outline]) => outline.some(([, latitude]) => latitude > antarctic))
  .flat()
  .map(simplified)
  // Rocks that are smaller than a pixel.
  .filter((ring) => ring.length > 3);
const borders = mesh(countries, countries.objects.countries, (one, other) => one !== other).coordinates.map(
  simplified,
);

const lines = [...coasts.map((ring) => `c${encoded(ring)}`), ...borders.map((line) => `b${encoded(line)}`)];
await writeGenerated('server/src/http/pages/world-map/outlines.txt', `${lines.join('\n')}\n`);
