// Generates the borders by which the country of a project is found (server/src/messages/places/borders.ts), from the countries of Natural
// Earth at 1:50,000,000. Coasts are simplified more than borders between countries: what is near a coast can only be in one.
import { createRequire } from 'node:module';
import { writeGenerated } from './generated-file.mjs';
import { simplifyLine } from './simplify-line.mjs';

const require = createRequire(import.meta.url);
const { objects, arcs, transform } = require('world-atlas/countries-50m.json');

/** The same as in messages/places/country-of.ts. */
const unitsPerDegree = 20;

// Those that have no number of ISO 3166-1, by the code under which it has their area.
const codesByName = { Kosovo: 'XK', Somaliland: 'SO', 'N. Cyprus': 'CY' };
const codeOf = ({ id, properties: { name } }) =>
  id === undefined ? codesByName[name] : new Intl.Locale(`und-${id}`).region;

/** The index of an arc that is run through backwards is its complement. */
const arcsOf = (list) => (Array.isArray(list) ? list.flatMap(arcsOf) : [list < 0 ? ~list : list]);

/** The arcs around each country. One between two parts of the same country is no border of it. */
const countries = new Map();
for (const geometry of objects.countries.geometries) {
  const code = codeOf(geometry);
  if (code === undefined || code === 'AQ') continue;
  const around = countries.get(code) ?? new Set();
  for (const arc of arcsOf(geometry.arcs ?? [])) if (!around.delete(arc)) around.add(arc);
  countries.set(code, around);
}

const owners = new Map();
for (const around of countries.values())
  for (const arc of around) owners.set(arc, (owners.get(arc) ?? 0) + 1);

const {
  scale: [scaleX, scaleY],
  translate: [left, bottom],
} = transform;

function pointsOf(arc) {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [(x * scaleX + left) * unitsPerDegree, (y * scaleY + bottom) * unitsPerDegree];
  });
}

/** In units of the grid: of borders between countries, of coasts, and of islands, which must not vanish. */
const tolerances = { border: 0.6, coast: 3, island: 0.6 };
const islandSize = 60;

function toleranceOf(points, arc) {
  if (owners.get(arc) > 1) return tolerances.border;
  const spans = [0, 1].map((axis) => {
    const all = points.map((point) => point[axis]);
    return Math.max(...all) - Math.min(...all);
  });
  return Math.max(...spans) < islandSize ? tolerances.island : tolerances.coast;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Numbers as letters of five bits each, the sixth saying that more follow; the lowest bit of the number is its sign. */
function lettersOf(number) {
  let rest = number < 0 ? -2 * number - 1 : 2 * number;
  let text = '';
  for (; rest > 31; rest >>>= 5) text += letters[(rest & 31) | 32];
  return text + letters[rest];
}

function encoded(points) {
  let [x, y] = [0, 0];
  return points
    .map((point) => point.map(Math.round))
    .filter(([px, py], at, all) => at === 0 || px !== all[at - 1][0] || py !== all[at - 1][1])
    .map(([px, py]) => {
      const text = lettersOf(px - x) + lettersOf(py - y);
      [x, y] = [px, py];
      return text;
    })
    .join('');
}

const used = [...owners.keys()].sort((one, other) => one - other);
const lines = used.map((arc) => {
  const points = pointsOf(arcs[arc]);
  return encoded(simplifyLine(points, toleranceOf(points, arc)));
});
const indexes = new Map(used.map((arc, index) => [arc, index]));
const around = [...countries]
  .filter(([, of]) => of.size > 0)
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([code, of]) => {
    let before = 0;
    const steps = [...of]
      .map((arc) => indexes.get(arc))
      .sort((one, other) => one - other)
      .map((index) => {
        const step = lettersOf(index - before);
        before = index;
        return step;
      });
    return `${code}${steps.join('')}`;
  });

await writeGenerated(
  'server/src/messages/places/borders.ts',
  `/**
 * The outlines of countries: lines, and for each country the ones around it. \`country-of.ts\` reads them. Generated from Natural Earth by
 * scripts/generate-countries.mjs: run npm run generate.
 */
// oxfmt-ignore
export const borders = {
  lines: '${lines.join(' ')}',
  countries: '${around.join(' ')}',
};
`,
);
