import type { Context } from '../platform/context.js';
import { completeProjects } from './complete-projects.js';
import { foldPlantings } from './planting-store.js';

const plantingsAtOnce = 10_000;

/** Counts new trees to their projects and completes those whose capacity is used up. */
export async function countPlantings(context: Context): Promise<void> {
  while ((await foldPlantings(context.db, plantingsAtOnce)) > 0);
  await completeProjects(context);
}
