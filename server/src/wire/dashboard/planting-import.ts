import { Type, type Static } from '@sinclair/typebox';
import type { PlantingPreview as Preview } from '../../features/plantings/preview-plantings.js';
import { exactNumber } from '../../platform/exact-number.js';
import { faultsByLine } from '../../platform/text/refuse-lines.js';
import { Count, Decimal, Nullable } from '../fields.js';
import { LineFault, presentFault } from '../file-lines.js';

export const PlantingPreview = Type.Object(
  {
    /** The first ones. Those with faults come before the others, so that none is missing that has to be fixed. */
    lines: Type.Array(
      Type.Object({
        line: Count,
        /** Null if the line is invalid. */
        planting: Nullable(
          Type.Object({
            reference: Type.String(),
            project: Type.String(),
            planted_on: Type.String(),
            trees: Decimal,
            is_new: Type.Boolean(),
          }),
        ),
        faults: Type.Array(LineFault),
      }),
    ),
    good: Count,
    bad: Count,
    created: Count,
    updated: Count,
  },
  { title: 'PlantingPreview' },
);

export const ImportedPlantings = Type.Object(
  { created: Count, updated: Count },
  { title: 'ImportedPlantings' },
);

type PreviewLine = Static<typeof PlantingPreview>['lines'][number];

const maxLines = 1_000;

export function presentPlantingPreview({ plantings, faults }: Preview): Static<typeof PlantingPreview> {
  const wrong = faultsByLine(faults);
  const created = plantings.filter(({ known }) => known === undefined).length;
  const lines = [
    ...wrong.map(([line, found]): PreviewLine => ({ line, planting: null, faults: found.map(presentFault) })),
    ...plantings.slice(0, maxLines).map(({ line, facts, project, known }): PreviewLine => ({
      line,
      planting: {
        reference: facts.reference,
        project: project.name,
        planted_on: facts.plantedOn,
        trees: exactNumber(facts.trees),
        is_new: known === undefined,
      },
      faults: [],
    })),
  ];
  return {
    lines: lines.slice(0, maxLines).sort((one, other) => one.line - other.line),
    good: plantings.length,
    bad: wrong.length,
    created,
    updated: plantings.length - created,
  };
}
