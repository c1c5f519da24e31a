import { completeProjects } from '../projects/complete-projects.js';
import { foldPlantings } from '../projects/planting-store.js';
import type { Job } from './job.js';

const batch = 10_000;

/** Counts new trees to their projects and completes those whose capacity is used up. */
export const foldPlantingsJob: Job = {
  name: 'fold-plantings',
  everyMs: 15_000,
  async run(context) {
    while ((await foldPlantings(context.db, batch)) > 0);
    await completeProjects(context);
  },
};
