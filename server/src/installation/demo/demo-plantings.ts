import type { Context } from '../../database/context.js';
import { coverTrees } from '../../features/plantings/cover-trees.js';
import { importPlantings } from '../../features/plantings/import-plantings.js';
import type { PlantingLine } from '../../features/plantings/planting-file.js';
import type { Area, Position } from '../../features/plantings/planting.js';
import {
  findForestryProjects,
  type ForestryProject,
} from '../../features/projects/forestry-project-store.js';
import { decimal } from '../../platform/decimals.js';
import { isoDay } from '../../platform/time/months.js';
import { asJob, type Calendar } from './timeline.js';

interface DemoPlanting {
  /** Months ago. */
  readonly planted: number;
  /** Of the trees that are certified in the project. */
  readonly share: number;
  /** What an audit each found: how many months ago, and which part of the trees lived. */
  readonly audits: readonly (readonly [months: number, rate: number])[];
  /** How far from the project's place, in degrees; undefined: where exactly is not known. */
  readonly away?: Position;
}

interface DemoPlantings {
  readonly code: string;
  readonly partner: string;
  readonly species: readonly string[];
  readonly plantings: readonly DemoPlanting[];
}

/** In the order of the demo's projects: one where trees have died and are to be replaced, one ahead, and one behind. */
const demoPlantings: readonly DemoPlantings[] = [
  {
    code: 'US',
    partner: 'Usambara Growers',
    species: ['Olea africana', 'Albizia gummifera', 'Prunus africana'],
    plantings: [
      {
        planted: 22,
        share: 0.45,
        audits: [
          [16, 0.94],
          [5, 0.83],
        ],
        away: [0.012, 0.006],
      },
      { planted: 15, share: 0.35, audits: [[4, 0.91]], away: [-0.01, 0.008] },
      { planted: 3, share: 0.22, audits: [], away: [0.004, -0.011] },
    ],
  },
  {
    code: 'AF',
    partner: 'Corredor Verde',
    species: ['Euterpe edulis', 'Cedrela fissilis', 'Inga edulis'],
    plantings: [
      { planted: 20, share: 0.7, audits: [[8, 0.96]], away: [0.01, 0.01] },
      { planted: 6, share: 0.6, audits: [], away: [-0.012, -0.004] },
    ],
  },
  {
    code: 'HB',
    partner: 'Highland Woods',
    species: ['Betula pendula', 'Sorbus aucuparia', 'Pinus sylvestris'],
    plantings: [
      { planted: 18, share: 0.4, audits: [[6, 0.88]], away: [0.015, 0.004] },
      { planted: 7, share: 0.15, audits: [] },
    ],
  },
];

/** As many as the certificates that exist on this date need, more or less. */
export async function plantTrees(
  context: Context,
  calendar: Calendar,
  projectIds: readonly string[],
): Promise<void> {
  const projects = new Map((await findForestryProjects(context.db, projectIds)).map((one) => [one.id, one]));
  const lines = projectIds.flatMap((id, place) => {
    const [project, planted] = [projects.get(id), demoPlantings[place]];
    return project && planted ? linesOf(project, planted, calendar) : [];
  });
  await importPlantings(context, {
    lines: lines.map((line, index) => ({ ...line, line: index + 1, messageSuffix: '' })),
    faults: [],
  });
  await coverTrees(asJob(context, 'cover-trees'));
}

const linesOf = (
  project: ForestryProject,
  { code, partner, species, plantings }: DemoPlantings,
  calendar: Calendar,
): Omit<PlantingLine, 'line' | 'messageSuffix'>[] =>
  plantings.map(({ planted, share, audits, away }, index) => ({
    project: project.id,
    reference: `${code}-${String(index + 1)}`,
    plantedOn: isoDay(calendar.inMonth(planted, 12)),
    trees: decimal(project.plantedTrees).times(share).round(0).plus(1).toFixed(),
    partner,
    species,
    polygon: away ? plotAt(project, away) : null,
    survival: audits.map(([months, rate]) => ({
      auditedOn: isoDay(calendar.inMonth(months, 4)),
      rate,
      auditor: 'Forest Survey',
    })),
    sourceUrl: null,
  }));

/** The corners of a plot, as parts of its width and height. */
const corners = [
  [0, 0.1],
  [0.6, 0],
  [1, 0.5],
  [0.7, 1],
  [0.1, 0.8],
  [0, 0.1],
] as const;

function plotAt({ forestLatitude, forestLongitude }: ForestryProject, [east, north]: Position): Area {
  const at = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
  const ring = corners.map(([x, y]): Position => [
    at(forestLongitude + east + x * 0.008),
    at(forestLatitude + north + y * 0.006),
  ]);
  return { type: 'Polygon', coordinates: [ring] };
}
