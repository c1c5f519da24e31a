import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { RefreshedCache } from '../../platform/refreshed-cache.js';
import { findForestryProject, type ForestryProject } from '../projects/forestry-project-store.js';
import { pictureTimes } from '../projects/project-picture-store.js';
import { plantingFigures, type PlantingFigures } from './planting-figures-store.js';
import { coarseRings, type PlantingOutline } from './planting-outline.js';
import { newestPhotos, photosOf, type PlantingPhoto, type ProjectPhoto } from './planting-photo-store.js';
import {
  areasOf,
  countPlantings,
  newestPlantings,
  plantingsWithArea,
  speciesOf,
  survivalByMonth,
  type CountedPlanting,
  type SurvivalMonth,
} from './public-planting-store.js';

/** What the public page of a project shows. */
export interface PublicProject {
  readonly project: ForestryProject;
  /** When its picture was set. */
  readonly pictureAt: Date | undefined;
  readonly figures: PlantingFigures;
  readonly species: readonly string[];
  readonly survival: readonly SurvivalMonth[];
  /** The newest. */
  readonly plantings: readonly (CountedPlanting & { readonly photos: readonly PlantingPhoto[] })[];
  /** How many there are in all. */
  readonly plantingCount: number;
  /** The newest of all plantings. */
  readonly photos: readonly ProjectPhoto[];
  readonly outlines: readonly PlantingOutline[];
}

/** A project that is not cached is read only if that is admitted. Undefined: there is none. */
export type ReadPublicProject = (
  context: Context,
  id: string,
  admit: () => Promise<void>,
) => Promise<PublicProject | undefined>;

const minuteMs = 60_000;
const maxProjects = 200;

const maxPlantings = 100;
const maxPhotos = 12;
const maxSpecies = 60;
/** What can be told apart on a map. */
const maxOutlines = 400;
const maxPointsOfAll = 12_000;
const maxPointsOfOne = 200;
/** So that other requests are served between two batches, whatever the areas are like. */
const areasPerBatch = 20;

/** Reads each at most once a minute, less often if that takes long, and once for all: anyone may request public pages. */
export function createPublicProjectReader(): ReadPublicProject {
  const cache = new RefreshedCache<PublicProject>({
    max: maxProjects,
    freshMs: minuteMs,
    maxAgeMs: 60 * minuteMs,
  });
  return (context, id, admit) =>
    cache.get(`${context.sandbox?.id ?? 'live'} ${id}`, {
      read: () => readPublicProject(context.db, id),
      admit,
      onReadError: (error) =>
        context.log.error({ err: error, projectId: id }, 'a project could not be read again for its page'),
    });
}

async function readPublicProject(db: Database, id: string): Promise<PublicProject | undefined> {
  const project = await findForestryProject(db, id);
  if (!project) return undefined;
  const plantings = await newestPlantings(db, id, maxPlantings);
  const photos = await photosOf(
    db,
    plantings.map((planting) => planting.id),
  );
  return {
    project,
    pictureAt: (await pictureTimes(db, [id])).get(id),
    figures: (await plantingFigures(db, [project])).get(id) as PlantingFigures,
    species: await speciesOf(db, id, maxSpecies),
    survival: await survivalByMonth(db, id),
    plantings: plantings.map((planting) => ({ ...planting, photos: photos.get(planting.id) ?? [] })),
    plantingCount: await countPlantings(db, id),
    photos: await newestPhotos(db, id, maxPhotos),
    outlines: await readOutlines(db, id),
  };
}

async function readOutlines(db: Database, projectId: string): Promise<PlantingOutline[]> {
  const ids = await plantingsWithArea(db, projectId, maxOutlines);
  const maxPoints = Math.min(maxPointsOfOne, Math.floor(maxPointsOfAll / Math.max(1, ids.length)));
  const outlines: PlantingOutline[] = [];
  for (let at = 0; at < ids.length; at += areasPerBatch)
    for (const { polygon, ...planting } of await areasOf(db, ids.slice(at, at + areasPerBatch)))
      outlines.push({ ...planting, rings: coarseRings(polygon, maxPoints) });
  return outlines;
}
