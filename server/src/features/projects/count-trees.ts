import type { Context } from '../../database/context.js';
import { isGeneralOutage } from '../../database/failures.js';
import { completeProjects } from './complete-projects.js';
import { addUncountedTrees, projectsWithUncountedTrees } from './uncounted-tree-store.js';

const batchSize = 10_000;

/** Adds new trees to the totals of their projects and completes projects whose capacity is used up. */
export async function countTrees(context: Context): Promise<void> {
  try {
    await addAll(context);
  } catch (error) {
    if (isGeneralOutage(error)) throw error;
    await addOneByOne(context);
  }
  await completeProjects(context);
}

async function addAll({ db }: Context, projectId?: string): Promise<void> {
  while ((await addUncountedTrees(db, batchSize, projectId)) > 0);
}

/** A project whose total cannot be written must not block the rest. */
async function addOneByOne(context: Context): Promise<void> {
  for (const project of await projectsWithUncountedTrees(context.db)) {
    try {
      await addAll(context, project);
    } catch (error) {
      if (isGeneralOutage(error)) throw error;
      context.log.error({ err: error, project }, 'could not add up the trees of a project; will retry');
    }
  }
}
