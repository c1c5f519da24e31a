import { html, type Html } from '../html.js';
import { landRows, mapHeight, mapWidth, spotOf } from '../world-map/dots.js';
import { growthRings, type Ring } from './growth-rings.js';
import type { Place } from '../../../messages/places/place-name.js';
import { qrCode } from './qr-code.js';

const trunk = { radius: 178, heart: 67 };
const reach = 2000;

/** The growth rings, with an empty centre if there is a picture. They are only decoration. */
export function ringsSvg(id: string, hasHeart: boolean): Html {
  const rings = hasHeart
    ? growthRings(id, 0, 0, trunk.heart, trunk.radius, 13)
    : growthRings(id, 0, 0, 2, trunk.radius, 24);
  const accent = Math.floor(rings.length * 0.6);
  const paths = rings.map(
    (ring, index) =>
      html`<path ${index === accent ? html`class="accent" ` : undefined}d="${pathOf(ring)}" />`,
  );
  return html`<svg
    class="rings"
    viewBox="${-reach} ${-reach} ${2 * reach} ${2 * reach}"
    aria-hidden="true"
    focusable="false"
  >
    ${paths}
  </svg>`;
}

const pathOf = ({ start, curves }: Ring): string =>
  `M${start.join(' ')}C${curves.flat().join(' ')}Z`.replaceAll(' -', '-');

/** Runs of dots are dashed lines with one dash per dot, a tenth of the size of single dots. */
const land = landRows
  .map(({ x, y, columns }) => {
    const starts = columns.filter((column, index) => columns[index - 1] !== column - 1);
    return starts
      .map((start) => {
        let end = start;
        while (columns.includes(end + 1)) end++;
        return `M${x + start} ${y.toFixed(2)}h${(end - start + 0.1).toFixed(1)}`;
      })
      .join('');
  })
  .join('');

/** A dotted world map with a pin at each place. */
export const mapSvg = (places: readonly Place[], label: string): Html =>
  map(
    label,
    places.map((place) => pin(place, html`<circle cy="-4.8" r=".9" />`)),
  );

/** The same with the numbers of the places in their pins. The first ones are in front. */
export const numberedMapSvg = (places: readonly Place[], label: string): Html =>
  map(label, places.map((place, index) => pin(place, html`<text y="-3.7">${index + 1}</text>`)).toReversed());

const map = (label: string, pins: readonly Html[]): Html =>
  html`<svg
    class="map"
    viewBox="0 -4 ${mapWidth} ${(mapHeight + 4).toFixed(1)}"
    role="img"
    aria-label="${label}"
  >
    <path class="land" d="${land}" />
    ${pins}
  </svg>`;

function pin({ latitude, longitude }: Place, mark: Html): Html {
  const { x, y } = spotOf(latitude, longitude);
  return html`<g class="pin" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">
    <path d="M0 0C-.8-1.7-2.4-3-2.4-4.8a2.4 2.4 0 0 1 4.8 0C2.4-3 .8-1.7 0 0Z" />
    ${mark}
  </g>`;
}

/** Includes the quiet zone that scanners need. */
export function qrSvg(url: string, label: string): Html {
  const { modules, bars } = qrCode(url);
  const path = bars.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  const quiet = 3;
  const size = modules + 2 * quiet;
  return html`<svg
    class="code"
    viewBox="${-quiet} ${-quiet} ${size} ${size}"
    role="img"
    aria-label="${label}"
  >
    <path class="paper" d="M${-quiet} ${-quiet}h${size}v${size}h-${size}z" />
    <path class="dark" d="${path}" shape-rendering="crispEdges" />
  </svg>`;
}
