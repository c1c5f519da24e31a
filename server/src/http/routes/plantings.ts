import { photosOf } from '../../features/plantings/planting-photo-store.js';
import { listPlantings } from '../../features/plantings/planting-store.js';
import { findForestryProject } from '../../features/projects/forestry-project-store.js';
import { missing } from '../../platform/errors.js';
import { parseDay } from '../../platform/time/days.js';
import { Planting, presentPlanting } from '../../wire/planting.js';
import { presentPhoto } from '../../wire/planting-photo.js';
import { list } from '../route.js';

export const plantingRoutes = [
  list({
    operation: 'listPlantings',
    path: '/forestry/projects/:id/plantings',
    summary: 'What was planted in a forestry project, the first planted first',
    item: Planting,
    sortedBy: 'time',
    find: async ({ db }, _, id) => {
      const project = await findForestryProject(db, id);
      if (!project) throw missing('There is no such forestry project');
      return project;
    },
    page: async ({ context, found, baseUrl }, page) => {
      const plantings = await listPlantings(context.db, found.id, page);
      const photos = await photosOf(
        context.db,
        plantings.map(({ id }) => id),
      );
      return plantings.map((planting) => ({
        planting,
        photos: (photos.get(planting.id) ?? []).map((photo) => presentPhoto(photo, baseUrl)),
      }));
    },
    keyOf: ({ planting: { plantedOn, id } }) => ({ sort: parseDay(plantedOn) ?? plantedOn, id }),
    present: ({ planting, photos }) => presentPlanting(planting, photos),
  }),
];
