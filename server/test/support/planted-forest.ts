import { readPlantingFile } from '../../src/wire/planting-file.js';
import { importPlantings } from '../../src/features/plantings/import-plantings.js';
import { coverTrees } from '../../src/features/plantings/cover-trees.js';
import { addPhoto } from '../../src/features/plantings/change-photos.js';
import { makePhotos } from '../../src/platform/images/make-photos.js';
import type { TestServer } from './test-server.js';

/** A closed ring around a place; `size` in degrees. */
export const ringAround = (
  [longitude, latitude]: readonly [number, number],
  size: number,
  points = 24,
): number[][] => {
  const ring = Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * 2 * Math.PI;
    const radius = size * (1 + 0.25 * Math.sin(angle * 3));
    return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
  });
  return [...ring, ring[0] as number[]];
};

export interface PlantedRow {
  readonly reference: string;
  readonly trees: number;
  readonly [field: string]: unknown;
}

/** Imports plantings of a project, and covers certificates by them. */
export async function plant(
  { running }: TestServer,
  project: string,
  rows: readonly PlantedRow[],
): Promise<void> {
  const { context } = running.instance;
  const plantings = rows.map((row) => ({
    project,
    planted_on: '2024-03-01',
    partner: 'Green Hands',
    species: ['Olea africana', 'Juniperus procera'],
    ...row,
  }));
  await importPlantings(context, await readPlantingFile(JSON.stringify(plantings)));
  await coverTrees(context);
}

export const addPhotoTo = async (
  { running }: TestServer,
  reference: string,
  file: Buffer,
  details: Parameters<typeof addPhoto>[3] = {},
): Promise<string> =>
  (await addPhoto(running.instance.context, reference, await makePhotos(file), details)).photo.id;
