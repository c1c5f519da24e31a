import type { PlantingOutline } from '../../../features/plantings/planting-outline.js';
import type { PublicProject } from '../../../features/plantings/read-public-project.js';
import type { I18n } from '../../../messages/i18n.js';
import { html, type Html } from '../html.js';
import { extentOf, type Outlines, type Point } from '../world-map/outlines.js';
import { barOf, frameAround, frameOf, mapSize, type MapFrame } from './map-frame.js';
import { linePath, ringPath } from './outline-path.js';

export interface ProjectFrames {
  /** Countries around the project. */
  readonly overview: MapFrame;
  /** All plantings whose area is known. Undefined: there are none. */
  readonly closeUp: MapFrame | undefined;
  /** Near enough to each other, also across the date line. */
  readonly outlines: readonly PlantingOutline[];
  readonly place: Point;
}

const overviewKilometres = 1_800;

export function projectFrames({
  project,
  outlines,
}: Pick<PublicProject, 'project' | 'outlines'>): ProjectFrames {
  const place: Point = [project.forestLongitude, project.forestLatitude];
  const near = outlines.map((outline) => ({ ...outline, rings: outline.rings.map(towards(place[0])) }));
  const points = near.flatMap(({ rings }) => rings.flat());
  return {
    overview: frameAround(place, overviewKilometres),
    closeUp: points.length > 0 ? frameOf(extentOf(points)) : undefined,
    outlines: near,
    place,
  };
}

/** On the same side of the date line. */
const towards =
  (longitude: number) =>
  (ring: readonly Point[]): Point[] =>
    ring.map(([x, y]) => [x - longitude > 180 ? x - 360 : x - longitude < -180 ? x + 360 : x, y]);

/** The countries around a project. */
export const overviewMap = (frame: MapFrame, outlines: Outlines, place: Point, label: string): Html => {
  const [x, y] = frame.at(place);
  return map(
    label,
    html`${countries(frame, outlines)}
      <g class="pin" transform="translate(${x} ${y})">
        <path d="M0 0C-4-9-12-15-12-24a12 12 0 0 1 24 0C12-15 4-9 0 0Z" />
        <circle cy="-24" r="4.5" />
      </g>`,
  );
};

/** The areas of plantings, and a bar for the scale. */
export const plantingMap = (
  frame: MapFrame,
  outlines: Outlines,
  plantings: readonly PlantingOutline[],
  label: string,
  i18n: I18n,
): Html =>
  map(
    label,
    html`${countries(frame, outlines)}
    ${plantings.map(
      ({ reference, plantedOn, trees, rings }) =>
        html`<path class="area" d="${rings.map((ring) => ringPath(ring, frame)).join('')}">
          <title>
            ${reference} · ${i18n.date(new Date(plantedOn))} · ${i18n.t('planting.trees', { trees })}
          </title>
        </path>`,
    )}
    ${scaleBar(frame, i18n)}`,
  );

const countries = (frame: MapFrame, { coasts, borders }: Outlines): Html =>
  html`<path class="ground" d="${coasts.map((ring) => ringPath(ring, frame)).join('')}" />
    <path class="border" d="${borders.map((line) => linePath(line, frame)).join('')}" />`;

const inset = 14;

function scaleBar(frame: MapFrame, { number }: I18n): Html {
  const { kilometres, width } = barOf(frame);
  const text =
    kilometres < 1
      ? number(Math.round(kilometres * 1_000), { style: 'unit', unit: 'meter' })
      : number(kilometres, { style: 'unit', unit: 'kilometer' });
  const y = mapSize.height - inset;
  return html`<g class="scale-bar">
    <path d="M${inset} ${y - 5}v5h${width.toFixed(1)}v-5" />
    <text x="${inset + 4}" y="${y - 6}">${text}</text>
  </g>`;
}

const map = (label: string, content: Html): Html =>
  html`<svg class="terrain" viewBox="0 0 ${mapSize.width} ${mapSize.height}" role="img" aria-label="${label}">
    ${content}
  </svg>`;
