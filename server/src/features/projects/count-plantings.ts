import type { Context } from '../../database/context.js';
import { isOutageForAll } from '../../database/failures.js';
import { completeProjects } from './complete-projects.js';
import { foldPlantings, projectsToFold } from './planting-store.js';

const plantingsAtOnce = 10_000;

/** Adds new trees to the totals of their projects and completes projects whose capacity is used up. */
export async function countPlantings(context: Context): Promise<void> {
  try {
    await foldAll(context);
  } catch (error) {
    if (isOutageForAll(error)) throw error;
    await foldOneByOne(context);
  }
  await completeProjects(context);
}

async function foldAll({ db }: Context, projectId?: string): Promise<void> {
  while ((await foldPlantings(db, plantingsAtOnce, projectId)) > 0);
}

/** A project whose total cannot be written must not block the rest. */
async function foldOneByOne(context: Context): Promise<void> {
  for (const project of await projectsToFold(context.db)) {
    try {
      await foldAll(context, project);
    } catch (error) {
      if (isOutageForAll(error)) throw error;
      context.log.error({ err: error, project }, 'could not add up the trees of a project; will retry');
    }
  }
}
