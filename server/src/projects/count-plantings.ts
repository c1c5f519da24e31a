import type { Context } from '../platform/context.js';
import { completeFullProjects, foldPlantings } from './planting-store.js';

const plantingsAtOnce = 10_000;

/** Counts new trees to their projects and completes those whose capacity is used up. */
export async function countPlantings({ db }: Context): Promise<void> {
  while ((await foldPlantings(db, plantingsAtOnce)) > 0);
  await completeFullProjects(db);
}
