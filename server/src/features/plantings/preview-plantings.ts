import type { Context } from '../../database/context.js';
import type { InvalidLine } from '../../platform/reason.js';
import { findProjectsCalled } from '../projects/forestry-project-store.js';
import { checkPlantings, type CheckedPlanting } from './check-plantings.js';
import type { PlantingFile } from './planting-file.js';
import { findPlantings } from './planting-store.js';

export interface PreviewedPlanting extends CheckedPlanting {
  readonly line: number;
}

export interface PlantingPreview {
  /** Those without faults. */
  readonly plantings: readonly PreviewedPlanting[];
  readonly faults: readonly InvalidLine[];
}

/** What an import of the file would do, without doing it. */
export async function previewPlantings(
  { db, clock }: Context,
  { lines, faults: unreadable }: PlantingFile,
): Promise<PlantingPreview> {
  const names = [...new Set(lines.flatMap(({ project }) => [project, project.toLowerCase()]))];
  const references = lines.map(({ reference }) => reference);
  const { plantings, faults } = checkPlantings(lines, {
    projects: await findProjectsCalled(db, names),
    known: await findPlantings(db, references),
    now: clock(),
  });
  const wrong = new Set(faults.map(({ line }) => line));
  const byReference = new Map(plantings.map((planting) => [planting.facts.reference, planting]));
  return {
    plantings: lines.flatMap(({ line, reference }) => {
      const planting = byReference.get(reference);
      return planting && !wrong.has(line) ? [{ ...planting, line }] : [];
    }),
    faults: [...unreadable, ...faults],
  };
}
